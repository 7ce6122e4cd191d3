import { and, eq, isNull, sql } from "drizzle-orm"
import { queueMail } from "#app/base/mail/mail-queue.server.ts"
import { mayMail } from "#app/base/mail/mail-rate-limits.server.ts"
import { db } from "#app/db/client.server.ts"
import { newsletterSubscribers as subscribers } from "#app/db/schema/visitors.server.ts"
import { LETTER_TOPICS } from "#app/kit/lib/letters.ts"
import { loadLinks, readPreferencesKey } from "./newsletter-links.server.ts"
import { ownLinksMail } from "./newsletter-mails.ts"
import type { Preferences } from "./preferences.schema.ts"

/** @returns what the owner of a link has chosen; undefined when the link is wrong, or the subscription was erased */
export async function findPreferences(key: string) {
  const id = await readPreferencesKey(key)
  if (id === undefined) return undefined
  const [found] = await db
    .select({
      name: subscribers.name,
      topics: subscribers.topics,
      isConfirmed: sql<boolean>`${subscribers.confirmedAt} is not null`,
      isSubscribed: sql<boolean>`${subscribers.unsubscribedAt} is null`,
    })
    .from(subscribers)
    .where(eq(subscribers.id, id))
  return found && { ...found, unsubscribe: (await loadLinks()).toUnsubscribe(id) }
}

/** @returns false when the link is wrong, or its owner is no subscriber any more */
export async function savePreferences(key: string, { name, ...topics }: Preferences) {
  return changeOwn(key, { name, topics: LETTER_TOPICS.filter((topic) => topics[topic]) })
}

/** Confirms the subscription of who followed a link that only a mail to them held. @returns as `savePreferences` */
export async function confirmOwn(key: string) {
  return changeOwn(key, { confirmedAt: sql`coalesce(${subscribers.confirmedAt}, now())` })
}

async function changeOwn(
  key: string,
  change: Parameters<ReturnType<typeof db.update<typeof subscribers>>["set"]>[0],
) {
  const id = await readPreferencesKey(key)
  if (id === undefined) return false
  const changed = await db
    .update(subscribers)
    .set(change)
    .where(and(eq(subscribers.id, id), isNull(subscribers.unsubscribedAt)))
    .returning({ id: subscribers.id })
  return changed.length > 0
}

/**
 * Mails subscribers their own links. To whom is not subscribed nothing is mailed: the page says the same to everybody.
 *
 * @param email in lower case
 */
export async function sendOwnLinks(email: string) {
  if (!(await mayMail("newsletter-links", email))) return
  const links = await loadLinks()
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ id: subscribers.id })
      .from(subscribers)
      .where(and(eq(subscribers.email, email), isNull(subscribers.unsubscribedAt)))
    if (!found) return
    const own = { preferences: links.toPreferences(found.id), unsubscribe: links.toUnsubscribe(found.id) }
    await queueMail(tx, ownLinksMail(email, own))
  })
}
