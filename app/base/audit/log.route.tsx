import { Link } from "react-router"
import { ROLE_LABELS } from "#app/kit/lib/roles.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { parseListView } from "#app/content/lists/list-view.ts"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { loadList, respondWithList } from "#app/content/manager.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { labelOf } from "../settings/definitions.server.ts"
import { groupAddress } from "../settings/groups.ts"
import { siteSettings } from "../settings/site-settings.server.ts"
import type { Route } from "./+types/log.route"
import { describeDeed, inOrder, labelField, spellValue } from "./audit.copy.ts"
import { FILTERS, parseFilters } from "./audit.schema.ts"
import { LogFilters } from "./log-filters.tsx"
import { LogRow } from "./log-row.tsx"
import { countDeeds, findPeople, listDeeds, MAX_PEOPLE } from "./log.server.ts"

const PATH = "/admin/log"

export async function loader({ url }: Route.LoaderArgs) {
  const { search, filters: asked } = parseListView(url.searchParams, FILTERS)
  const { filters, problem } = parseFilters(asked)
  // Nobody is looked up twice.
  const found = search && filters ? findPeople(search) : Promise.resolve(undefined)
  const people = async () => (await found)?.slice(0, MAX_PEOPLE)
  const { rows, ...page } = await loadList(url, {
    filterNames: FILTERS,
    list: async ({ limit, offset }) =>
      filters ? listDeeds({ ...filters, people: await people(), limit, offset }) : [],
    count: async (_search, _filters, most) =>
      filters ? countDeeds({ ...filters, people: await people() }, most) : 0,
    cannotLoad: "Impossible de charger le journal",
  })
  const isTooWide = !page.failure && ((await found)?.length ?? 0) > MAX_PEOPLE
  return respondWithList({
    ...page,
    problem,
    isTooWide,
    months: siteSettings().retention.logMonths,
    rows: rows.map(toRow),
  })
}

function toRow({
  at,
  actorRole,
  action,
  changes,
  ...deed
}: Awaited<ReturnType<typeof listDeeds>>[number]): LogRow {
  return {
    ...deed,
    at: formatLongTime(at),
    role: actorRole ? ROLE_LABELS[actorRole] : undefined,
    sentence: describeDeed({ action, ...deed }),
    changes: inOrder(changes ?? {}).map(([field, [before, after]]) => ({
      label: labelOf(field) ?? labelField(field),
      before: spellValue(field, before),
      after: spellValue(field, after),
    })),
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Journal")
}

export default function Log({ loaderData }: Route.ComponentProps) {
  const { rows, problem, isTooWide, months, ...list } = loaderData
  return (
    <ManagerPage title="Journal">
      <ManagerList
        {...list}
        title="Qui a fait quoi"
        path={PATH}
        nouns={["entrée", "entrées"]}
        searchLabel="Rechercher une personne"
        emptyText="Rien n’est encore arrivé."
        tools={<LogFilters path={PATH} view={list.view} problem={problem} isTooWide={isTooWide} />}
      >
        <ul className="mt-4">
          {rows.map((row) => (
            <LogRow key={row.id} {...row} />
          ))}
        </ul>
      </ManagerList>
      <p>
        {`Chaque entrée reste ${months} mois, puis s’efface. `}
        <Link to={`${groupAddress("retention")}#reglage-logMonths`} className="underline">
          Changer cette durée
        </Link>
      </p>
    </ManagerPage>
  )
}
