import { eq } from "drizzle-orm"
import { queueMail } from "#app/base/mail/mail-queue.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { sessions, users } from "#app/db/schema/accounts.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { type Factors, isFactor, removeAllFactors } from "../../auth/factors/factors.server.ts"
import { lastRemoved } from "./factors-of-account.server.ts"

const FROM = "par qui gère le site, avec npm run rescue"

/**
 * Takes away the second factors that somebody lost, and ends their sessions: whoever holds the factor now has none either.
 * The person is told by mail.
 *
 * @param email in lower case
 * @returns what they had and how many sessions ended; undefined when nobody has this address
 */
export async function rescue(email: string): Promise<{ had: Factors; sessions: number } | undefined> {
  return db.transaction(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).for("update")
    if (!user) return undefined
    const had = await removeAllFactors(tx, user.id)
    if (!isFactor(had)) return { had, sessions: 0 }
    const ended = await tx.delete(sessions).where(eq(sessions.userId, user.id)).returning({ id: sessions.id })
    await queueMail(tx, lastRemoved({ id: user.id, email }, FROM))
    const deed = { action: "rescue", kind: "user", id: user.id, title: email } as const
    await record(tx, { ...deed, before: { ...had, sessions: ended.length } })
    log.warn({ userId: user.id, ...had, sessions: ended.length }, "second factors removed by npm run rescue")
    return { had, sessions: ended.length }
  })
}
