import { data, Link } from "react-router"
import { guard } from "#app/accounts/auth/guard.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { spell } from "#app/kit/ui/charts/scale.ts"
import { Choice } from "#app/kit/ui/choice.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { listShares } from "../figures.server.ts"
import type { Route } from "./+types/visits.route"
import { AudiencePage } from "./audience-page.tsx"
import { VISITS } from "./paths.ts"
import { Shares } from "./shares.tsx"
import { parseDays, SPANS } from "./spans.ts"

export const middleware: Route.MiddlewareFunction[] = [guard("administration")]

const SHOWN = 25

export async function loader({ url }: Route.LoaderArgs) {
  const days = parseDays(url.searchParams.get("jours"))
  const { value, failed } = await loadOr(
    Promise.all([
      listShares("page", days, SHOWN),
      listShares("referrer", days, SHOWN),
      listShares("search", days, SHOWN),
    ]),
    undefined,
  )
  const [pages = [], referrers = [], searches = []] = value ?? []
  return data({ days, failed, pages, referrers, searches }, { status: failed ? 503 : 200 })
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Le site")
}

/** What is read, where from, and what is looked for in vain. */
export default function Visits({ loaderData }: Route.ComponentProps) {
  const { days, failed, pages, referrers, searches } = loaderData
  return (
    <AudiencePage
      title="Le site"
      failed={failed}
      isEmpty={false}
      aside={
        <Choice
          label="Période"
          options={SPANS}
          chosen={String(days)}
          addressOf={(value) => `${VISITS}?jours=${value}`}
        />
      }
    >
      <div className="manager mt-4 grid grid-cols-1 items-start gap-8 lg:grid-cols-2">
        <Shares
          title="Pages ouvertes"
          rows={pages}
          nameOf={(label) => label || "Autres"}
          empty="Aucune page ouverte pendant ce temps. L’équipe connectée n’est pas comptée."
        />
        <Shares
          title="Sites d’où l’on vient"
          rows={referrers}
          nameOf={(label) => label || "Autres"}
          empty="Aucun autre site n’a mené ici."
        />
        <Searches rows={searches} />
        <Panel title="Adresses introuvables">
          <p>
            Ce qui a été demandé et n’existe pas, avec la redirection à créer, est dans{" "}
            <Link to="/admin/redirects/missing" className="underline">
              Adresses introuvables
            </Link>
            .
          </p>
        </Panel>
      </div>
    </AudiencePage>
  )
}

/** What people look for and do not find may be what they want to hear. */
function Searches({ rows }: { rows: readonly { label: string; count: number }[] }) {
  return (
    <Panel title="Recherches sans résultat">
      {rows.length === 0 && <p>Tout ce qui a été cherché a été trouvé.</p>}
      <ul className="divide-y divide-rule">
        {rows.map(({ label, count }) => (
          <li key={label} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="mr-auto min-w-0 wrap-anywhere">
              {label || "Autres"} <span className="text-paper-ink">({spell(count)})</span>
            </span>
            {label && (
              <Link
                to={`/admin/episodes/new?${new URLSearchParams({ titre: label })}`}
                className="office-button"
              >
                Écrire un épisode<span className="sr-only"> sur {label}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
