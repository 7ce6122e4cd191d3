import { Link, useFetcher } from "react-router"
import { getViewer, guard } from "#app/accounts/auth/guard.server.ts"
import { senderIn } from "#app/accounts/auth/sender.server.ts"
import { requireReauthentication } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { HistoryLink } from "#app/content/history-link.tsx"
import { ItemHead } from "#app/content/item-head.tsx"
import { ItemPage } from "#app/content/item-page.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { loadItem } from "#app/content/load-manager.server.ts"
import { runManager } from "#app/content/run-manager.server.ts"
import { reachedBy } from "#app/content/reach.server.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { LONG_TEXT_BYTES, readForm } from "#app/kit/http/forms.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import { ASKED } from "#app/kit/http/questions.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { useRefresh } from "#app/kit/ui/use-refresh.ts"
import { letterAddress } from "../archive/archive-addresses.ts"
import { LetterPreview } from "../template/letter-preview.tsx"
import type { Route } from "./+types/letter.route"
import { ChecksPanel } from "./checks-panel.tsx"
import { actOnLetter, missingLetter } from "./letter-actions.server.ts"
import { LETTERS } from "./letter-list.ts"
import { StateBadge } from "#app/content/manager-row.tsx"
import { askToErase, askToResend, askToSend, askToStop } from "./letter-page.copy.ts"
import { LetterForm } from "./letter-form.tsx"
import { fields, letterPageIntents } from "./letter-page.schema.ts"
import { type LetterPage, loadLetterPage } from "./letter-page.server.ts"
import { badgeOfLetter, TOPIC_LABELS } from "./letters.copy.ts"
import { ProgressPanel } from "./progress-panel.tsx"
import { SendPanel } from "./send-panel.tsx"
import { letterType } from "./type.server.ts"

/** What lets mails go to many, or takes away what is known of them, waits for re-authentication. */
const DANGEROUS = new Set(["send", "schedule", "delete-sent"])

export const middleware: Route.MiddlewareFunction[] = [guard("letters")]

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const viewer = getViewer(context)
  const type = reachedBy(letterType, viewer)
  if (params.id === "new")
    return { letter: null, page: await loadItem(url, type, null, viewer), question: null }
  const letter = await loadLetterPage(parseId(params.id) ?? 0, viewer.email)
  if (!letter) throw missingLetter()
  const { title, progress } = letter
  const left = progress ? progress.counts.waiting + progress.counts.sending : 0
  const questions = {
    send: () => askToSend(letter),
    stop: () => askToStop(title, left),
    settle: () => askToResend(progress?.openQuestions ?? 0, parseId(url.searchParams.get("recipient") ?? "")),
    "delete-sent": () => askToErase(title),
  }
  const isOfPage = (url.searchParams.get(ASKED) ?? "") in questions
  return {
    letter,
    question: isOfPage || !letter.isWritten ? await findAsked(url, questions, LETTERS.notFound) : null,
    page: letter.isWritten && !isOfPage ? await loadItem(url, type, letter.id, viewer) : null,
  }
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const form = await readForm(request, LONG_TEXT_BYTES)
  const viewer = getViewer(context)
  if (!Object.hasOwn(letterPageIntents, form.intent ?? ""))
    return runManager(form, url, reachedBy(letterType, viewer), senderIn(context), "page")
  if (DANGEROUS.has(form.intent ?? "")) await requireReauthentication(context, form)
  return actOnLetter(parseId(params.id) ?? 0, form, viewer)
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save", "schedule"])

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return adminMeta(matches, loaderData?.letter?.title ?? loaderData?.page?.type.new ?? LETTERS.title)
}

/** A letter in one place: written beside what comes of it, tried, sent; and once it left, its report. */
export default function Letter({ loaderData, actionData }: Route.ComponentProps) {
  const { letter, page, question } = loaderData
  const state = letter?.state
  useRefresh(state === "sending" ? 3_000 : state === "scheduled" || state === "paused" ? 15_000 : null)
  if (question)
    return (
      <ManagerPage title={letter.title} question={question}>
        {null}
      </ManagerPage>
    )
  if (page)
    return <WrittenLetter key={letter?.id ?? "new"} {...{ letter, page, response: answered(actionData) }} />
  return letter && <LeftLetter letter={letter} />
}

type WrittenProps = {
  letter: LetterPage | null
  page: NonNullable<Route.ComponentProps["loaderData"]["page"]>
  response: FormResponse | undefined
}

type FormProps = React.ComponentProps<typeof LetterForm>

/** One that may still change. */
function WrittenLetter({ letter, page, response }: WrittenProps) {
  const { type, edited, fields, filled, view, formShows } = page
  // What every type finds alike is told by its own schema here.
  const { key, ...shown } = formShows as FormProps & { key?: string }
  const isScheduling = response?.values.intent === "schedule"
  return (
    <ItemPage page={page}>
      <div className="letter-columns">
        <LetterForm
          key={key}
          {...shown}
          edited={edited as FormProps["edited"]}
          fields={fields}
          response={isScheduling ? filled : (response ?? filled)}
          path={type.path}
          view={view}
          place="page"
          checks={letter && <LetterPreview id={letter.id} version={letter.version} />}
          below={
            letter && (
              <>
                <ChecksPanel id={letter.id} version={letter.version} />
                <SendPanel letter={letter} response={isScheduling ? response : undefined} />
                <TestPanel team={letter.team} />
              </>
            )
          }
        />
      </div>
    </ItemPage>
  )
}

/** One whose sending began. */
function LeftLetter({ letter }: { letter: LetterPage }) {
  const { id, version, title, state, leavesAt, leftAt } = letter
  return (
    <>
      <ItemHead
        list={{ to: LETTERS.path, label: LETTERS.plural }}
        detail={leftAt ? `Partie le ${leftAt}` : LETTERS.singular}
        title={title}
      >
        <StateBadge {...badgeOfLetter(state, leavesAt)} />
      </ItemHead>
      <div className="manager mt-4">
        <div className="letter-page">
          <div className="grid min-w-0 content-start gap-6">
            <ProgressPanel letter={letter} />
            <FactsPanel letter={letter} />
          </div>
          <LetterPreview id={id} version={version} />
        </div>
      </div>
    </>
  )
}

/** What came of a form that comes back with errors. */
function answered(response: unknown): FormResponse | undefined {
  const isResponse = typeof response === "object" && response !== null && "values" in response
  return isResponse ? (response as FormResponse) : undefined
}

/** Sends the letter to oneself, or to somebody of the team. */
function TestPanel({ team }: { team: string[] }) {
  const { Form, state } = useFetcher()
  const isRunning = state !== "idle"
  return (
    <Panel title="Essai">
      <p>
        La lettre telle qu’elle est enregistrée, dans une vraie boîte aux lettres. Son objet commence par
        «&nbsp;[Test]&nbsp;», et elle ne compte nulle part.
      </p>
      <Form
        method="post"
        className="mt-4 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          if (isRunning) event.preventDefault()
        }}
      >
        <HiddenFields fields={fields("test")} />
        <label className="grid min-w-0 flex-1 basis-60 gap-1 font-semibold">
          Envoyer l’essai à
          <select name="to" className="control">
            {team.map((email) => (
              <option key={email}>{email}</option>
            ))}
          </select>
        </label>
        <button type="submit" aria-disabled={isRunning} className="office-button">
          <Icon name="mail" />
          {isRunning ? "Envoi…" : "Envoyer l’essai"}
        </button>
      </Form>
    </Panel>
  )
}

/** What is known of a letter that left, and what can be done with it. */
function FactsPanel({ letter }: { letter: LetterPage }) {
  const { id, title, state, sender, previewText, topic, isArchived, leftAt, endedAt } = letter
  return (
    <Panel title="La lettre" aside={<HistoryLink kind="letter" id={id} subject={title} />}>
      <dl className="letter-facts">
        {leftAt && <Fact name="Début de l’envoi">{leftAt}</Fact>}
        {endedAt && <Fact name="Fin de l’envoi">{endedAt}</Fact>}
        <Fact name="Expéditeur">{sender}</Fact>
        <Fact name="Texte d’aperçu">{previewText || "Aucun"}</Fact>
        <Fact name="Thème">{TOPIC_LABELS[topic]}</Fact>
        <Fact name="Archives du site">
          {isArchived ? (
            <Link to={letterAddress(id)} className="underline">
              Voir sur le site
            </Link>
          ) : (
            "Non"
          )}
        </Fact>
      </dl>
      <div className="mt-4 flex flex-wrap gap-3">
        <Link to={`${LETTERS.path}/new?copy=${id}`} className="office-button">
          <Icon name="copy" />
          Dupliquer
        </Link>
        {(state === "sent" || state === "stopped") && (
          <ConfirmButton label="Supprimer" icon="trash" subject={title} {...askToErase(title)} />
        )}
      </div>
    </Panel>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
