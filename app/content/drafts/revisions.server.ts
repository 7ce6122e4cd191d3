import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm"
import { actingId } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { revisions } from "#app/db/schema/drafts.server.ts"
import type { FieldValues } from "#app/kit/http/forms.server.ts"
import { contentOf, differences, storedContent } from "./form-values.ts"

/** How many versions of an item are kept (docs/product.md 18.8). */
const MAX_VERSIONS = 30

/** A row as it is stored now: what its form edits of it, and when it was last changed. */
export type State = { id: number; updatedAt: Date; row: Record<string, unknown> }

type Change = {
  /** What stands in the form that is being saved. */
  form?: FieldValues
  /** Nobody knows who made these states, nor exactly when: they were found. */
  isFound?: boolean
  /** What an item's form holds beyond its row, where neither a form nor a version says it. */
  beside?: (tx: Transaction, id: number) => Promise<FieldValues>
}

/**
 * Keeps items as they are now, each as a version of its own unless it is the newest one already. The oldest go.
 *
 * @param tx the transaction in which the items were written, or are going to be
 */
export async function keepVersions(
  tx: Transaction,
  kind: string,
  states: State[],
  { form, isFound = false, beside }: Change = {},
) {
  if (states.length === 0) return
  const ids = states.map(({ id }) => id)
  const newest = await findNewest(tx, kind, ids)
  const fresh: (typeof revisions.$inferInsert)[] = []
  for (const { id, updatedAt, row } of states) {
    const known = newest.get(id)
    const values = storedContent(row, form ?? known ?? (await beside?.(tx, id)))
    if (known && differences(known, values).length === 0) continue
    const who = isFound ? { savedBy: null, savedAt: updatedAt } : { savedBy: actingId() }
    fresh.push({ kind, itemId: id, values, title: String(row.title), ...who })
  }
  if (fresh.length === 0) return
  await tx.insert(revisions).values(fresh)
  await forgetOldest(tx, kind, ids)
}

async function findNewest(tx: Transaction, kind: string, ids: number[]) {
  const rows = await tx
    .selectDistinctOn([revisions.itemId], { itemId: revisions.itemId, values: revisions.values })
    .from(revisions)
    .where(and(eq(revisions.kind, kind), inArray(revisions.itemId, ids)))
    .orderBy(revisions.itemId, desc(revisions.id))
  return new Map(rows.map(({ itemId, values }) => [itemId, values]))
}

async function forgetOldest(tx: Transaction, kind: string, ids: number[]) {
  const ranked = tx
    .select({
      id: revisions.id,
      place:
        sql<number>`row_number() over (partition by ${revisions.itemId} order by ${revisions.id} desc)`.as(
          "place",
        ),
    })
    .from(revisions)
    .where(and(eq(revisions.kind, kind), inArray(revisions.itemId, ids)))
    .as("ranked")
  const oldest = tx
    .select({ id: ranked.id })
    .from(ranked)
    .where(sql`${ranked.place} > ${MAX_VERSIONS}`)
  await tx.delete(revisions).where(inArray(revisions.id, oldest))
}

/** The versions of an item, newest first: who saved each, and when. */
export function listVersions(kind: string, itemId: number) {
  return db
    .select({ id: revisions.id, title: revisions.title, savedAt: revisions.savedAt, savedBy: users.email })
    .from(revisions)
    .leftJoin(users, eq(users.id, revisions.savedBy))
    .where(ofItem(kind, itemId))
    .orderBy(desc(revisions.id))
    .limit(MAX_VERSIONS)
}

/** What stood in the form of one version, or undefined. */
export async function findVersion(kind: string, itemId: number, id: number) {
  const [version] = await db
    .select({ id: revisions.id, savedAt: revisions.savedAt, values: revisions.values })
    .from(revisions)
    .where(and(ofItem(kind, itemId), eq(revisions.id, id)))
  return version && { ...version, values: contentOf(version.values) }
}

function ofItem(kind: string, itemId: number): SQL | undefined {
  return and(eq(revisions.kind, kind), eq(revisions.itemId, itemId))
}
