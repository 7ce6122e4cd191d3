import { and, desc, eq, type SQL } from "drizzle-orm"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { countUpTo } from "#app/db/counting.server.ts"
import { selectPage } from "#app/db/page.server.ts"
import { missingPaths } from "#app/db/schema/redirects.server.ts"
import { containsWords } from "#app/db/search.server.ts"
import { sql } from "drizzle-orm"

const { id, path, hits, lastSeenAt, isIgnored } = missingPaths

type View = { search: string; areIgnored: boolean }

const matching = ({ search, areIgnored }: View) =>
  and(eq(isIgnored, areIgnored), search ? containsWords(sql`searchable(${path})`, search) : undefined)

const orderBy: SQL[] = [desc(hits), desc(lastSeenAt), desc(id)]

/** Addresses that visitors asked for in vain, the most wanted first. @param options.search a literal substring; empty for all */
export function listMissing({ limit, offset, ...view }: View & { limit: number; offset: number }) {
  const page = selectPage(missingPaths, { where: matching(view), orderBy, limit, offset })
  return db
    .select({ id, path, hits, lastSeenAt })
    .from(page)
    .innerJoin(missingPaths, eq(id, page.id))
    .orderBy(...orderBy)
}

/** How many rows `listMissing` would go through, counted up to `most`. */
export function countMissing(view: View, most: number) {
  return countUpTo(most, missingPaths, matching(view))
}

/** Puts an address out of sight, or back. @returns false when there is no such address */
export function setIgnored(rowId: number, ignored: boolean) {
  return db.transaction(async (tx) => {
    const [row] = await tx.select({ path, isIgnored }).from(missingPaths).where(eq(id, rowId)).for("update")
    if (!row) return false
    await tx.update(missingPaths).set({ isIgnored: ignored }).where(eq(id, rowId))
    if (row.isIgnored !== ignored)
      await record(tx, {
        ...({ action: "update", kind: "missing-path", id: rowId, title: row.path } as const),
        before: { isIgnored: row.isIgnored },
        after: { isIgnored: ignored },
      })
    return true
  })
}

/** Empties the list, but for what is ignored. @returns how many addresses went */
export function clearMissing() {
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.delete(missingPaths).where(eq(isIgnored, false))
    const count = rowCount ?? 0
    if (count > 0)
      await record(tx, { action: "delete", kind: "missing-path", title: "", after: { rows: count } })
    return count
  })
}
