import { and, desc, eq, gt, isNull, ne, sql } from "drizzle-orm"
import { actingId } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { isUniqueViolation } from "#app/db/errors.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { drafts, previewLinks } from "#app/db/schema/drafts.server.ts"
import { BINNED_DRAFT, moveToBin } from "../bin/bin.server.ts"
import { type Drafted, holdItem } from "./hold-item.server.ts"
import type { DraftToKeep } from "./drafts.schema.ts"

/** How many drafts of new items one person has of a kind (docs/product.md 18.8). */
export const MAX_NEW_DRAFTS = 50

/** How keeping a draft ended: `stale` where another window wrote it meanwhile, `gone` where it is not there any more. */
export type Kept =
  | { outcome: "kept"; id: number; version: number }
  | { outcome: "stale"; id?: number; version?: number }
  | { outcome: "gone" }
  | { outcome: "too-many" }

/**
 * Keeps what stands in a form. The first time it makes a draft, then writes it anew while it is the one that the form knows.
 *
 * @param userId whose draft it is; others' are not there for them
 * @param type that of `kind`
 */
export async function keepDraft(
  { draft, ...form }: DraftToKeep,
  userId: string,
  type: Drafted,
): Promise<Kept> {
  if (draft) return rewrite(draft, form, userId)
  if (form.itemId === null && (await countNewDrafts(form.kind, userId)) >= MAX_NEW_DRAFTS)
    return { outcome: "too-many" }
  try {
    const made = await db.transaction(async (tx) => {
      if (form.itemId !== null && !(await holdItem(tx, type, form.itemId))) return undefined
      const rows = await tx
        .insert(drafts)
        .values({ ...form, userId })
        .returning({ id: drafts.id, version: drafts.version })
      return rows[0]
    })
    return made ? { outcome: "kept", ...made } : { outcome: "gone" }
  } catch (error) {
    if (!isUniqueViolation(error, /^drafts_of_item$/)) throw error
    const [other] = await db
      .select({ id: drafts.id, version: drafts.version })
      .from(drafts)
      .where(and(isOf(userId, form.kind), eq(drafts.itemId, form.itemId ?? 0)))
    return { outcome: "stale", ...other }
  }
}

type Content = Omit<DraftToKeep, "draft">

async function rewrite(
  { id, version }: { id: number; version: number },
  { kind, values, title, basedOn }: Content,
  userId: string,
): Promise<Kept> {
  const known = and(isOf(userId, kind), eq(drafts.id, id))
  const [written] = await db
    .update(drafts)
    .set({ values, title, basedOn, version: sql`${drafts.version} + 1`, updatedAt: sql`now()` })
    .where(and(known, eq(drafts.version, version)))
    .returning({ version: drafts.version })
  if (written) return { outcome: "kept", id, version: written.version }
  const [other] = await db.select({ version: drafts.version }).from(drafts).where(known)
  return other ? { outcome: "stale", id, version: other.version } : { outcome: "gone" }
}

function countNewDrafts(kind: string, userId: string) {
  return db.$count(drafts, and(isOf(userId, kind), isNull(drafts.itemId)))
}

/** A person's own drafts of new items, the newest first. */
export function listNewDrafts(kind: string, userId: string) {
  return db
    .select(shown)
    .from(drafts)
    .where(and(isOf(userId, kind), isNull(drafts.itemId)))
    .orderBy(desc(drafts.updatedAt), desc(drafts.id))
    .limit(MAX_NEW_DRAFTS)
}

/** A person's own draft of an item, or undefined. */
export async function findDraftOfItem(kind: string, itemId: number, userId: string) {
  const [draft] = await db
    .select(shown)
    .from(drafts)
    .where(and(isOf(userId, kind), eq(drafts.itemId, itemId)))
  return draft
}

/** So long after somebody's last letter they may still be at it. */
const PRESENT = sql`interval '10 minutes'`
const MAX_OTHERS = 5

/** Who else has been writing an item just now: their addresses, and when their draft was last kept. */
export function listOthersWriting(kind: string, itemId: number, userId: string) {
  return db
    .select({ email: users.email, savedAt: drafts.updatedAt })
    .from(drafts)
    .innerJoin(users, eq(users.id, drafts.userId))
    .where(
      and(
        eq(drafts.kind, kind),
        eq(drafts.itemId, itemId),
        ne(drafts.userId, userId),
        gt(drafts.updatedAt, sql`now() - ${PRESENT}`),
      ),
    )
    .orderBy(desc(drafts.updatedAt))
    .limit(MAX_OTHERS)
}

/** One of a person's own drafts with what stands in it, or undefined. */
export async function findDraft(kind: string, id: number, userId: string) {
  const [draft] = await db
    .select({ ...shown, itemId: drafts.itemId, basedOn: drafts.basedOn, values: drafts.values })
    .from(drafts)
    .where(and(isOf(userId, kind), eq(drafts.id, id)))
  return draft
}

const shown = { id: drafts.id, title: drafts.title, version: drafts.version, updatedAt: drafts.updatedAt }

/** Takes one of a person's own drafts back that was kept although its form is saved. @returns false when there is none */
export async function forgetDraft(id: number, userId: string) {
  const gone = await db
    .delete(drafts)
    .where(and(eq(drafts.id, id), eq(drafts.userId, userId)))
    .returning({ id: drafts.id })
  return gone.length > 0
}

/** Throws one of a person's own drafts into the bin. @returns what it was called, or undefined when there is no such draft */
export function discardDraft(id: number, userId: string) {
  return db.transaction(async (tx) => {
    const isIt = and(eq(drafts.id, id), eq(drafts.userId, userId))
    const [draft] = await tx.select({ title: drafts.title }).from(drafts).where(isIt).for("update")
    if (!draft) return undefined
    await moveToBin(tx, { kind: BINNED_DRAFT, table: drafts }, { id, ...draft })
    await tx.delete(drafts).where(isIt)
    return draft.title
  })
}

/**
 * A form that was saved needs its draft no more; who has a link to it sees the item from now on.
 *
 * @param draftId as the form said: only one of that person's own, of a new item or of this one, is taken
 */
export async function takeDraft(tx: Transaction, kind: string, itemId: number, draftId: number | undefined) {
  const userId = actingId()
  if (draftId === undefined || userId === null) return
  const isTaken = and(
    isOf(userId, kind),
    eq(drafts.id, draftId),
    sql`coalesce(${drafts.itemId}, ${itemId}) = ${itemId}`,
  )
  const [draft] = await tx.select({ id: drafts.id }).from(drafts).where(isTaken).for("update")
  if (!draft) return
  await tx
    .update(previewLinks)
    .set({ itemId, draftId: null })
    .where(and(eq(previewLinks.draftId, draftId), eq(previewLinks.kind, kind)))
  await tx.delete(drafts).where(isTaken)
}

function isOf(userId: string, kind: string) {
  return and(eq(drafts.userId, userId), eq(drafts.kind, kind))
}
