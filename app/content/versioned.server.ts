import { and, desc, eq, getTableColumns, type SQL } from "drizzle-orm"
import type { PgColumn, PgTable, SelectedFields } from "drizzle-orm/pg-core"
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types"
import { type Database, db } from "#app/db/client.server.ts"
import { countUpTo } from "#app/db/counting.server.ts"
import { isUniqueViolation } from "#app/db/errors.server.ts"
import { selectPage } from "#app/db/page.server.ts"
import { contains } from "#app/db/search.server.ts"
import { nextVersion, type Saved } from "./versions.server.ts"

/** A table of what the hosts write: each row has a version, and is found by its title. */
type VersionedTable = PgTable & Record<"id" | "version" | "createdAt" | "searchText", PgColumn>

type Options<Listed, Edited> = {
  /** What a list shows of a row, beside `id`. */
  listed: Listed
  /** What the form edits, beside `id` and `version`. */
  edited: Edited
  /** The list's first row is the newest by this. */
  newestBy?: PgColumn
}

/** The database, or the transaction that a statement belongs to. */
type Writer = Pick<Database, "select" | "insert" | "update">

export type ListOptions = { search: string; limit: number; offset: number }

/**
 * What the back office does with every table of this kind. The domains give these operations their own names, and their
 * rules (dates, rounds, authors) to the values.
 */
export function versioned<
  Table extends VersionedTable,
  Listed extends SelectedFields,
  Edited extends SelectedFields,
>(table: Table, { listed, edited, newestBy = table.createdAt }: Options<Listed, Edited>) {
  type Values = { [Name in keyof Table["$inferInsert"]]: Table["$inferInsert"][Name] | SQL }
  // Of a table that is a type parameter, the queries' types say nothing.
  const rows: PgTable = table
  const { id, version } = table
  const orderBy = [desc(newestBy), desc(id)]
  const matching = (search: string) => (search ? contains(table.searchText, search) : undefined)

  return {
    /** Published or not, newest first. @param options.search a literal substring of what is searched; empty for all */
    async list({ search, limit, offset }: ListOptions) {
      const page = selectPage(table, { where: matching(search), orderBy, limit, offset })
      const query = db
        .select({ id, ...listed })
        .from(page)
        .innerJoin(rows, eq(id, page.id))
        .orderBy(...orderBy)
      return (await query) as ({ id: number } & SelectResultFields<Listed>)[]
    },

    /** How many rows `list` would go through, counted up to `most`. */
    count: (search: string, most: number) => countUpTo(most, table, matching(search)),

    /** What the form edits of one row, or undefined. */
    async find(rowId: number) {
      const found = await db
        .select({ id, version, ...edited })
        .from(rows)
        .where(eq(id, rowId))
      return found[0] as ({ id: number; version: number } & SelectResultFields<Edited>) | undefined
    },

    create(values: Values, on: Writer = db) {
      return unlessSlugTaken(async () => {
        const [created] = await on.insert(rows).values(values).returning({ id })
        if (!created) throw new Error("the row was not inserted")
        return { outcome: "saved", id: Number(created.id) }
      })
    },

    /**
     * Saves an edited row, unless somebody else saved it since the form was filled.
     *
     * @param from the version that the form was filled from
     */
    update(rowId: number, from: number, values: Partial<Values>, on: Writer = db) {
      return unlessSlugTaken(async () => {
        const saved = await on
          .update(rows)
          .set({ ...values, ...nextVersion(table) })
          .where(and(eq(id, rowId), eq(version, from)))
          .returning({ id })
        if (saved.length > 0) return { outcome: "saved", id: rowId }
        const [newer] = await on.select({ version }).from(rows).where(eq(id, rowId))
        return newer ? { outcome: "stale", version: Number(newer.version) } : { outcome: "missing" }
      })
    },

    /** A click in the list: it counts whatever the version. @returns false when there is no such row */
    async change(rowId: number, values: Partial<Values>, on: Writer = db, condition?: SQL) {
      const changed = await on
        .update(rows)
        .set({ ...values, ...nextVersion(table) })
        .where(and(eq(id, rowId), condition))
        .returning({ id })
      return changed.length > 0
    },

    /** Deletes a row, with what belongs to it. @returns false when there is no such row */
    async remove(rowId: number) {
      const deleted = await db.delete(rows).where(eq(id, rowId)).returning({ id })
      return deleted.length > 0
    },
  }
}

/** Some of a table's columns, by name. */
export function columnsOf<Table extends PgTable, Name extends keyof Table["_"]["columns"] & string>(
  table: Table,
  ...names: Name[]
) {
  const columns: Table["_"]["columns"] = getTableColumns(table)
  const entries = names.map((name) => [name, columns[name]] as const)
  return Object.fromEntries(entries) as Pick<Table["_"]["columns"], Name>
}

/** The database says when another row has the slug, also to two people at once. */
async function unlessSlugTaken(save: () => Promise<Saved>): Promise<Saved> {
  try {
    return await save()
  } catch (error) {
    if (isUniqueViolation(error, /_slug_unique$/)) return { outcome: "slug-taken" }
    throw error
  }
}
