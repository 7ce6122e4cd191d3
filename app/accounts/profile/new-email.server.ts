import { and, eq, ne } from "drizzle-orm"
import { queueMail } from "#app/base/mail/mail-queue.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { isUniqueViolation } from "#app/db/errors.server.ts"
import { sessions, users, verifications } from "#app/db/schema/accounts.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { dropKept, isKept, keepOnce, peekOnce, takeOnce } from "../auth/factors/single-use.server.ts"
import type { Viewer } from "../auth/viewer.server.ts"
import { emailChangedMail, newEmailAskedMail } from "./own-account-mails.ts"

const DAY_S = 86_400

/** The link is good for this change alone: by this key, from that address to this one. */
const keyFor = (key: string, from: string, to: string) => `${key} ${from} ${to}`

/**
 * Keeps a person's wish for another address, in the place of an older one, and tells the address so far.
 *
 * @param to in lower case
 * @returns the link for the new address, or undefined when that has an account
 */
export function askForNewEmail({ id, email: from }: Viewer, to: string) {
  const { publicUrl } = getSettings()
  return db.transaction(async (tx) => {
    // Two wishes at once: the later one stays.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for("update")
    const owners = await tx.select({ id: users.id }).from(users).where(eq(users.email, to))
    if (owners.length > 0) return undefined
    await dropKept("new-email", id, tx)
    const key = await keepOnce("new-email", id, DAY_S, { on: tx, bind: (made) => keyFor(made, from, to) })
    await queueMail(tx, newEmailAskedMail(publicUrl, { from, to }))
    return `${publicUrl}/auth/new-email?${new URLSearchParams({ cle: key, adresse: to })}`
  })
}

/** Whether a wish waits to be confirmed. */
export function isEmailAsked(userId: string) {
  return isKept("new-email", userId)
}

export function forgetNewEmail(userId: string) {
  return dropKept("new-email", userId)
}

/** Whether a mailed link still changes this person's address to that one. */
export async function canChangeEmail({ id, email }: Viewer, key: string, to: string) {
  return (await peekOnce("new-email", keyFor(key, email, to))) === id
}

/**
 * Gives a person the address whose mailbox the link reached, ends their other sessions and all links mailed to the old one.
 *
 * @returns `ended` when the link changes nothing (any more), `taken` when the address has another account meanwhile
 */
export async function changeEmail({ id, email: from, sessionId }: Viewer, key: string, to: string) {
  try {
    return await db.transaction(async (tx) => {
      if ((await takeOnce("new-email", keyFor(key, from, to), tx)) !== id) return "ended"
      const changed = await tx
        .update(users)
        .set({ email: to, emailVerified: true, updatedAt: new Date() })
        .where(and(eq(users.id, id), eq(users.email, from)))
        .returning({ id: users.id })
      if (changed.length === 0) return "ended"
      await tx.delete(verifications).where(eq(verifications.value, id))
      await tx.delete(sessions).where(and(eq(sessions.userId, id), ne(sessions.id, sessionId)))
      await queueMail(tx, emailChangedMail(getSettings().publicUrl, { from, to }))
      const change = { before: { email: from }, after: { email: to } }
      await record(tx, { action: "change-email", kind: "user", id, title: to, ...change })
      return "changed"
    })
  } catch (error) {
    if (isUniqueViolation(error, /^users_email/)) return "taken"
    throw error
  }
}
