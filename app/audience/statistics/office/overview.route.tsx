import { data, Link } from "react-router"
import { getViewer, guard } from "#app/accounts/auth/guard.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { can } from "#app/kit/lib/rights.ts"
import { BarChart } from "#app/kit/ui/charts/bar-chart.tsx"
import { spell } from "#app/kit/ui/charts/scale.ts"
import { Choice } from "#app/kit/ui/choice.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { parsePeriod, PERIODS } from "../../newsletter/growth/periods.ts"
import { findExchanges } from "../exchanges.server.ts"
import { type Latest, loadOverview } from "../overview.server.ts"
import type { Route } from "./+types/overview.route"
import { AudiencePage } from "./audience-page.tsx"
import { DownloadsChart } from "./downloads-chart.tsx"
import { ExchangesList } from "./exchanges-list.tsx"
import { Figure } from "./figure.tsx"
import { EPISODES, OVERVIEW } from "./paths.ts"

export const middleware: Route.MiddlewareFunction[] = [guard("writing-all")]

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = getViewer(context)
  const period = parsePeriod(url.searchParams.get("par") ?? "jour")
  const [overview, exchanges] = await Promise.all([
    loadOr(loadOverview(period, viewer), undefined),
    can(viewer, "administration") ? loadOr(findExchanges(), undefined) : { value: undefined },
  ])
  return data(
    { period, overview: overview.value, failed: overview.failed, exchanges: exchanges.value },
    { status: overview.failed ? 503 : 200 },
  )
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Audience")
}

/** « Did it go well? », in five seconds; then how it went for as long as there are figures. */
export default function Overview({ loaderData }: Route.ComponentProps) {
  const { period, overview, exchanges, failed } = loaderData
  return (
    <AudiencePage title="Audience" failed={failed} isEmpty={!overview}>
      {overview && (
        <div className="manager mt-4 grid grid-cols-1 gap-8">
          <section aria-label="En bref">
            {overview.latest && <LatestEpisode {...overview.latest} />}
            <dl className="figures">
              <Figure
                label="Téléchargés en 7 jours"
                value={overview.downloads.week}
                before={overview.downloads.weekBefore}
              />
              <Figure
                label="Téléchargés en 30 jours"
                value={overview.downloads.month}
                before={overview.downloads.monthBefore}
              />
              <Figure
                label="Abonnés au flux"
                value={overview.subscribers}
                note={overview.subscribers > 0 ? "selon les applications" : "aucune application ne le dit"}
              />
              <Figure
                label="Lectures sur le site, 30 jours"
                value={overview.plays.month}
                before={overview.plays.monthBefore}
              />
            </dl>
          </section>
          <Panel
            title="Téléchargements"
            aside={
              <Choice
                label="Période"
                options={PERIODS}
                chosen={period}
                addressOf={(value) => `${OVERVIEW}?par=${value}`}
              />
            }
          >
            <DownloadsChart
              steps={overview.steps}
              from={overview.from}
              period={period}
              publications={overview.publications}
              csv={`${OVERVIEW}/downloads.csv?par=${period}`}
            />
          </Panel>
          {overview.top.length > 0 && (
            <Panel
              title="Les plus téléchargés en 30 jours"
              aside={
                <Link to={EPISODES} className="office-button">
                  Tous les épisodes
                </Link>
              }
            >
              <BarChart
                label="Téléchargements par épisode"
                rows={overview.top.map(({ title, count }) => ({ name: title, value: count }))}
              />
            </Panel>
          )}
          {exchanges && <ExchangesList {...exchanges} />}
        </div>
      )}
    </AudiencePage>
  )
}

function LatestEpisode({ id, title, days, count, usual }: Latest) {
  const link = <Link to={`/admin/episodes/${id}/audience`}>«&nbsp;{title}&nbsp;»</Link>
  if (days === 0)
    return <p className="figures-verdict">{link} vient de paraître&nbsp;: premiers chiffres demain.</p>
  return (
    <p className="figures-verdict">
      <strong>{usual ? verdictOf(count, usual) : "Dernier épisode"}</strong>
      {"\u00a0: "}
      {link}, {spell(count)} {count > 1 ? "téléchargements" : "téléchargement"} en{" "}
      {days > 1 ? `${days} jours` : "un jour"}
      {usual && `\u202f; d’habitude ${spellRange(usual)} au même âge`}.
    </p>
  )
}

const spellRange = ({ low, high }: { low: number; high: number }) =>
  low === high ? spell(low) : `de ${spell(low)} à ${spell(high)}`

function verdictOf(count: number, { low, high }: { low: number; high: number }) {
  if (count > high) return "Mieux que d’habitude"
  return count < low ? "Moins que d’habitude" : "Comme d’habitude"
}
