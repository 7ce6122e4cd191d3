import { and, eq, getTableColumns, inArray, type SQL } from "drizzle-orm"
import type { PgColumn, PgTable, SelectedFieldsFlat } from "drizzle-orm/pg-core"
import type { z } from "zod"
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types"
import { type AuditEntry, record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { isUniqueViolation } from "#app/db/errors.server.ts"
import type { FieldValues } from "#app/kit/http/forms.server.ts"
import type { AuditAction, AuditKind } from "#app/kit/lib/audit.ts"
import { moveToBin } from "./bin/bin.server.ts"
import { storedContent } from "./drafts/form-values.ts"
import { takeDraft } from "./drafts/drafts.server.ts"
import { keepVersions } from "./drafts/revisions.server.ts"
import type { TypedForm } from "./drafts/typed-form.ts"
import { nextVersion, type Saved } from "./versions.server.ts"

/** A table of what the hosts write: each row has a version, and is found by its title. */
type VersionedTable = PgTable &
  Record<"id" | "version" | "title" | "createdAt" | "updatedAt" | "searchText", PgColumn>

type Options<Edited extends SelectedFieldsFlat> = {
  /** What the log calls a row of it. */
  kind: AuditKind
  /** What the form edits, beside `id` and `version`. */
  edited: Edited
  /** Fields of the form whose text is not their column's value, from a row; `undefined` for columns that are no fields. */
  spelled?: (row: SelectResultFields<Edited>) => Record<string, unknown>
  /** Fields of the form that stand in other tables, for the first version of a row that had none. */
  beside?: (tx: Transaction, id: number) => Promise<FieldValues>
}

/** A row that nobody else writes until the transaction ends, as it is; or why it is not the one that a form was filled from. */
type Held<Row> = { outcome: "held"; before: Row } | Extract<Saved, { outcome: "missing" | "stale" }>

/** A row that was saved, for the log: `before` and `after` with what changed in other tables along with it. */
type Change = Pick<AuditEntry, "before" | "after"> & { action: AuditAction; id: number }

/** What is published waits for nobody any more; tables without the column have no such drafts. */
const REVIEWED = { reviewAskedAt: null }

type Publication<Values> = Partial<Values> & { isPublished: boolean }

/**
 * What the back office does with every table of this kind. The domains give these operations their own names, and their
 * rules (dates, rounds, authors) to the values. All of it is in the log: each write in a transaction of its own, unless it is
 * given one. Where more than the row is saved, a domain takes the steps of `create` and `update` itself: `hold`, then `insert`
 * or `write`, then what belongs to the row, then `finish`.
 */
export function versioned<Table extends VersionedTable, Edited extends SelectedFieldsFlat>(
  table: Table,
  { kind, edited, spelled, beside }: Options<Edited>,
) {
  type Values = { [Name in keyof Table["$inferInsert"]]: Table["$inferInsert"][Name] | SQL }
  // Of a table that is a type parameter, the queries' types say nothing.
  const rows: PgTable = table
  const { id, version } = table
  /** The columns that the log compares. */
  const logged: SelectedFieldsFlat = { title: table.title, ...edited }
  /** The row, locked until the transaction ends. */
  const lockRow = async (tx: Transaction, rowId: number, condition?: SQL) => {
    const [row] = await tx
      .select({ version, ...logged })
      .from(rows)
      .where(and(eq(id, rowId), condition))
      .for("update")
    if (!row) return undefined
    const { version: stored, ...before } = row
    return { stored: Number(stored), before: before as SelectResultFields<Edited> }
  }
  const updateRow = async (tx: Transaction, rowId: number, values: Partial<Values>) => {
    const [row] = await tx
      .update(rows)
      .set({
        ...values,
        ...("isPublished" in values && values.isPublished === true && REVIEWED),
        ...nextVersion(table),
      })
      .where(eq(id, rowId))
      .returning(logged)
    return row
  }
  const recordChange = (tx: Transaction, { action, id: rowId, before, after = {} }: Change) =>
    record(tx, { action, kind, id: rowId, title: String(after.title), before, after })

  /** Keeps rows as they are in the transaction, each as a version. @param form what was typed; null where nobody typed it */
  const keep = async (tx: Transaction, ids: number[], form: FieldValues | null, isFound = false) => {
    const stored = await tx
      .select({ id, updatedAt: table.updatedAt, row: logged })
      .from(rows)
      .where(inArray(id, ids))
    const states = stored as { id: number; updatedAt: Date; row: SelectResultFields<Edited> }[]
    const inForm = states.map((state) => ({ ...state, row: { ...state.row, ...spelled?.(state.row) } }))
    await keepVersions(tx, kind, inForm, { isFound, form: form ?? undefined, beside })
  }

  /** Locks the row that a form was filled from. @param from its version then */
  const hold = async (
    tx: Transaction,
    rowId: number,
    from: number,
  ): Promise<Held<SelectResultFields<Edited>>> => {
    const current = await lockRow(tx, rowId)
    if (!current) return { outcome: "missing" }
    const { stored: version, before } = current
    return version === from ? { outcome: "held", before } : { outcome: "stale", version }
  }
  /** Makes a row. */
  const insert = async (tx: Transaction, values: Values) => {
    const [created] = await tx
      .insert(rows)
      .values(values)
      .returning({ id, ...logged })
    if (!created) throw new Error("the row was not inserted")
    const { id: rowId, ...after } = created
    return { id: Number(rowId), after }
  }
  /** Changes a row that is held; what it was stays as a version. @returns what it is now */
  const write = async (tx: Transaction, rowId: number, values: Partial<Values>) => {
    await keep(tx, [rowId], null, true)
    return updateRow(tx, rowId, values)
  }
  /**
   * Ends a save: the log has it, its version is kept, and there is no draft of it any more.
   *
   * @param typed the form that is saved; null where none is, and the version follows from the row
   * @param other fields of that form which stand in other tables, as it will be filled with them
   */
  const finish = async (
    tx: Transaction,
    change: Change,
    typed: TypedForm | null,
    other: FieldValues = {},
  ) => {
    await recordChange(tx, change)
    await keep(tx, [change.id], typed && { ...typed.content, ...other })
    await takeDraft(tx, kind, change.id, typed?.draftId)
    return { outcome: "saved" as const, id: change.id }
  }

  return {
    /** What the form edits of one row, or undefined. */
    async find(rowId: number) {
      const found = await db
        .select({ id, version, ...edited })
        .from(rows)
        .where(eq(id, rowId))
      return found[0] as ({ id: number; version: number } & SelectResultFields<Edited>) | undefined
    },

    /** What the form of one row holds, as it would be sent; undefined when there is no such row. */
    async formOf(rowId: number): Promise<FieldValues | undefined> {
      return db.transaction(async (tx) => {
        const [row] = await tx.select(logged).from(rows).where(eq(id, rowId))
        const known = row as SelectResultFields<Edited> | undefined
        return known && storedContent({ ...known, ...spelled?.(known) }, await beside?.(tx, rowId))
      })
    },

    /** @param typed the form that is saved; null where none is */
    create(values: Values, typed: TypedForm | null, on?: Transaction) {
      return unlessSlugTaken(on, async (tx) => {
        const created = await insert(tx, values)
        return finish(tx, { action: "create", ...created }, typed)
      })
    },

    /**
     * Saves an edited row, unless somebody else saved it since the form was filled.
     *
     * @param from the version that the form was filled from
     * @param typed the form that is saved; null where none is
     */
    update(rowId: number, from: number, values: Partial<Values>, typed: TypedForm | null, on?: Transaction) {
      return unlessSlugTaken(on, async (tx) => {
        const held = await hold(tx, rowId, from)
        if (held.outcome !== "held") return held
        const after = await write(tx, rowId, values)
        return finish(tx, { action: "update", id: rowId, before: held.before, after }, typed)
      })
    },

    hold,
    insert,
    write,
    finish,

    /**
     * Publishes a row or takes it back, by a click in the list: it counts whatever the version.
     *
     * @returns false when there is no such row
     */
    setPublished(rowId: number, values: Publication<Values>, on?: Transaction, condition?: SQL) {
      return inTransaction(on, async (tx) => {
        const current = await lockRow(tx, rowId, condition)
        if (!current) return false
        const action = values.isPublished ? "publish" : "unpublish"
        const after = await write(tx, rowId, values)
        await recordChange(tx, { action, id: rowId, before: current.before, after })
        await keep(tx, [rowId], null)
        return true
      })
    },

    /**
     * Changes some of a row's fields, by a click in the list: it counts whatever the version. What is so already stays as it is.
     *
     * @returns false when there is no such row
     */
    change(rowId: number, values: Partial<Values>, on?: Transaction) {
      return inTransaction(on, async (tx) => {
        const current = await lockRow(tx, rowId)
        if (!current) return false
        const before: Record<string, unknown> = current.before
        if (Object.entries(values).every(([name, value]) => before[name] === value)) return true
        const after = await write(tx, rowId, values)
        await recordChange(tx, { action: "update", id: rowId, before, after })
        await keep(tx, [rowId], null)
        return true
      })
    },

    /** Deletes a row, with what belongs to it. @returns false when there is no such row */
    remove(rowId: number, on?: Transaction) {
      return inTransaction(on, async (tx) => {
        const [locked] = await tx.select({ title: table.title }).from(rows).where(eq(id, rowId)).for("update")
        if (!locked) return false
        const item = { kind, id: rowId, title: String(locked.title) }
        await moveToBin(tx, { kind, table }, item)
        await tx.delete(rows).where(eq(id, rowId))
        await record(tx, { action: "delete", ...item })
        return true
      })
    },

    /**
     * For what writes rows by queries of its own: called before and afterwards in its transaction, it keeps their versions.
     *
     * @param isFound before: nobody knows who made them what they are
     */
    saveVersions: (tx: Transaction, ids: number[], isFound = false) => keep(tx, ids, null, isFound),
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

/** Those of a table's columns that a form edits. */
export function columnsIn<Table extends PgTable, Shape extends z.ZodRawShape>(
  table: Table,
  { shape }: z.ZodObject<Shape>,
) {
  type Name = keyof Shape & keyof Table["_"]["columns"] & string
  const known = Object.keys(shape).filter((name): name is Name => name in getTableColumns(table))
  return columnsOf(table, ...known)
}

const inTransaction = <Result>(on: Transaction | undefined, work: (tx: Transaction) => Promise<Result>) =>
  on ? work(on) : db.transaction(work)

/** The database says when another row has the slug, also to two people at once. */
async function unlessSlugTaken(
  on: Transaction | undefined,
  save: (tx: Transaction) => Promise<Saved>,
): Promise<Saved> {
  try {
    return await inTransaction(on, save)
  } catch (error) {
    if (isUniqueViolation(error, /_slug_unique$/)) return { outcome: "slug-taken" }
    throw error
  }
}
