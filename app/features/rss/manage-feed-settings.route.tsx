import { adminMeta } from "#app/content/admin-meta.ts"
import { keepForm } from "#app/form/keep-form.ts"
import { LONG_TEXT_BYTES, readForm } from "#app/http/forms.server.ts"
import { parseIntent } from "#app/http/intents.server.ts"
import { requireProof } from "../auth/proof/proof.server.ts"
import { answerGroup, groupIntents, loadGroup, MAX_FIELDS } from "../settings/group-page.server.ts"
import { GroupPage } from "../settings/group-page.tsx"
import { GROUPS } from "../settings/groups.ts"
import type { Route } from "./+types/manage-feed-settings.route"

export function loader() {
  return loadGroup("feed")
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request, LONG_TEXT_BYTES, MAX_FIELDS)
  const asked = parseIntent(form, groupIntents("feed"))
  // Where the feed leads, its subscribers go.
  if (asked.intent === "save") await requireProof(context, form)
  return answerGroup("feed", form.values, asked)
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, GROUPS.feed.title)
}

export default function ManageFeedSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { offersNeutral: _offer, ...page } = loaderData
  return <GroupPage {...page} response={actionData ?? undefined} />
}
