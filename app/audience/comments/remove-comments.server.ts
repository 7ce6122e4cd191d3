import { and, eq, inArray, isNotNull, ne, type SQL, sql } from "drizzle-orm"
import { moveToBin } from "#app/content/bin/bin.server.ts"
import { type AuditEntry, record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { comments } from "#app/db/schema/visitors.server.ts"

/** What somebody wrote or may moderate: not the places that removed ones left. */
export const isThere = ne(comments.status, "removed")

/** Of what was written, in the bin. */
const TITLE_LENGTH = 120

/** Deletes comments, which then are in the bin. @returns how many there were of them */
export function deleteComments(ids: number[]) {
  return db.transaction((tx) => deleteWhere(tx, inArray(comments.id, ids)))
}

/** Deletes every comment by who wrote this one, told by the address. @returns how many */
export function deleteCommentsOfAuthor(id: number) {
  const author = db.select({ email: comments.authorEmail }).from(comments).where(eq(comments.id, id))
  return db.transaction((tx) => deleteWhere(tx, inArray(comments.authorEmail, author)))
}

/** Takes everything that was written with an address out of the discussions. @returns how many comments there were */
export async function eraseCommentsOf(tx: Transaction, email: string) {
  const found = await holdComments(tx, eq(comments.authorEmail, email))
  await removeHeld(tx, found)
  return found.length
}

export type Held = Awaited<ReturnType<typeof holdComments>>[number]

/** What the log tells of comments, as they are until the transaction ends: nothing of what visitors wrote. */
export function holdComments(tx: Transaction, condition: SQL) {
  return tx
    .select({
      id: comments.id,
      parentId: comments.parentId,
      status: comments.status,
      title: episodes.title,
      author: comments.authorName,
      content: comments.content,
    })
    .from(comments)
    .innerJoin(episodes, eq(episodes.id, comments.episodeId))
    .where(and(condition, isThere))
    .orderBy(comments.id)
    .for("update", { of: comments })
}

export const idsOf = (found: { id: number }[]) => found.map(({ id }) => id)

export const deedOn = ({ id, title, status }: Held) =>
  ({ kind: "comment", id, title, before: { status } }) as const

async function deleteWhere(tx: Transaction, condition: SQL) {
  const found = await holdComments(tx, condition)
  const written = found.map(({ id, author, content }) => ({
    id,
    title: `${author} : ${content.slice(0, TITLE_LENGTH)}`,
  }))
  await moveToBin(tx, { kind: "comment", table: comments }, ...written)
  await removeHeld(tx, found)
  await record(tx, ...found.map((comment) => ({ ...deedOn(comment), action: "delete" }) satisfies AuditEntry))
  return found.length
}

const NOTHING = {
  status: "removed",
  authorName: "",
  authorEmail: null,
  content: "",
} as const

/** Above the replies of others a place is left, with nothing in it, until the last of them goes, too. */
async function removeHeld(tx: Transaction, found: Held[]) {
  if (found.length === 0) return
  const ids = idsOf(found)
  const answered = await tx
    .selectDistinct({ id: comments.parentId })
    .from(comments)
    .where(and(inArray(comments.parentId, ids), sql`${comments.id} not in ${ids}`))
  const kept = answered.flatMap(({ id }) => id ?? [])
  if (kept.length > 0) await tx.update(comments).set(NOTHING).where(inArray(comments.id, kept))
  const gone = ids.filter((id) => !kept.includes(id))
  if (gone.length > 0) await tx.delete(comments).where(inArray(comments.id, gone))
  await clearPlaces(
    tx,
    found.flatMap(({ parentId }) => parentId ?? []),
  )
}

async function clearPlaces(tx: Transaction, ids: number[]) {
  if (ids.length === 0) return
  const replied = tx
    .select({ id: comments.parentId })
    .from(comments)
    .where(and(inArray(comments.parentId, ids), isNotNull(comments.parentId)))
  await tx
    .delete(comments)
    .where(
      and(inArray(comments.id, ids), eq(comments.status, "removed"), sql`${comments.id} not in (${replied})`),
    )
}
