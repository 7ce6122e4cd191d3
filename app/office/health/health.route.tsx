import { Link } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { clientAddressContext } from "#app/kit/http/client-address.server.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { seenConnectionContext } from "#app/kit/http/seen-connection.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { FAILED_MAILS } from "../../base/mail/failed-mails.copy.ts"
import type { Route } from "./+types/health.route"
import { inOrderOfNeed, summarize } from "./check.ts"
import { CheckPanel } from "./check-panel.tsx"
import { examineSite, reportOn } from "./health.server.ts"
import { ReportPanel } from "./report-panel.tsx"

export async function loader({ context, request }: Route.LoaderArgs) {
  const now = new Date()
  const checks = await examineSite(
    {
      ...context.get(seenConnectionContext),
      publicUrl: context.get(publicUrlContext),
      clientAddress: context.get(clientAddressContext),
      headers: request.headers,
    },
    now,
  )
  return {
    checks: inOrderOfNeed(checks),
    summary: summarize(checks),
    report: reportOn(checks, now),
    at: formatLongTime(now),
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Santé du site")
}

export default function Health({ loaderData }: Route.ComponentProps) {
  const { checks, summary, report, at } = loaderData
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="poster text-poster-sm">Santé du site</h1>
        <Link to="." className="office-button" preventScrollReset>
          Vérifier à nouveau
        </Link>
      </div>
      <p className="mt-2 text-lg">
        <strong>{summary}</strong> <span className="text-sm text-paper-ink">Vérifié le {at}.</span>
      </p>
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-2">
        {checks.map((check) => (
          <CheckPanel
            key={check.id}
            {...check}
            link={
              check.id === "e-mails" ? { to: FAILED_MAILS, label: "Voir les e-mails abandonnés" } : undefined
            }
          />
        ))}
      </div>
      <ReportPanel report={report} />
    </>
  )
}
