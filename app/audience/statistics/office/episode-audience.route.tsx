import { data, Link } from "react-router"
import { getViewer, guard, refuse } from "#app/accounts/auth/guard.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ItemHead } from "#app/content/item-head.tsx"
import { writeClock } from "#app/kit/lib/chapters.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { ChartTable } from "#app/kit/ui/charts/chart-table.tsx"
import { ColumnChart } from "#app/kit/ui/charts/column-chart.tsx"
import { spell } from "#app/kit/ui/charts/scale.ts"
import { Choice } from "#app/kit/ui/choice.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { parsePeriod, PERIODS } from "../../newsletter/growth/periods.ts"
import { loadEpisodeAudience } from "../episode-audience.server.ts"
import type { FirstDays } from "../episode-figures.server.ts"
import type { Route } from "./+types/episode-audience.route"
import { AgeChart } from "./age-chart.tsx"
import { DownloadsChart } from "./downloads-chart.tsx"
import { Figure } from "./figure.tsx"
import { METHOD_PAGE } from "./paths.ts"
import { Shares } from "./shares.tsx"

export const middleware: Route.MiddlewareFunction[] = [guard("writing")]

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const viewer = getViewer(context)
  const period = parsePeriod(url.searchParams.get("par") ?? "jour")
  const found = await loadEpisodeAudience(parseId(params.id) ?? 0, viewer, period)
  if (found === "others") throw await refuse(request, viewer, "writing-all")
  if (!found) throw data({ title: "Épisode non trouvé" }, { status: 404 })
  return { ...found, period }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return adminMeta(matches, loaderData ? `Audience de ${loaderData.title}` : "Épisode non trouvé")
}

/** The studio's page of figures: how an episode went, by which apps, and how far it is heard. */
export default function EpisodeAudience({ loaderData }: Route.ComponentProps) {
  const { id, title, period, firstDays, steps, from, apps, compared, reached } = loaderData
  const edit = `/admin/episodes/${id}`
  return (
    <>
      <ItemHead list={{ to: "/admin/episodes", label: "Épisodes" }} detail="Audience" title={title} />
      <nav aria-label="Épisode" className="form-tabs mt-4">
        <Link to={edit} className="section-tab">
          Épisode
        </Link>
        <Link to={`${edit}/audience`} aria-current="page" className="section-tab">
          Audience
        </Link>
      </nav>
      <div className="manager mt-4 grid grid-cols-1 gap-8">
        {firstDays && (
          <dl className="figures">
            <Figure label="7 premiers jours" value={firstDays.first7} note={noteOf(firstDays, 7)} />
            <Figure label="30 premiers jours" value={firstDays.first30} note={noteOf(firstDays, 30)} />
            <Figure label="En tout" value={firstDays.all} />
            <Figure label="Lectures sur le site" value={reached.plays} />
          </dl>
        )}
        {steps.length === 0 ? (
          <p className="max-w-[65ch]">
            Rien n’est encore compté de cet épisode. Les chiffres arrivent la nuit qui suit, si son fichier
            est sur ce site.{" "}
            <Link to={METHOD_PAGE} className="underline">
              Comment c’est compté
            </Link>
          </p>
        ) : (
          <Panel
            title="Téléchargements"
            aside={
              <Choice
                label="Période"
                options={PERIODS}
                chosen={period}
                addressOf={(value) => `${edit}/audience?par=${value}`}
              />
            }
          >
            <DownloadsChart steps={steps} from={from} period={period} />
          </Panel>
        )}
        {compared.compared.some(({ curve }) => curve.length > 0) && (
          <Panel title="Selon son âge">
            <AgeChart {...compared} />
          </Panel>
        )}
        {reached.plays > 0 && <Reached {...loaderData} />}
        {apps.length > 0 && (
          <Shares title="Applications" rows={apps} nameOf={(label) => label || "Inconnue"} />
        )}
      </div>
    </>
  )
}

function noteOf({ age, first7 }: FirstDays, days: number) {
  if (first7 === null) return "trop anciens pour être connus"
  return age < days ? "en cours" : undefined
}

type ReachedProps = Pick<Route.ComponentProps["loaderData"], "reached" | "durationSeconds" | "chapters">

/** How many of those who played it on the site heard each tenth, with the chapters that lie in it. */
function Reached({ reached: { plays, tenths }, durationSeconds, chapters }: ReachedProps) {
  const ms = (durationSeconds ?? 0) * 1_000
  const steps = tenths.map((_, index) => {
    const [from, to] = [(ms * index) / 10, (ms * (index + 1)) / 10]
    const inside = chapters.filter(({ start }) => ms > 0 && start >= from && start < to)
    const time = ms > 0 ? writeClock(Math.round(from / 1_000) * 1_000) : `${index * 10} %`
    return { name: [time, ...inside.map((chapter) => chapter.title)].join(" · "), short: time }
  })
  return (
    <Panel title="Jusqu’où l’on écoute, sur le site">
      <ColumnChart
        summary={`${spell(plays)} lectures, dont ${spell(tenths[9] ?? 0)} jusqu’à la fin\u202f; les nombres sont dans le tableau.`}
        steps={steps}
        up={{ label: "Lectures", values: tenths }}
      />
      <ChartTable
        headers={["À partir de", "Lectures"]}
        rows={steps.map(({ name }, index) => ({ name, cells: [tenths[index] ?? 0] }))}
      />
    </Panel>
  )
}
