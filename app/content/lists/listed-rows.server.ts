import { and, desc, inArray, lt, lte, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable, SelectedFields } from "drizzle-orm/pg-core"
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types"
import { db } from "#app/db/client.server.ts"
import { countUpTo } from "#app/db/counting.server.ts"
import { selectPage } from "#app/db/page.server.ts"
import { type Filters, maxRows } from "./list-view.ts"
import { type Listing, type Order, ownSort } from "./list-type.ts"

/** What a list's address asks for. */
export type Asked = { search: string; filters?: Filters; sort?: string; order?: Order }
export type ListOptions = Asked & { limit: number; offset: number }

type Key = PgColumn | SQL
/**
 * What rows are sorted by: the columns of an index, in its order, or what no index has. Of the latter only as many rows are
 * sorted as can be turned to, the first ones of the list's own order.
 */
export type By = { index: Key[] } | { row: Key }

/** What a list is narrowed down and sorted by, by name. */
type Named = { filters: Record<string, unknown>; sorts: Listing["sorts"] }

type Source<Type extends Named> = {
  table: PgTable & { id: PgColumn }
  /** How a row is called in questions. */
  title: PgColumn | SQL
  /** What rows are that somebody may work on; none is another's. */
  only?: SQL
  /** What all rows of the list are, as long as no filter says otherwise. */
  always?: (filters: Filters) => SQL | undefined
  search: (search: string) => SQL | undefined
  filters: { [Name in keyof Type["filters"]]: (value: string) => SQL | undefined }
  /** The first one, the list's own, has an index. */
  sorts: { [Name in keyof Type["sorts"]]: By }
}

export type ListedRows = ReturnType<typeof listedRows>

const BATCH = 1_000

/** What a list of the back office asks of its table: one page, how many there are, and which of them are worked on. */
export function listedRows<Type extends Named>(type: Type, source: Source<Type>) {
  const { table, title, only, always, search: contains } = source
  const rows: PgTable = table
  const filtering: Record<string, (value: string) => SQL | undefined> = source.filters
  const sorts: Record<string, By> = source.sorts

  const matching = ({ search, filters = {} }: Asked) =>
    and(
      only,
      always?.(filters),
      search ? contains(search) : undefined,
      ...Object.entries(filters).map(([name, value]) => filtering[name]?.(value)),
    )
  const sorting = (asked: Pick<Asked, "sort" | "order">) => {
    const own = ownSort(type) ?? { sort: "", order: "desc" }
    const { sort = own.sort, order = own.order } = asked
    return { by: sorts[sort] ?? { index: [] }, order }
  }
  /** Totally: the id tells rows apart that are otherwise the same. */
  const orderBy = (asked: Pick<Asked, "sort" | "order">) => {
    const { by, order } = sorting(asked)
    const way = sql.raw(order)
    return "index" in by
      ? [...by.index, table.id].map((key) => sql`${key} ${way}`)
      : [sql`${by.row} ${way} nulls last`, sql`${table.id} ${way}`]
  }

  const found = (asked: Asked, most: number) =>
    db
      .select({ found: sql`1` })
      .from(rows)
      .where(matching(asked))
      .limit(most)

  return {
    matching,
    orderBy,

    /** The ids of one page, to be joined with their rows in the order of `orderBy`. */
    page({ limit, offset, ...asked }: ListOptions) {
      const where = matching(asked)
      const { by, order } = sorting(asked)
      if ("index" in by) return selectPage(table, { where, orderBy: orderBy(asked), limit, offset })
      const first = db
        .select({ id: table.id, key: sql`${by.row}`.as("key") })
        .from(rows)
        .where(where)
        .orderBy(...orderBy({}))
        .limit(maxRows(asked))
        .as("first")
      const way = sql.raw(order)
      return db
        .select({ id: first.id })
        .from(first)
        .orderBy(sql`${first.key} ${way} nulls last`, sql`${first.id} ${way}`)
        .limit(limit)
        .offset(offset)
        .as("page")
    },

    /**
     * How many rows there are on all pages, counted up to `most`, the newest row's id, or 0 (what comes later is none of what
     * somebody chose now), and what else is counted besides, in one query.
     */
    async measure(asked: Asked, most: number, besides: Record<string, SQL> = {}) {
      const columns = Object.entries({
        total: sql`(select count(*)::int from (${found(asked, most)}) as found)`,
        newestId: sql`(select coalesce(max(${table.id}), 0)::int from ${table})`,
        ...besides,
      }).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`)
      const query = sql`select ${sql.join(columns, sql`, `)}`
      const { rows: measured } = await db.execute<Record<string, number>>(query)
      const { total = 0, newestId = 0, ...others } = measured[0] ?? {}
      return { total, newestId, others }
    },

    /** How many rows there are on all pages, counted up to `most`. */
    count: (asked: Asked, most: number) => countUpTo(most, table, matching(asked)),

    /**
     * All rows that the list finds, the newest first, some at a time: a table is sent while it is read, and no transaction is
     * open for as long as its reader takes.
     *
     * @param only of these only
     */
    async *read<Columns extends SelectedFields>(columns: Columns, asked: Asked, only?: SQL) {
      let before: SQL | undefined
      do {
        const query = db
          .select({ ...columns, id: table.id })
          .from(rows)
          .where(and(matching(asked), only, before))
          .orderBy(desc(table.id))
          .limit(BATCH)
        const found = (await query) as (SelectResultFields<Columns> & { id: number })[]
        yield* found
        const last = found.length === BATCH ? found.at(-1) : undefined
        before = last && lt(table.id, last.id)
      } while (before)
    },

    /** Ids of rows that the list finds, downwards from one. */
    async idsUpTo(asked: Asked, upTo: number, limit: number) {
      const found = await db
        .select({ id: table.id })
        .from(rows)
        .where(and(matching(asked), lte(table.id, upTo)))
        .orderBy(desc(table.id))
        .limit(limit)
      return found.map(({ id }) => Number(id))
    },

    /** How many of these there are, counted up to `most`. */
    countUpTo: (asked: Asked, upTo: number, most: number) =>
      countUpTo(most, table, and(matching(asked), lte(table.id, upTo))),

    /** Those of these ids that somebody may work on, whether there are such rows or not. */
    async mine(ids: number[]) {
      if (!only) return ids
      const found = await db
        .select({ id: table.id })
        .from(rows)
        .where(and(inArray(table.id, ids), only))
      return found.map(({ id }) => Number(id))
    },

    /** Those of these rows that there are, with what they are called. */
    async titles(ids: number[]) {
      const found = await db
        .select({ id: table.id, title })
        .from(rows)
        .where(and(inArray(table.id, ids), only))
        .orderBy(...orderBy({}))
      return found.map((row) => ({ id: Number(row.id), title: String(row.title) }))
    },
  }
}
