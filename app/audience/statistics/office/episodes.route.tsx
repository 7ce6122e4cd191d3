import { data, Form, Link } from "react-router"
import { getViewer, guard } from "#app/accounts/auth/guard.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { formatShortDate } from "#app/kit/lib/dates.ts"
import { parseId, parsePageNumber } from "#app/kit/lib/numbers.ts"
import { BarChart } from "#app/kit/ui/charts/bar-chart.tsx"
import { spell } from "#app/kit/ui/charts/scale.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Choice } from "#app/kit/ui/choice.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { compareEpisodes, MOST_COMPARED } from "../compared.server.ts"
import { type FirstDays, listFirstDays, listTop, seenBy } from "../episode-figures.server.ts"
import { findFirstDay } from "../figures.server.ts"
import type { Route } from "./+types/episodes.route"
import { AgeChart } from "./age-chart.tsx"
import { AudiencePage } from "./audience-page.tsx"
import { EPISODES } from "./paths.ts"

export const middleware: Route.MiddlewareFunction[] = [guard("writing")]

const PER_PAGE = 25
const TOPS = { 7: "7 jours", 30: "30 jours", 365: "365 jours" }
const MOST_TOP = 10

export async function loader({ context, url }: Route.LoaderArgs) {
  const which = seenBy(getViewer(context))
  const page = parsePageNumber(url.searchParams.get("page"))
  const top = url.searchParams.get("top") ?? "30"
  const chosen = url.searchParams
    .getAll("comparer")
    .slice(0, MOST_COMPARED)
    .flatMap((id) => parseId(id) ?? [])
  const days = Object.hasOwn(TOPS, top) ? Number(top) : 30
  const { value, failed } = await loadOr(load(), undefined)
  return data({ page, chosen, days, failed, figures: value }, { status: failed ? 503 : 200 })

  async function load() {
    if ((await findFirstDay()) === undefined) return undefined
    const [rows, most, compared] = await Promise.all([
      listFirstDays(which, PER_PAGE + 1, (page - 1) * PER_PAGE),
      listTop(days, which, MOST_TOP),
      compareEpisodes(chosen, which),
    ])
    const shown = rows.slice(0, PER_PAGE).map((row) => ({
      ...row,
      day: formatShortDate(row.publishedAt),
    }))
    return { rows: shown, hasMore: rows.length > PER_PAGE, most, ...compared }
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Audience des épisodes")
}

export default function Episodes({
  loaderData: { page, chosen, days, failed, figures },
}: Route.ComponentProps) {
  const addressOf = (changed: Record<string, string>) =>
    `${EPISODES}?${new URLSearchParams([
      ...chosen.map((id) => ["comparer", String(id)]),
      ...Object.entries({ top: String(days), page: String(page), ...changed }),
    ])}`
  return (
    <AudiencePage title="Audience des épisodes" failed={failed} isEmpty={!figures}>
      {figures && (
        <div className="manager mt-4 grid grid-cols-1 gap-8">
          {figures.compared.length > 0 && (
            <Panel title={chosen.length > 0 ? "Comparés, selon leur âge" : "Les derniers, selon leur âge"}>
              <AgeChart compared={figures.compared} usual={figures.usual} />
            </Panel>
          )}
          <Panel title="Tous">
            <FirstDaysTable
              rows={figures.rows}
              chosen={chosen}
              shown={{ page: String(page), top: String(days) }}
            />
            <nav aria-label="Pages" className="mt-4 flex gap-3">
              {page > 1 && (
                <Link to={addressOf({ page: String(page - 1) })} className="office-button">
                  Plus récents
                </Link>
              )}
              {figures.hasMore && (
                <Link to={addressOf({ page: String(page + 1) })} className="office-button">
                  Plus anciens
                </Link>
              )}
              <a href={`${EPISODES}.csv`} className="office-button ml-auto" download>
                CSV
              </a>
            </nav>
          </Panel>
          <Panel
            title="Les plus téléchargés"
            aside={
              <Choice
                label="Période"
                options={TOPS}
                chosen={String(days)}
                addressOf={(value) => addressOf({ top: value })}
              />
            }
          >
            {figures.most.length === 0 && <p>Aucun téléchargement pendant ce temps.</p>}
            <BarChart
              label="Téléchargements par épisode"
              rows={figures.most.map(({ title, count }) => ({ name: title, value: count }))}
            />
          </Panel>
        </div>
      )}
    </AudiencePage>
  )
}

type Row = Omit<FirstDays, "publishedAt"> & { day: string }

type TableProps = {
  rows: readonly Row[]
  chosen: readonly number[]
  /** What the address says besides. */
  shown: Record<string, string>
}

/** Each with its first days, to be ticked and compared. */
function FirstDaysTable({ rows, chosen, shown }: TableProps) {
  return (
    <Form preventScrollReset>
      <HiddenFields fields={shown} />
      <div className="figures-table">
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">Comparer</span>
              </th>
              <th scope="col">Épisode</th>
              <th scope="col">Publié le</th>
              <th scope="col">7 jours</th>
              <th scope="col">30 jours</th>
              <th scope="col">90 jours</th>
              <th scope="col">En tout</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <input
                    type="checkbox"
                    name="comparer"
                    value={row.id}
                    defaultChecked={chosen.includes(row.id)}
                    aria-label={`Comparer ${row.title}`}
                    className="tick"
                  />
                </td>
                <th scope="row">
                  <Link to={`/admin/episodes/${row.id}/audience`}>{row.title}</Link>
                </th>
                <td>{row.day}</td>
                <Days row={row} days={7} count={row.first7} />
                <Days row={row} days={30} count={row.first30} />
                <Days row={row} days={90} count={row.first90} />
                <td>{spell(row.all)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-3 flex flex-wrap items-center gap-3">
        <button type="submit" className="office-button">
          Comparer les épisodes cochés
        </button>
        <span className="text-sm text-paper-ink">
          Cinq au plus. Sans nombre, l’épisode a paru avant que le site compte, ou il y a plus de deux ans.
          Avec des points de suspension, ses jours ne sont pas finis.
        </span>
      </p>
    </Form>
  )
}

/** What came before the counting began is unknown, not nothing. */
function Days({ row, days, count }: { row: Row; days: number; count: number | null }) {
  return <td>{`${spell(count)}${count !== null && row.age < days ? " …" : ""}`}</td>
}
