import { Link } from "react-router"
import { answerGroup, groupIntents, loadGroup } from "#app/base/settings/group-page.server.ts"
import { GroupPage } from "#app/base/settings/group-page.tsx"
import { GROUPS } from "#app/base/settings/groups.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { Route } from "./+types/manage-measurement.route"

export const loader = () => loadGroup("audience")

export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request)
  return answerGroup("audience", form.values, parseIntent(form, groupIntents("audience")))
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, GROUPS.audience.title)
}

export default function ManageMeasurement({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <GroupPage {...loaderData} response={actionData ?? undefined}>
      <Panel title="Ce que dit la loi">
        <p className="max-w-[75ch]">
          Mesurer sa propre audience ainsi se passe de consentement. La CNIL demande de pouvoir le
          montrer&nbsp;: l’auto-évaluation répond à chacun de ses critères d’après les réglages du moment, à
          imprimer.
        </p>
        <p className="mt-4 flex flex-wrap gap-3">
          <Link to="/admin/site/audience/evaluation" className="office-button">
            Auto-évaluation CNIL
          </Link>
          <a href="/mesure" className="office-button">
            Voir /mesure
          </a>
        </p>
      </Panel>
    </GroupPage>
  )
}
