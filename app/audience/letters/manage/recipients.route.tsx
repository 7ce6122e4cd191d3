import { Link } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { loadList, respondWithList } from "#app/content/lists/load-list.server.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import type { RecipientState } from "#app/kit/lib/letters.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { explainBounce } from "../bounces/bounces.copy.ts"
import { explainRefusal } from "../sending/refusal.copy.ts"
import type { Route } from "./+types/recipients.route"
import { actOnLetter, missingLetter } from "./letter-actions.server.ts"
import { letterAddress, LETTERS } from "./letter-list.ts"
import { askToResend } from "./letter-page.copy.ts"
import { fields, recipientIntents } from "./letter-page.schema.ts"
import { NOT_SENT, RECIPIENT_LABELS, recipientsOf } from "./recipient-list.ts"
import { findLetterOf, listRecipients, recipientRows } from "./recipients.server.ts"

export async function loader({ params, url }: Route.LoaderArgs) {
  const letter = await findLetterOf(parseId(params.id) ?? 0)
  if (!letter) throw missingLetter()
  const { rows, ...page } = await loadList(url, {
    filterNames: recipientsOf(letter.id),
    list: (options) => listRecipients(letter.id, options),
    measure: recipientRows(letter.id).measure,
    cannotLoad: "Impossible de charger les destinataires",
  })
  const question = await findAsked(
    url,
    { settle: () => askToResend(1, parseId(url.searchParams.get("recipient") ?? "")) },
    LETTERS.notFound,
  )
  const isStopped = letter.state === "stopped"
  return respondWithList({
    ...page,
    letter,
    question,
    rows: rows.map(({ id, email, name, state, failure, dueAt, endedAt, cameBack, cameBackAt }) => ({
      id,
      email,
      name,
      state,
      isOver: isStopped && (state === "waiting" || state === "sending"),
      isAsked: state === "uncertain" && endedAt === null,
      when: endedAt ? formatLongTime(endedAt) : "",
      retryAt: state === "waiting" && failure && !isStopped ? formatLongTime(dueAt) : "",
      why: failure && !cameBack && state !== "sent" ? explainRefusal(failure) : "",
      cameBack: cameBack && {
        why: explainBounce(cameBack, failure),
        at: cameBackAt ? formatLongTime(cameBackAt) : "",
      },
    })),
  })
}

/** What a host says of one recipient of whom nobody knows whether the letter arrived. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await readForm(request)
  parseIntent(form, recipientIntents)
  return actOnLetter(parseId(params.id) ?? 0, form, getViewer(context))
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return adminMeta(matches, `Destinataires\u00a0: ${loaderData?.letter.title ?? ""}`)
}

export default function Recipients({ loaderData }: Route.ComponentProps) {
  const { letter, question, rows, ...list } = loaderData
  const type = recipientsOf(letter.id)
  return (
    <>
      <p>
        <Link to={letterAddress(letter.id)} className="underline">
          Retour à la lettre
        </Link>
      </p>
      <div className="mt-2">
        <ManagerPage title="Destinataires" question={question}>
          <ManagerList
            {...list}
            title={letter.title}
            path={type.path}
            type={type}
            nouns={type.nouns}
            searchLabel="Rechercher un nom ou une adresse"
            emptyText="Cette lettre n’a pas encore de destinataires."
          >
            <ul>
              {rows.map((row) => (
                <RecipientRow key={row.id} recipient={row} isStopped={letter.state === "stopped"} />
              ))}
            </ul>
          </ManagerList>
        </ManagerPage>
      </div>
    </>
  )
}

type Recipient = {
  id: number
  email: string | null
  name: string | null
  state: RecipientState
  /** The letter was stopped before it was their turn. */
  isOver: boolean
  /** Nobody has said yet what becomes of it. */
  isAsked: boolean
  when: string
  retryAt: string
  why: string
  cameBack: { why: string; at: string } | null
}

type RecipientRowProps = { recipient: Recipient; isStopped: boolean }

/** One recipient of a letter, and what came of it. */
function RecipientRow({ recipient, isStopped }: RecipientRowProps) {
  const { id, email, name, state, isOver, isAsked, when, retryAt, why, cameBack } = recipient
  const who = email ?? "Abonné effacé"
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-t border-rule py-3">
      <div className="min-w-0 flex-[1_1_16rem]">
        {name && <p className="font-semibold break-words">{name}</p>}
        <p className="text-sm break-all text-paper-ink">{who}</p>
        {why && <p className="text-sm">{why}</p>}
        {retryAt && <p className="text-sm text-paper-ink">Nouvel essai le {retryAt}</p>}
        {cameBack && (
          <p className="text-sm">
            Revenu le {cameBack.at}. {cameBack.why}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-sm text-paper-ink">
          <Badge variant={state === "sent" ? "default" : state === "refused" ? "secondary" : "outline"}>
            {isOver ? NOT_SENT : RECIPIENT_LABELS[state]}
          </Badge>{" "}
          {when}
        </p>
        {isAsked && (
          <div className="row-actions w-auto">
            {!isStopped && (
              <ConfirmButton label="Envoyer à nouveau" icon="send" subject={who} {...askToResend(1, id)} />
            )}
            <ActionButton
              label="Laisser ainsi"
              subject={who}
              fields={fields("settle", { how: "leave", recipient: String(id) })}
            />
          </div>
        )}
      </div>
    </li>
  )
}
