import { data, useFetcher } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { requireProof } from "#app/accounts/auth/proof/proof.server.ts"
import { answerGroup, loadGroup } from "#app/base/settings/group-page.server.ts"
import { GroupPage } from "#app/base/settings/group-page.tsx"
import { GROUPS } from "#app/base/settings/groups.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import { respondToClick } from "#app/kit/http/responses.server.ts"
import { formatMoment } from "#app/kit/lib/dates.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { Route } from "./+types/manage-bounces.route"
import { loadReading, lookNow, refuseServerChange, bouncesIntents } from "./bounces-settings.server.ts"
import { type MailboxTest, testMailbox } from "./test-mailbox.server.ts"

export { responseHeaders as headers }

export async function loader() {
  const [group, reading] = await Promise.all([loadGroup("returns"), loadReading()])
  return data({ ...group.data, reading, now: new Date() }, group.init ?? {})
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, bouncesIntents)
  if (asked.intent === "test") return answerTest(await testMailbox(getViewer(context).id))
  if (asked.intent === "look") {
    const response = await respondToClick(lookNow, "Aucun serveur de réception n’est réglé")
    return response
  }
  // Whoever reads this mailbox says whose subscriptions end.
  await requireProof(context, form)
  const refused =
    asked.intent === "save" && asked.ok ? refuseServerChange(form.values, asked.value) : undefined
  return refused ?? answerGroup("returns", form.values, asked)
}

function answerTest(test: MailboxTest) {
  if (test.outcome !== "limited") return data({ test }, 200)
  return data({ test }, { status: 429, headers: { "Retry-After": String(test.wait) } })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, GROUPS.returns.title)
}

export default function ManageBounces({ loaderData, actionData }: Route.ComponentProps) {
  const { reading, now, offersNeutral: _offersNeutral, ...shown } = loaderData
  const { data: tested } = useFetcher<typeof action>({ key: TEST })
  const test = [tested, actionData].map((of) => (of && "test" in of ? of.test : undefined)).find(Boolean)
  const response = actionData && "values" in actionData ? actionData : undefined
  return (
    <GroupPage {...shown} response={response}>
      <MailboxTestPanel fetcherKey={TEST} test={test} />
      {reading && <ReadingPanel reading={reading} now={now} />}
    </GroupPage>
  )
}

const TEST = "test-mailbox"

type Reading = NonNullable<Awaited<ReturnType<typeof loadReading>>>

/** How the reading of the mailbox goes. */
function ReadingPanel({ reading, now }: { reading: Reading; now: Date }) {
  const { Form } = useFetcher()
  const { lookedAt, foundAt, found, failure, failures } = reading
  return (
    <Panel id="lecture" title="Lecture">
      {failure && (
        <div role="alert" className="office-alert mb-4 max-w-[75ch]">
          <p className="font-bold text-blood-dark">{failure.title}</p>
          <p>{failure.advice}</p>
          <p className="mt-2 text-sm">
            {failures === 1 ? "Un essai a échoué" : `${failures} essais de suite ont échoué`}&nbsp;: le site
            réessaie de lui-même, et rien ne se perd.
          </p>
        </div>
      )}
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_1fr]">
        <dt className="font-semibold">Dernière lecture</dt>
        <dd>{lookedAt ? formatMoment(lookedAt, now) : "pas encore"}</dd>
        <dt className="font-semibold">Retours reconnus</dt>
        <dd>
          {found.toLocaleString("fr-FR")}
          {foundAt && `, le dernier ${formatMoment(foundAt, now)}`}
        </dd>
      </dl>
      <Form method="post" className="mt-4">
        <HiddenFields fields={{ intent: "look" }} />
        <button type="submit" className="office-button">
          <Icon name="history" />
          Lire maintenant
        </button>
      </Form>
    </Panel>
  )
}

/** Opens the mailbox, and says what came of it. */
function MailboxTestPanel({ fetcherKey, test }: { fetcherKey: string; test: MailboxTest | undefined }) {
  const { Form, state } = useFetcher({ key: fetcherKey })
  const isRunning = state !== "idle"
  return (
    <Panel id="essai" title="Essai">
      <p className="max-w-[75ch]">
        Le site ouvre la boîte avec les réglages enregistrés ci-dessus, sans lire ni déplacer aucun e-mail.
      </p>
      <Form
        method="post"
        className="mt-4"
        onSubmit={(event) => {
          if (isRunning) event.preventDefault()
        }}
      >
        <HiddenFields fields={{ intent: "test" }} />
        <button type="submit" aria-disabled={isRunning} className="office-button">
          <Icon name="mail" />
          {isRunning ? "Essai en cours…" : "Essayer la boîte"}
        </button>
      </Form>
      <div role="status" className="not-empty:mt-4">
        {test && !isRunning && <Outcome test={test} />}
      </div>
    </Panel>
  )
}

const count = (mails: number) => (mails === 1 ? "un e-mail" : `${mails.toLocaleString("fr-FR")} e-mails`)

function Outcome({ test }: { test: MailboxTest }) {
  switch (test.outcome) {
    case "read":
      return (
        <p>
          <strong>La boîte s’ouvre.</strong> Le dossier {test.folder}{" "}
          {test.mails === 0 ? "ne contient aucun e-mail" : `contient ${count(test.mails)}`}.
        </p>
      )
    case "no-folder":
      return (
        <p className="office-alert max-w-[75ch]">
          <strong>La boîte s’ouvre, mais le dossier «&nbsp;{test.folder}&nbsp;» n’existe pas.</strong>{" "}
          Créez-le dans votre messagerie, ou laissez ce réglage vide.
        </p>
      )
    case "none":
      return <p>Aucun serveur de réception n’est réglé&nbsp;: remplissez et enregistrez d’abord ci-dessus.</p>
    case "limited":
      return <p>{test.title}</p>
    case "failed":
      return (
        <div className="office-alert max-w-[75ch]">
          <p className="font-bold text-blood-dark">{test.title}</p>
          <p>{test.advice}</p>
          {test.answer && (
            <p className="mt-2 text-sm break-words">
              Réponse reçue&nbsp;: <code>{test.answer}</code>
            </p>
          )}
        </div>
      )
  }
}
