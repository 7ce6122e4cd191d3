import { and, eq, getTableName, gt, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import { record } from "#app/db/audit.server.ts"
import { type Batch, readBackup } from "#app/db/backup/backup-reader.server.ts"
import { listTables, nameColumns } from "#app/db/backup/catalog.server.ts"
import { refuseUnlessFitting } from "#app/db/backup/restore.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { isUniqueViolation } from "#app/db/errors.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { bin } from "#app/db/schema/bin.server.ts"
import { BY_KIND, keep, listReferences, Orphan, putBack, type Reference } from "./bin.server.ts"

type Item = { kind: string; table: PgTable & { id: PgColumn }; titled: PgColumn; id: number }

/** What became of an item of a copy. `there`, `binned`: it is on the site, or in the bin, and nothing was changed. */
export type BroughtBack =
  | {
      outcome: "restored"
      title: string
      /** So are its comments, but where a person was erased since. */ hasComments: boolean
    }
  | { outcome: "there" | "taken"; title: string }
  | { outcome: "binned" | "missing" | "orphan" }

/**
 * Brings one item of a copy back into the site as it is now, with what belonged to it then, as the bin does what was deleted. What is
 * there is never written over. The whole copy is read, and checked, before the site is touched.
 *
 * @param copy its file, and what the log calls it
 * @throws BackupError for a copy that is damaged, or of another version
 */
export async function bringFromCopy(
  copy: { file: string; name: string },
  { kind, table, titled, id }: Item,
): Promise<BroughtBack> {
  let title = ""
  try {
    return await db.transaction(async (tx): Promise<BroughtBack> => {
      const [there] = await tx.select({ title: titled }).from(table).where(eq(table.id, id))
      if (there) return { outcome: "there", title: String(there.title) }
      const isBinned = and(eq(bin.kind, kind), eq(bin.itemId, id))
      if ((await tx.$count(bin, isBinned)) > 0) return { outcome: "binned" }

      const { references, hasComments } = await load(tx, copy.file, getTableName(table), id)
      const [found] = await tx.select({ title: titled }).from(table).where(eq(table.id, id))
      if (!found) return { outcome: "missing" }
      title = String(found.title)
      const held = await keep(tx, { kind, table, id, title }, references.all)
      for (const name of references.tables) await tx.execute(sql`drop table pg_temp.${sql.identifier(name)}`)
      await putBack(tx, held)
      await tx.delete(bin).where(eq(bin.id, held.id))
      await record(tx, { action: "restore", kind, id, title, after: { backup: copy.name } })
      return { outcome: "restored", title, hasComments }
    })
  } catch (error) {
    if (isUniqueViolation(error)) return { outcome: "taken", title }
    if (error instanceof Orphan) return { outcome: "orphan" }
    throw error
  }
}

/**
 * Puts those of a copy's tables that may have something of an item before the site's own: into this session's tables of the same
 * names, which every statement finds first, until they are dropped.
 */
async function load(tx: Transaction, file: string, root: string, id: number) {
  const all = await listReferences(tx)
  const own = await listTables(tx)
  const tables = [...reach(all, root), ...BY_KIND]
  const columns = new Map<string, string[]>()
  let hasComments = true
  for await (const part of readBackup(file)) {
    if ("header" in part) {
      await refuseUnlessFitting(tx, part.header)
      hasComments = !(await wasErasedSince(tx, new Date(part.header.createdAt)))
      for (const { name, ...known } of own) {
        if (!tables.includes(name)) continue
        const copied = known.columns.filter((column) => part.header.tables[name]?.includes(column))
        if (copied.length === 0) continue
        columns.set(name, copied)
        await tx.execute(sql`
          create temporary table ${sql.identifier(name)} on commit drop as
          select ${nameColumns(copied)} from public.${sql.identifier(name)} with no data`)
      }
    } else if ("rows" in part) {
      // A link that was revoked since does not open anything again.
      if (part.table === "preview_links" || (part.table === COMMENTS && !hasComments)) continue
      const copied = columns.get(part.table)
      if (copied) await insert(tx, part, copied, needles(all, part.table, root, id))
    }
  }
  return {
    references: {
      tables: [...columns.keys()],
      all: all.filter(({ table, column }) => columns.get(table)?.includes(column) ?? !tables.includes(table)),
    },
    hasComments,
  }
}

const COMMENTS = "comments"

/** The tables whose rows go along with one of `root`. */
function reached(all: Reference[], root: string) {
  const found = new Set([root])
  // A set also gives what is added while it is walked.
  for (const parent of found)
    for (const one of all) if (one.parent === parent && one.onDelete === "c") found.add(one.table)
  return found
}

/** Those, and the tables whose rows lose a reference to one of them. */
function reach(all: Reference[], root: string) {
  const along = reached(all, root)
  const referring = all.filter(({ parent, onDelete }) => onDelete === "n" && along.has(parent))
  return [...along, ...referring.map(({ table }) => table)]
}

/** Text of which each row that may belong to an item has some, as PostgreSQL writes JSON; none where that cannot be told. */
function needles(all: Reference[], table: string, root: string, id: number) {
  if (table === root) return [`"id":${id}`]
  if (BY_KIND.includes(table)) return [`"item_id":${id}`]
  const into = all.filter((one) => one.table === table)
  const goesAlong = ({ parent, onDelete }: Reference) =>
    onDelete === "c" && parent !== root && parent !== table && reached(all, root).has(parent)
  if (into.some(goesAlong)) return []
  return into.filter(({ parent }) => parent === root).map(({ column }) => `"${column}":${id}`)
}

/** More of them than belong to the item do no harm: what it keeps is told by the references. */
async function insert(tx: Transaction, { table, rows }: Batch, columns: string[], wanted: string[]) {
  const found = wanted.length === 0 ? rows : rows.filter((row) => wanted.some((one) => row.includes(one)))
  if (found.length === 0) return
  await tx.execute(sql`
    insert into pg_temp.${sql.identifier(table)}
    select ${nameColumns(columns)} from json_populate_recordset(null::pg_temp.${sql.identifier(table)}, ${`[${found.join(",")}]`})`)
}

/** Copies still hold what was erased for good; who it was of is written nowhere. */
async function wasErasedSince(tx: Transaction, at: Date) {
  const isErasure = and(eq(auditLog.action, "erase"), eq(auditLog.kind, "personal-data"))
  return (await tx.$count(auditLog, and(isErasure, gt(auditLog.at, at)))) > 0
}
