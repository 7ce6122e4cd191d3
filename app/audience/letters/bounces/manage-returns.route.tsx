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
import type { Route } from "./+types/manage-returns.route"
import { wakeReturnsReader } from "./returns-loop.server.ts"
import { MailboxTestPanel, ReadingPanel } from "./returns-panels.tsx"
import { loadReading, lookNow, refuseServerChange, returnsIntents } from "./returns-settings.server.ts"
import { type MailboxTest, testMailbox } from "./test-mailbox.server.ts"

export { responseHeaders as headers }

export async function loader() {
  const [group, reading] = await Promise.all([loadGroup("returns"), loadReading()])
  return data({ ...group.data, reading, now: new Date() }, group.init ?? {})
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, returnsIntents)
  if (asked.intent === "test") return answerTest(await testMailbox(getViewer(context).id))
  if (asked.intent === "look") {
    const response = await respondToClick(lookNow, "Aucun serveur de réception n’est réglé")
    wakeReturnsReader()
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

export default function ManageReturns({ loaderData, actionData }: Route.ComponentProps) {
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
