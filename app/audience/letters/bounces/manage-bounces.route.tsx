import { data, useFetcher } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { requireReauthentication } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { FailureAlert, TrialPanel } from "#app/base/mail/trial-panel.tsx"
import { answerTrial } from "#app/base/mail/try-server.server.ts"
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
import { testMailbox } from "./test-mailbox.server.ts"

export { responseHeaders as headers }

export async function loader() {
  const [group, reading] = await Promise.all([loadGroup("returns"), loadReading()])
  return data({ ...group.data, reading, now: new Date() }, group.init ?? {})
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, bouncesIntents)
  if (asked.intent === "test") return answerTrial("mailbox-test", getViewer(context).id, testMailbox)
  if (asked.intent === "look") {
    const response = await respondToClick(lookNow, "Aucun serveur de réception n’est réglé")
    return response
  }
  // Whoever reads this mailbox says whose subscriptions end.
  await requireReauthentication(context, form)
  const refused =
    asked.intent === "save" && asked.ok ? refuseServerChange(form.values, asked.value) : undefined
  return refused ?? answerGroup("returns", form.values, asked)
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, GROUPS.returns.title)
}

export default function ManageBounces({ loaderData, actionData }: Route.ComponentProps) {
  const { reading, now, offersNeutral: _offersNeutral, ...shown } = loaderData
  const response = actionData && "values" in actionData ? actionData : undefined
  return (
    <GroupPage {...shown} response={response}>
      <TrialPanel label="Essayer la boîte" pendingLabel="Essai en cours…" response={actionData}>
        Le site ouvre la boîte avec les réglages enregistrés ci-dessus, sans lire ni déplacer aucun e-mail.
      </TrialPanel>
      {reading && <ReadingPanel reading={reading} now={now} />}
    </GroupPage>
  )
}

type Reading = NonNullable<Awaited<ReturnType<typeof loadReading>>>

/** How the reading of the mailbox goes. */
function ReadingPanel({ reading, now }: { reading: Reading; now: Date }) {
  const { Form } = useFetcher()
  const { lookedAt, foundAt, found, failure, failures } = reading
  return (
    <Panel id="lecture" title="Lecture">
      {failure && (
        <div className="mb-4">
          <FailureAlert role="alert" {...failure}>
            <p className="mt-2 text-sm">
              {failures === 1 ? "Un essai a échoué" : `${failures} essais de suite ont échoué`}&nbsp;: le site
              réessaie de lui-même, et rien ne se perd.
            </p>
          </FailureAlert>
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
