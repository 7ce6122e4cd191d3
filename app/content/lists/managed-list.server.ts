import { and, eq, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable, SelectedFields } from "drizzle-orm/pg-core"
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types"
import { db } from "#app/db/client.server.ts"
import { contains } from "#app/db/search.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import type { BulkRun } from "./bulk-actions.server.ts"
import { isWaiting, STATE } from "./content-lists.ts"
import type { Choice, BulkAction, Filter, Listing, Sort } from "./list-type.ts"
import { type Asked, type By, listedRows, type ListedRows, type ListOptions } from "./listed-rows.server.ts"

type ManagedFilter = Omit<Filter, "choices"> & {
  /** A function where hosts give the choices their names. */
  choices: readonly Choice[] | (() => readonly Choice[])
  /** More of them, as they are found in the database. */
  find?: () => Promise<Choice[]>
  where: (value: string) => SQL | undefined
}

type ManagedBulkAction = Omit<BulkAction, "choose"> & {
  choose?: { label: string; choices: () => readonly Choice[] }
  /** What it does, beside what every type can do (`publish`, `unpublish`, `delete`). */
  run?: BulkRun
  /** Whether this site can do it. */
  isOffered?: () => boolean
}

type Source<Columns extends SelectedFields> = {
  table: PgTable &
    Record<"id" | "searchText" | "version" | "updatedAt", PgColumn> &
    Partial<Record<"authorId" | "reviewAskedAt", PgColumn>>
  /** How a row is called. */
  title: PgColumn
  /** What a row shows, beside `id` and `title`. */
  columns: Columns
  search?: (search: string) => SQL | undefined
  filters?: Record<string, ManagedFilter>
  /** The first one, the list's own, has an index. */
  sorts: Record<string, Sort & By>
  bulkActions?: Record<string, ManagedBulkAction>
  /** What all its rows are. */
  only?: SQL
}

type Measured = { total: number; newestId: number }
type Titled = { id: number; title: string }

export type ManagedList<Row> = Pick<Source<SelectedFields>, "table" | "title" | "columns"> & {
  rows: ListedRows
  /** One page. @param options.search a literal substring of what is searched; empty for all */
  list: (options: ListOptions) => Promise<(Row & Titled)[]>
  /** All that the list finds, the newest first. */
  read: (asked: Asked) => AsyncIterable<Row & Titled>
  /** The same list with fewer rows. */
  narrowed: (only: SQL) => ManagedList<Row>
  /** One row as the list shows it, and when it was saved. */
  one: (id: number) => Promise<(Row & Titled & { updatedAt: Date }) | undefined>
  /** How it is narrowed down, sorted and worked on, as this site calls it. */
  listing: () => Listing
  /** The bulk actions that this site can do. */
  offered: () => string[]
  /** How many rows there are on all pages, the newest one's id, and how many there are of each state that is not public. */
  measure: (asked: Asked, most: number) => Promise<Measured & { states: Record<string, number> }>
  /** By filter, the further choices that the database holds. */
  found: () => Promise<Record<string, Choice[]>>
  /** By bulk action, what it does. */
  runs: Record<string, BulkRun>
}

/** The list of a type: what its rows show, and how they are narrowed down, sorted and worked on, with the SQL that does it. */
export function managedList<Columns extends SelectedFields>(
  source: Source<Columns>,
): ManagedList<SelectResultFields<Columns>> {
  const { table, title, filters = {}, sorts, bulkActions = {}, only } = source
  const { authorId, reviewAskedAt } = table
  const columns = {
    ...source.columns,
    ...(authorId && reviewAskedAt && { authorId, reviewAskedAt }),
  } as Columns
  const { search = (asked: string) => contains(table.searchText, asked) } = source
  const wheres = mapValues(filters, ({ where }) => where)
  const rows = listedRows({ filters, sorts }, { table, title, only, search, filters: wheres, sorts })
  const offered = () => Object.keys(bulkActions).filter((name) => bulkActions[name]?.isOffered?.() ?? true)
  const listing = (): Listing => ({
    filters: mapValues(filters, ({ label, all, others, choices }) => ({
      label,
      all,
      others,
      choices: typeof choices === "function" ? choices() : choices,
    })),
    sorts: mapValues(sorts, ({ label, first }) => ({ label, first })),
    bulkActions: Object.fromEntries(
      Object.entries(bulkActions)
        .filter(([name]) => offered().includes(name))
        .map(([name, { run: _run, isOffered: _isOffered, choose, ...bulkAction }]) => [
          name,
          { ...bulkAction, ...(choose && { choose: { label: choose.label, choices: choose.choices() } }) },
        ]),
    ),
  })
  return {
    table,
    title,
    columns,
    rows,
    listing,
    offered,
    async list(options) {
      const page = rows.page(options)
      const query = db
        .select({ ...columns, id: table.id, title })
        .from(page)
        .innerJoin(table as PgTable, eq(table.id, page.id))
        .orderBy(...rows.orderBy(options))
      return (await query) as (SelectResultFields<Columns> & Titled)[]
    },
    read: (asked) =>
      rows.read({ ...columns, title }, asked) as AsyncIterable<SelectResultFields<Columns> & Titled>,
    async one(id) {
      const query = db
        .select({ ...columns, id: table.id, title, updatedAt: table.updatedAt })
        .from(table as PgTable)
        .where(and(eq(table.id, id), only))
      const [row] = await query
      return row as (SelectResultFields<Columns> & Titled & { updatedAt: Date }) | undefined
    },
    async measure(asked, most) {
      // What waits for somebody comes first.
      const choices = (listing().filters[STATE]?.choices ?? []).toReversed()
      const states = choices.filter(({ value }) => isWaiting(value))
      // Each by its own index: few among many.
      const counts = states.map(({ value }) => [
        value,
        sql`(select count(*)::int from ${table} where ${and(wheres[STATE]?.(value), only)})`,
      ])
      const { others, ...measured } = await rows.measure(asked, most, Object.fromEntries(counts))
      return { ...measured, states: others }
    },
    narrowed: (further) => managedList({ ...source, only: and(only, further) }),
    async found() {
      const finding = Object.entries(filters).map(async ([name, { find }]) => {
        const { value } = await loadOr(find?.() ?? Promise.resolve([]), [])
        return [name, value] as const
      })
      return Object.fromEntries(await Promise.all(finding))
    },
    runs: Object.fromEntries(
      Object.entries(bulkActions).flatMap(([name, { run }]) => (run ? [[name, run] as const] : [])),
    ),
  }
}

function mapValues<Value, Result>(values: Record<string, Value>, change: (value: Value) => Result) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}
