import { and, eq, isNotNull, isNull, sql } from "drizzle-orm"
import { countAttempt, type RateLimit } from "#app/base/limits/rate-limits.server.ts"
import { queueMail } from "#app/base/mail/mail-queue.server.ts"
import { mayMail } from "#app/base/mail/mail-rate-limits.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { leavingReasons } from "#app/db/schema/newsletter.server.ts"
import { newsletterSubscribers as subscribers } from "#app/db/schema/visitors.server.ts"
import { dropWaitingMails } from "./confirmation-requests.server.ts"
import { type Links, loadLinks, readConfirmationKey, readUnsubscribeKey } from "./newsletter-links.server.ts"
import { alreadySubscribedMail, confirmationMail, welcomeMail } from "./newsletter-mails.ts"
import type { Leaving } from "./leaving.schema.ts"
import { CONSENT } from "./newsletter.copy.ts"

/** How often one address may ask to be subscribed. */
export function subscriptionRateLimit(): RateLimit {
  return { name: "subscription", points: siteSettings().rules.subscriptionsPerHour, seconds: 3_600 }
}

/** How often one address may ask for somebody's links. */
export function linksRateLimit(): RateLimit {
  return { name: "newsletter-links", points: siteSettings().rules.subscriptionsPerHour, seconds: 3_600 }
}

/** Who commented beyond the limit of mails, and was not asked to confirm yet. */
const isUnasked = and(
  eq(subscribers.consentOrigin, "comment"),
  isNull(subscribers.confirmationAskedAt),
  isNull(subscribers.confirmedAt),
  isNull(subscribers.unsubscribedAt),
)

/**
 * Whether who comments may be asked by mail to confirm: who was asked already is not, and counts for nothing. Ask before the
 * comment's transaction: it takes a connection.
 *
 * @param email in lower case
 */
export async function mayAskCommenter(email: string) {
  const known = and(eq(subscribers.email, email), sql`(${isUnasked}) is not true`)
  return (await db.$count(subscribers, known)) === 0 && mayMail("subscription", email)
}

/**
 * Subscribes who comments, in the transaction of the comment, and asks them by mail to confirm: no letter goes to them before.
 * Who is subscribed already stays so, and who unsubscribed once stays unsubscribed (docs/product.md 11.1).
 *
 * @param person.email in lower case
 * @param person.wording what was shown beforehand
 * @param person.mayAsk what `mayAskCommenter` said; else they wait for their next comment, or until the hosts ask
 */
export async function subscribeCommenter(
  tx: Transaction,
  { name, email, wording, mayAsk }: { name: string; email: string; wording: string; mayAsk: boolean },
  links: Links,
) {
  const now = new Date()
  const proof = { consentedAt: now, consentOrigin: "comment", consentWording: wording } as const
  await tx
    .insert(subscribers)
    .values({ name, email, ...proof })
    .onConflictDoNothing()
  if (!mayAsk) return
  // Of several comments at once, one asks.
  const [asked] = await tx
    .update(subscribers)
    .set({ confirmationAskedAt: now })
    .where(and(eq(subscribers.email, email), isUnasked))
    .returning({ id: subscribers.id })
  if (!asked) return
  const { id } = asked
  await queueMail(
    tx,
    welcomeMail(email, { confirm: links.toConfirmSubscriber(id), unsubscribe: links.toUnsubscribe(id) }),
  )
}

/**
 * Mails a link that confirms the subscription; nothing else is kept until it is followed. Who gets letters already is
 * told so by mail: the page says the same to everybody, and so tells nothing about anybody.
 *
 * @param email in lower case
 */
export async function requestSubscription(email: string) {
  if (!(await mayMail("subscription", email))) return
  const links = await loadLinks()
  await db.transaction(async (tx) => {
    const [active] = await tx
      .select({ id: subscribers.id })
      .from(subscribers)
      .where(and(eq(subscribers.email, email), whereActive))
    await queueMail(
      tx,
      active
        ? alreadySubscribedMail(email, links.toUnsubscribe(active.id))
        : confirmationMail(email, links.toConfirm(email)),
    )
  })
}

/** @returns false when the confirmation link is wrong or too old */
export async function canConfirm(key: string) {
  return (await readConfirmationKey(key)) !== undefined
}

/** Who gets letters. */
const whereActive = and(
  isNotNull(subscribers.confirmedAt),
  isNull(subscribers.unsubscribedAt),
  isNull(subscribers.suppressedAt),
)

/** What confirming says beside itself: mails arrive. */
const REACHED = { softRefusals: 0, suppressedAt: null }

/** Subscribes the person who followed their confirmation link. @returns false when it is wrong, too old or of nobody any more */
export async function confirmSubscription(key: string) {
  const request = await readConfirmationKey(key)
  if (!request) return false
  const { askedAt } = request
  if ("id" in request) {
    const confirmed = await db
      .update(subscribers)
      .set({ ...REACHED, confirmedAt: sql`coalesce(${subscribers.confirmedAt}, now())` })
      .where(and(eq(subscribers.id, request.id), isNull(subscribers.unsubscribedAt)))
      .returning({ id: subscribers.id })
    return confirmed.length > 0
  }
  const proof = {
    consentedAt: askedAt,
    consentOrigin: "form",
    consentWording: CONSENT.form,
    confirmedAt: new Date(),
  } as const
  await db
    .insert(subscribers)
    .values({ email: request.email, ...proof })
    .onConflictDoUpdate({
      target: subscribers.email,
      set: {
        ...proof,
        ...REACHED,
        unsubscribedAt: null,
        createdAt: sql`case when ${subscribers.unsubscribedAt} is null then ${subscribers.createdAt} else now() end`,
      },
      // Once confirmed, following the link again changes nothing; nor does a link from before one unsubscribed.
      setWhere: sql`${subscribers.unsubscribedAt} < ${askedAt} or (${subscribers.unsubscribedAt} is null
        and (${subscribers.confirmedAt} is null or ${subscribers.suppressedAt} < ${askedAt}))`,
    })
  return true
}

/** For how long who left may come back by the same link: a mistake is noticed soon. */
const RETURN = sql`interval '1 day'`

/** @returns what the link would end, or has ended; undefined when the link is wrong, or the subscription was erased */
export async function findLeaving(key: string) {
  const id = await readUnsubscribeKey(key)
  if (id === undefined) return undefined
  const [found] = await db
    .select({
      isSubscribed: sql<boolean>`${subscribers.unsubscribedAt} is null`,
      mayReturn: sql<boolean>`coalesce(${subscribers.unsubscribedAt} > now() - ${RETURN}, false)`,
    })
    .from(subscribers)
    .where(eq(subscribers.id, id))
  return found && { ...found, preferences: (await loadLinks()).toPreferences(id) }
}

/** Takes back that somebody left a moment ago. @returns false when the link is wrong, or that was longer ago */
export async function returnSubscriber(key: string) {
  const id = await readUnsubscribeKey(key)
  if (id === undefined) return false
  const back = await db
    .update(subscribers)
    .set({ unsubscribedAt: null })
    .where(and(eq(subscribers.id, id), sql`${subscribers.unsubscribedAt} > now() - ${RETURN}`))
    .returning({ id: subscribers.id })
  return back.length > 0
}

/** So often one link may say why, in a day. */
const REASONS: RateLimit = { name: "leaving-reason", points: 3, seconds: 86_400 }

/**
 * Keeps why somebody left, apart from who.
 *
 * @returns false when the link is wrong or its owner did not leave; what came too often is not kept
 */
export async function keepReason(key: string, { reason, words }: Leaving) {
  const id = await readUnsubscribeKey(key)
  const leaving = await findLeaving(key)
  if (id === undefined || !leaving || leaving.isSubscribed) return false
  if ((await countAttempt(REASONS, String(id))) > 0) return true
  await db
    .insert(leavingReasons)
    .values({ day: sql`(now() at time zone 'Europe/Paris')::date`, reason, words })
  return true
}

/**
 * Ends the subscription that the link is for. Its address stays known, so that no comment subscribes it again, but not
 * the name.
 *
 * @returns false when the link was not made here, or the subscription was erased
 */
export async function unsubscribe(key: string) {
  const id = await readUnsubscribeKey(key)
  if (id === undefined) return false
  return db.transaction(async (tx) => {
    const ended = await tx
      .update(subscribers)
      .set({ name: "", unsubscribedAt: sql`coalesce(${subscribers.unsubscribedAt}, now())` })
      .where(eq(subscribers.id, id))
      .returning({ email: subscribers.email })
    await dropWaitingMails(tx, ended)
    return ended.length > 0
  })
}
