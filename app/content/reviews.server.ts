import { eq, sql } from "drizzle-orm"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import type { WrittenTable } from "./managed-type.server.ts"

type Of = { kind: string; written?: WrittenTable }

async function hold(tx: Transaction, table: WrittenTable, id: number) {
  const [row] = await tx
    .select({
      title: table.title,
      isPublished: table.isPublished,
      askedAt: table.reviewAskedAt,
      authorId: table.authorId,
    })
    .from(table)
    .where(eq(table.id, id))
    .for("update")
  return row as
    { title: string; isPublished: boolean; askedAt: Date | null; authorId: string | null } | undefined
}

/** Sends a draft to those who may publish it, or takes it back. @returns false when there is no such draft */
export function setReview({ kind, written: table }: Of, id: number, isAsked: boolean) {
  return db.transaction(async (tx) => {
    const row = table && (await hold(tx, table, id))
    if (!row || row.isPublished) return false
    if ((row.askedAt !== null) === isAsked) return true
    await tx.execute(sql`
      update ${table} set review_asked_at = ${isAsked ? sql`now()` : null} where ${eq(table.id, id)}`)
    await record(tx, { action: isAsked ? "ask-review" : "end-review", kind, id, title: row.title })
    return true
  })
}

/** Gives an item to somebody of the team. @returns false when one of them is not there */
export function setAuthor({ kind, written: table }: Of, id: number, authorId: string) {
  return db.transaction(async (tx) => {
    const row = table && (await hold(tx, table, id))
    const findMember = async (userId: string | null) => {
      if (userId === null) return undefined
      const [user] = await tx
        .select({ email: users.email, role: users.role })
        .from(users)
        .where(eq(users.id, userId))
        .for("share")
      return user
    }
    const author = await findMember(authorId)
    if (!row || !author || author.role === "user") return false
    if (row.authorId === authorId) return true
    const before = await findMember(row.authorId)
    await tx.execute(sql`
      update ${table} set ${sql.identifier(table.authorId.name)} = ${authorId} where ${eq(table.id, id)}`)
    await record(tx, {
      action: "update",
      kind,
      id,
      title: row.title,
      before: { author: before?.email ?? null },
      after: { author: author.email },
    })
    return true
  })
}
