import { Link } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import type { Choice } from "#app/content/lists/list-type.ts"
import { listAddress, type ListView, parseListView } from "#app/content/lists/list-view.ts"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { loadList, respondWithList } from "#app/content/lists/load-list.server.ts"
import { DateField } from "#app/kit/form/date-field.tsx"
import { SelectField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { historyAddress } from "#app/kit/lib/audit.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { ROLE_LABELS } from "#app/kit/lib/roles.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { groupAddress } from "../settings/groups.ts"
import { siteSettings } from "../settings/site-settings.server.ts"
import type { Route } from "./+types/log.route"
import { describeChanges, describeEntry, listKinds } from "./audit-words.server.ts"
import { FILTERS, parseFilters } from "./audit.schema.ts"
import { countEntries, findPeople, listEntries, MAX_PEOPLE } from "./log.server.ts"

const PATH = "/admin/log"

export async function loader({ url }: Route.LoaderArgs) {
  const { search, filters: asked } = parseListView(url.searchParams, FILTERS)
  const kinds = listKinds()
  const { filters, problem } = parseFilters(asked, kinds)
  // Nobody is looked up twice.
  const found = search && filters ? findPeople(search) : Promise.resolve(undefined)
  const people = async () => (await found)?.slice(0, MAX_PEOPLE)
  const { rows, ...page } = await loadList(url, {
    filterNames: FILTERS,
    list: async ({ limit, offset }) =>
      filters ? listEntries({ ...filters, people: await people(), limit, offset }) : [],
    measure: async (_asked, most) => ({
      total: filters ? await countEntries({ ...filters, people: await people() }, most) : 0,
    }),
    cannotLoad: "Impossible de charger le journal",
  })
  const isTooWide = !page.failure && ((await found)?.length ?? 0) > MAX_PEOPLE
  return respondWithList({
    ...page,
    problem,
    isTooWide,
    kinds,
    months: siteSettings().retention.logMonths,
    rows: rows.map(toRow),
  })
}

function toRow({
  at,
  actorRole,
  action,
  changes,
  ...bulkAction
}: Awaited<ReturnType<typeof listEntries>>[number]): LogRow {
  return {
    ...bulkAction,
    at: formatLongTime(at),
    role: actorRole ? ROLE_LABELS[actorRole] : undefined,
    sentence: describeEntry({ action, ...bulkAction }),
    changes: describeChanges(bulkAction.kind, changes ?? {}),
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Journal")
}

export default function Log({ loaderData }: Route.ComponentProps) {
  const { rows, problem, isTooWide, kinds, months, ...list } = loaderData
  return (
    <ManagerPage title="Journal">
      <ManagerList
        {...list}
        title="Qui a fait quoi"
        path={PATH}
        nouns={["entrée", "entrées"]}
        searchLabel="Rechercher une personne"
        emptyText="Rien n’est encore arrivé."
        tools={<LogFilters view={list.view} {...{ problem, isTooWide, kinds }} />}
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

type LogFiltersProps = {
  view: ListView
  problem: string | undefined
  isTooWide: boolean
  kinds: Choice[]
}

/** Narrows the log down to a kind and a day, and says what it is narrowed down to beside that. */
function LogFilters({ view, problem, isTooWide, kinds }: LogFiltersProps) {
  const { kind = "", day = "", item } = view.filters
  const { field } = fieldsOf<{ kind: string; day: string }>(null, { kind, day })
  const isNarrowed = view.search !== "" || Object.keys(view.filters).length > 0
  return (
    <>
      {problem && (
        <p role="alert" className="office-alert mt-4 font-semibold text-blood-dark">
          {problem}.
        </p>
      )}
      {isTooWide && (
        <p className="mt-2 text-sm text-paper-ink">
          Plus de dix comptes correspondent, et dix sont montrés&nbsp;: donnez l’adresse entière.
        </p>
      )}
      <form action={PATH} className="mt-4 flex flex-wrap items-end gap-x-3 gap-y-4">
        <HiddenFields fields={{ ...(view.search && { q: view.search }) }} />
        <SelectField
          key={`kind ${kind}`}
          label="Type"
          {...field("kind")}
          options={[{ value: "", label: "Tous les types" }, ...kinds]}
          className="min-w-40 flex-1"
        />
        <DateField key={`day ${day}`} label="Jour" {...field("day")} optional className="min-w-48 flex-1" />
        <button type="submit" className="office-button">
          Filtrer
        </button>
        {isNarrowed && (
          <Link to={listAddress(PATH, { search: "", page: 1, filters: {} })} className="office-button">
            Tout le journal
          </Link>
        )}
      </form>
      {item !== undefined && !problem && <p className="mt-4">L’historique d’un seul élément.</p>}
    </>
  )
}

type LogRow = {
  id: number
  /** « 20 novembre 2026 à 14:05 » */
  at: string
  /** Empty once the person was erased. */
  actor: string
  role: string | undefined
  sentence: string
  title: string
  kind: string
  itemId: string | null
  changes: { label: string; before: string | undefined; after: string | undefined }[]
}

/** « Titre, invité et 3 autres » */
function nameFields(changes: LogRow["changes"]) {
  const named = changes.length > 3 ? changes.slice(0, 2) : changes
  const others = changes.length - named.length
  const names = named.map(({ label }) => label).join(", ")
  const all = others > 0 ? `${names} et ${others} autres` : names
  return all.charAt(0).toLocaleUpperCase("fr") + all.slice(1)
}

/** Who did what, on what and when; what changed unfolds. */
function LogRow({ actor, role, at, sentence, title, kind, itemId, changes }: LogRow) {
  const isNew = changes.every(({ before }) => before === undefined)
  return (
    <li className="log-row">
      <p className="break-words">
        {actor ? (
          <Link
            to={`/admin/log?${new URLSearchParams({ q: actor })}`}
            className="font-semibold break-all underline"
          >
            {actor}
          </Link>
        ) : (
          <span className="font-semibold">Personne effacée</span>
        )}{" "}
        {sentence}
        {title && (
          <>
            {" "}
            <bdi className="font-semibold">{title}</bdi>
          </>
        )}
      </p>
      <p className="text-sm wrap-anywhere text-paper-ink">
        {at}
        {role && ` · ${role}`}
        {itemId !== null && (
          <>
            {" · "}
            <Link to={historyAddress(kind, itemId)} className="underline">
              Historique<span className="sr-only"> : {title || sentence}</span>
            </Link>
          </>
        )}
      </p>
      {changes.length > 0 && (
        <details>
          <summary className="log-summary">
            {nameFields(changes)}
            <span className="sr-only"> : {title || sentence}</span>
          </summary>
          <dl className="log-changes">
            {changes.map(({ label, before, after }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  {!isNew && (
                    <>
                      <Value text={before} /> <span aria-hidden="true">→</span>
                      <span className="sr-only">devient</span>{" "}
                    </>
                  )}
                  <Value text={after} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  )
}

function Value({ text }: { text: string | undefined }) {
  return text === undefined ? <i className="text-paper-ink">vide</i> : <bdi>{text}</bdi>
}
