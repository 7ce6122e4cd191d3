import { and, asc, inArray, isNull, lt, or, sql } from "drizzle-orm"
import { queueMails } from "#app/base/mail/mail-queue.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { ADVISORY_LOCKS } from "#app/db/advisory-locks.ts"
import type { Transaction } from "#app/db/client.server.ts"
import { mails } from "#app/db/schema/mails.server.ts"
import { newsletterSubscribers as subscribers } from "#app/db/schema/visitors.server.ts"
import type { Links } from "./newsletter-links.server.ts"
import { askToConfirmMail } from "./newsletter-mails.ts"

/** Nobody is asked more often by the hosts. */
const ASK_AGAIN = sql`interval '30 days'`

/** Who may be asked now: what awaits a confirmation, and was not asked lately. */
export const whereAskable = and(
  isNull(subscribers.confirmedAt),
  isNull(subscribers.unsubscribedAt),
  isNull(subscribers.suppressedAt),
  or(isNull(subscribers.confirmationAskedAt), lt(subscribers.confirmationAskedAt, sql`now() - ${ASK_AGAIN}`)),
)

/**
 * Queues mails that ask subscribers to confirm, so many a minute as the settings say: behind those that wait already,
 * whoever asked for them.
 *
 * @returns those of them who are asked
 */
export async function askToConfirm(tx: Transaction, ids: number[], links: Links) {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.confirmationSlots})`)
  const asked = await tx
    .select({
      id: subscribers.id,
      createdAt: subscribers.createdAt,
      email: subscribers.email,
      origin: subscribers.consentOrigin,
      wording: subscribers.consentWording,
    })
    .from(subscribers)
    .where(and(inArray(subscribers.id, ids), whereAskable))
    .orderBy(asc(subscribers.id))
    .for("update")
  if (asked.length === 0) return []

  const seconds = 60 / siteSettings().letters.confirmationsPerMinute
  // One statement says when each of them leaves.
  const { rows } = await tx.execute<{ id: number; at: string }>(sql`
    update ${subscribers} s set confirmation_asked_at = first.at + (turn.number - 1) * make_interval(secs => ${seconds})
    from (select greatest(now(), max(confirmation_asked_at) + make_interval(secs => ${seconds})) as at from ${subscribers}) as first,
      unnest(${sql.param(asked.map(({ id }) => id))}::int[]) with ordinality as turn(id, number)
    where s.id = turn.id returning s.id, s.confirmation_asked_at as at`)
  const times = new Map(rows.map(({ id, at }) => [id, new Date(at)]))
  await queueMails(
    tx,
    asked.map(({ id, email, origin, wording }) => ({
      ...askToConfirmMail(
        email,
        { confirm: links.toConfirmSubscriber(id, times.get(id)), unsubscribe: links.toUnsubscribe(id) },
        { origin, wording },
      ),
      dueAt: times.get(id),
    })),
  )
  return asked
}

/** Takes back mails about the newsletter that wait and were never tried: who left, or was erased, gets none of them. */
export async function dropWaitingMails(tx: Transaction, subscribers: { email: string }[]) {
  if (subscribers.length === 0) return
  const emails = subscribers.map(({ email }) => email)
  await tx
    .delete(mails)
    .where(
      and(
        inArray(mails.recipient, emails),
        sql`${mails.unsubscribeUrl} is not null`,
        sql`${mails.attempts} = 0`,
        isNull(mails.failedAt),
      ),
    )
}
