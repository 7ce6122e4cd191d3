import { data } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { Badge } from "#app/kit/ui/badge.tsx"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { Route } from "./+types/self-assessment.route"
import { assessAudience } from "./self-assessment.server.ts"

const TITLE = "Auto-évaluation CNIL"

export async function loader() {
  const { value, failed } = await loadOr(assessAudience(), [])
  const shown = { criteria: value, failed, day: formatLongDate(new Date()), site: getSettings().publicUrl }
  return data(shown, { status: failed ? 503 : 200 })
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, TITLE)
}

/** What a host prints for who asks how this audience is measured without consent. */
export default function SelfAssessment({ loaderData }: Route.ComponentProps) {
  const { criteria, failed, day, site } = loaderData
  const met = criteria.filter(({ isMet }) => isMet).length
  return (
    <ManagerPage title={TITLE}>
      <Panel title={`Mesure d’audience de ${new URL(site).host}`}>
        {failed && <FailureNotice what="Impossible de lire les réglages" />}
        {!failed && (
          <>
            <p className="max-w-[75ch]">
              {`Au ${day}, d’après les réglages et les tables du site\u00a0: ${met} critères sur ${criteria.length}. Selon cette auto-évaluation, la mesure remplit les conditions de l’exemption de consentement (article 82 de la loi Informatique et Libertés, texte de la CNIL du 4 juillet 2025) quand tous le sont. C’est une déclaration de l’éditeur, pas une certification.`}
            </p>
            <ol className="mt-6 divide-y divide-rule">
              {criteria.map(({ asked, answer, isMet }) => (
                <li key={asked} className="break-inside-avoid py-4">
                  <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                    {asked}{" "}
                    <Badge variant={isMet ? "outline" : "default"}>{isMet ? "Rempli" : "À compléter"}</Badge>
                  </h3>
                  <p className="mt-1 max-w-[75ch]">{answer}</p>
                </li>
              ))}
            </ol>
          </>
        )}
      </Panel>
    </ManagerPage>
  )
}
