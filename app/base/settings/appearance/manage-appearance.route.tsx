import { adminMeta } from "#app/content/admin-meta.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { answerGroup, groupIntents, loadGroup } from "../group-page.server.ts"
import { GroupPage } from "../group-page.tsx"
import { GROUPS } from "../groups.ts"
import type { Route } from "./+types/manage-appearance.route"
import { ThemePreview } from "./theme-preview.tsx"

const GROUP = "appearance"
const FORM = "apparence"

export function loader() {
  return loadGroup(GROUP)
}

export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request)
  return answerGroup(GROUP, form.values, parseIntent(form, groupIntents(GROUP)))
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, GROUPS[GROUP].title)
}

export default function ManageAppearance({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div id={FORM}>
      <GroupPage {...loaderData} response={actionData ?? undefined}>
        {loaderData.form && <ThemePreview around={FORM} saved={loaderData.form.fields} />}
      </GroupPage>
    </div>
  )
}
