import { data, useFetcher } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { requireProof } from "#app/accounts/auth/proof/proof.server.ts"
import { renewDkimKey } from "#app/base/mail/dkim.server.ts"
import { answerGroup, loadGroup } from "#app/base/settings/group-page.server.ts"
import { GroupPage } from "#app/base/settings/group-page.tsx"
import { GROUPS } from "#app/base/settings/groups.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import { respondToClick } from "#app/kit/http/responses.server.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { QuestionPage } from "#app/kit/ui/question.tsx"
import type { Route } from "./+types/manage-mail.route"
import { loadSending } from "./load-sending.server.ts"
import { mailIntents, refuseServerChange, startConfirming } from "./mail-settings.server.ts"
import { RecordsPanel } from "./records-panel.tsx"
import { LOOK_UP, renewalQuestion } from "./records.copy.ts"
import { sendTestMail, type TestOutcome } from "./test-mail.server.ts"

export async function loader({ context, url }: Route.LoaderArgs) {
  const { email } = getViewer(context)
  const [group, sending, asked] = await Promise.all([
    loadGroup("mail"),
    loadSending(url.searchParams.has(LOOK_UP)),
    findAsked(url, { "renew-dkim": () => renewalQuestion }, "Réglages non trouvés"),
  ])
  return data({ ...group.data, ...sending, asked, email }, group.init ?? {})
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, mailIntents)
  if (asked.intent === "test") return answerTest(await sendTestMail(getViewer(context)))
  // Links that open accounts go by what is set here.
  await requireProof(context, form)
  if (asked.intent === "renew-dkim") {
    const renew = async () => {
      await renewDkimKey()
      return "Clé DKIM créée : publiez-la"
    }
    return respondToClick(renew, "Impossible de créer la clé DKIM")
  }
  if (asked.intent === "save" && asked.ok) {
    const refused = refuseServerChange(form.values, asked.value)
    if (refused) return refused
    await startConfirming(asked.value)
  }
  return answerGroup("mail", form.values, asked)
}

function answerTest(outcome: TestOutcome) {
  if (outcome.outcome !== "limited") return data({ test: outcome }, 200)
  return data({ test: outcome }, { status: 429, headers: { "Retry-After": String(outcome.wait) } })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, GROUPS.mail.title)
}

export default function ManageMail({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, email, isReal, sender, records, hasLooked, dkim, ...shown } = loaderData
  const { data: tested } = useFetcher<typeof action>({ key: TEST })
  const test = [tested, actionData].map((of) => (of && "test" in of ? of.test : undefined)).find(Boolean)
  const response = actionData && "values" in actionData ? actionData : undefined
  if (asked) return <QuestionPage {...asked} />
  return (
    <GroupPage {...shown} response={response}>
      <TestPanel fetcherKey={TEST} email={email} isReal={isReal} outcome={test} />
      <RecordsPanel sender={sender} records={records} hasLooked={hasLooked} hasKey={dkim} />
    </GroupPage>
  )
}

const TEST = "test-mail"

type TestPanelProps = { fetcherKey: string; email: string; isReal: boolean; outcome: TestOutcome | undefined }

/** Sends a mail to who asks, and says what came of it. */
function TestPanel({ fetcherKey, email, isReal, outcome }: TestPanelProps) {
  const { Form, state } = useFetcher({ key: fetcherKey })
  const isRunning = state !== "idle"
  return (
    <Panel id="essai" title="Essai">
      <p className="max-w-[75ch]">
        {isReal
          ? `Un e-mail part aussitôt à ${email}, avec les réglages enregistrés ci-dessus.`
          : "Le site n’a pas encore de serveur d’envoi : l’essai ne ferait qu’écrire un fichier sur le serveur du site."}
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
          {isRunning ? "Envoi en cours…" : "Envoyer un e-mail d’essai"}
        </button>
      </Form>
      <div role="status" className="not-empty:mt-4">
        {outcome && !isRunning && <Outcome outcome={outcome} />}
      </div>
    </Panel>
  )
}

function Outcome({ outcome }: { outcome: TestOutcome }) {
  switch (outcome.outcome) {
    case "sent":
      return (
        <p className="max-w-[75ch]">
          <strong>E-mail envoyé à {outcome.to}.</strong> Le serveur d’envoi l’a accepté&nbsp;: regardez votre
          boîte, et les indésirables.
        </p>
      )
    case "outbox":
      return (
        <p>
          <strong>Fichier écrit.</strong> Sans serveur d’envoi, rien n’est parti.
        </p>
      )
    case "limited":
      return <p>{outcome.title}</p>
    case "failed":
      return (
        <div className="office-alert max-w-[75ch]">
          <p className="font-bold text-blood-dark">{outcome.title}</p>
          <p>{outcome.advice}</p>
          {outcome.answer && (
            <p className="mt-2 text-sm break-words">
              Réponse reçue&nbsp;: <code>{outcome.answer}</code>
            </p>
          )}
        </div>
      )
  }
}
