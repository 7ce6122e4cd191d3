import { and, eq, inArray, lt, sql, type SQL } from "drizzle-orm"
import { db, type Transaction } from "#app/db/client.server.ts"
import { letterRecipients as recipients, letters } from "#app/db/schema/letters.server.ts"
import type { MailFailure } from "#app/db/schema/mails.server.ts"
import { newsletterSubscribers as subscribers } from "#app/db/schema/visitors.server.ts"
import type { LetterTopic } from "#app/kit/lib/letters.ts"
import { whereMailable } from "../../newsletter/mailable.server.ts"

/** Whose turn it is, taken by this process. */
export type Taken = {
  id: number
  letterId: number
  subscriberId: number
  email: string
  attempts: number
  failure: MailFailure | null
}
type Row = Omit<Taken, "subscriberId" | "email"> & {
  subscriberId: number | null
  email: string | null
  isMailable: boolean | null
}

/** Who has taken a recipient, and for how long that counts unless it is said again. */
export type Lease = { id: string; seconds: number }

const after = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`

/**
 * Takes the next recipient of a letter that is due. It stays `waiting` until its mail is handed over: a process that is killed
 * before that changes nothing. Who has unsubscribed since is skipped.
 */
export async function takeRecipient(
  letterId: number,
  topic: LetterTopic,
  lease: Lease,
): Promise<Taken | undefined> {
  for (;;) {
    const { rows } = await db.execute<Row>(sql`
      with taken as (
        update ${recipients} set lease = ${lease.id}, due_at = ${after(lease.seconds)}
        where id = (
          select id from ${recipients}
          where letter_id = ${letterId} and state = 'waiting' and due_at <= now()
          order by due_at limit 1 for update skip locked)
        and exists (select from ${letters} where id = ${letterId} and state = 'sending')
        returning id, letter_id, subscriber_id, attempts, failure)
      select taken.id::int8::float8 as id, taken.letter_id as "letterId", taken.subscriber_id as "subscriberId",
        taken.attempts, taken.failure, ${subscribers.email} as email, ${whereMailable(topic)} as "isMailable"
      from taken left join ${subscribers} on ${subscribers.id} = taken.subscriber_id`)
    const [row] = rows
    if (!row) return undefined
    const { isMailable, email, subscriberId, ...taken } = row
    if (isMailable && email && subscriberId) return { ...taken, email, subscriberId }
    await end(taken.id, lease, { state: "skipped" })
  }
}

/**
 * Notes, before the mail server gets a mail, that it may have got it.
 *
 * @returns false when it must not: it is another process's by now, or the letter was paused, or who it is for unsubscribed
 */
export async function beginHandover({ id, letterId, subscriberId }: Taken, topic: LetterTopic, lease: Lease) {
  const begun = await db
    .update(recipients)
    .set({ state: "sending", leasedUntil: after(lease.seconds) })
    .where(
      and(
        eq(recipients.id, id),
        eq(recipients.lease, lease.id),
        eq(recipients.state, "waiting"),
        sql`exists (select from ${letters} where ${letters.id} = ${letterId} and ${letters.state} = 'sending')`,
        sql`exists (select from ${subscribers} where ${subscribers.id} = ${subscriberId} and ${whereMailable(topic)})`,
      ),
    )
  return begun.rowCount === 1
}

/** Its mail was taken. That is the truth whatever was thought meanwhile. */
export async function noteSent({ id, subscriberId }: Taken, lease: Lease) {
  await end(id, lease, { state: "sent", failure: null, attempts: sql`${recipients.attempts} + 1` })
  await db
    .update(subscribers)
    .set({ softRefusals: 0 })
    .where(and(eq(subscribers.id, subscriberId), sql`${subscribers.softRefusals} > 0`))
}

/** Nobody knows whether it was taken: a host is asked. */
export async function noteUncertain({ id }: Taken, lease: Lease, failure: MailFailure | null) {
  await db
    .update(recipients)
    .set({ state: "uncertain", leasedUntil: null, failure, attempts: sql`${recipients.attempts} + 1` })
    .where(isOurs(id, lease))
}

/** It was certainly not taken, and waits again. @param counts whether that was one of its attempts, which are bounded */
export async function putOff(
  { id }: Taken,
  lease: Lease,
  seconds: number,
  { failure, counts }: { failure: MailFailure | null; counts: boolean },
) {
  await db
    .update(recipients)
    .set({
      state: "waiting",
      dueAt: after(seconds),
      lease: null,
      leasedUntil: null,
      failure,
      ...(counts && { attempts: sql`${recipients.attempts} + 1` }),
    })
    .where(isOurs(id, lease))
}

/** How many letters in a row may not be taken for now by somebody's mail server. */
const MAX_SOFT_REFUSALS = 5

/** It is not going to be taken. @param suppresses nothing more is sent to this address; else after some letters in a row */
export async function refuse(taken: Taken, lease: Lease, failure: MailFailure, suppresses: boolean) {
  await db.transaction(async (tx) => {
    const refused = await end(
      taken.id,
      lease,
      { state: "refused", failure, attempts: sql`${recipients.attempts} + 1` },
      tx,
    )
    if (refused.rowCount !== 1) return
    const { softRefusals, suppressedAt } = subscribers
    await tx
      .update(subscribers)
      .set(
        suppresses
          ? { suppressedAt: sql`coalesce(${suppressedAt}, now())` }
          : {
              softRefusals: sql`${softRefusals} + 1`,
              suppressedAt: sql`case when ${softRefusals} + 1 >= ${MAX_SOFT_REFUSALS}
                then coalesce(${suppressedAt}, now()) else ${suppressedAt} end`,
            },
      )
      .where(eq(subscribers.id, taken.subscriberId))
  })
}

/** What was refused just now was everybody: these wait again, and their addresses count as before. */
export async function takeBackRefusals(taken: Taken[], seconds: number) {
  await db.transaction(async (tx) => {
    const back = await tx
      .update(recipients)
      .set({ state: "waiting", dueAt: after(seconds), lease: null, endedAt: null })
      .where(
        and(
          inArray(
            recipients.id,
            taken.map(({ id }) => id),
          ),
          eq(recipients.state, "refused"),
        ),
      )
      .returning({ subscriberId: recipients.subscriberId })
    const people = back.flatMap(({ subscriberId }) => subscriberId ?? [])
    if (people.length === 0) return
    await tx
      .update(subscribers)
      .set({ suppressedAt: null, softRefusals: sql`greatest(0, ${subscribers.softRefusals} - 1)` })
      .where(inArray(subscribers.id, people))
  })
}

/** Says again that this process is at them. */
export async function renewLeases(ids: number[], lease: Lease) {
  if (ids.length === 0) return
  await db
    .update(recipients)
    .set({
      dueAt: sql`case when ${recipients.state} = 'waiting' then ${after(lease.seconds)} else ${recipients.dueAt} end`,
      leasedUntil: sql`case when ${recipients.state} = 'sending' then ${after(lease.seconds)} end`,
    })
    .where(
      and(
        inArray(recipients.id, ids),
        eq(recipients.lease, lease.id),
        inArray(recipients.state, ["waiting", "sending"]),
      ),
    )
}

/** What was being handed over by a process that is no more: nobody knows. */
export async function expireLeases() {
  await db
    .update(recipients)
    .set({ state: "uncertain", leasedUntil: null, attempts: sql`${recipients.attempts} + 1` })
    .where(and(eq(recipients.state, "sending"), lt(recipients.leasedUntil, sql`now()`)))
}

type Ended = Partial<Record<"state" | "failure" | "attempts", unknown>>

function end(id: number, lease: Lease, values: Ended, on: Transaction | typeof db = db) {
  return on
    .update(recipients)
    .set({ ...(values as object), leasedUntil: null, endedAt: sql`now()` })
    .where(isOurs(id, lease))
}

/**
 * Whoever has the lease knows best, also of one that has counted as uncertain since; what is decided stays.
 */
const isOurs = (id: number, lease: Lease): SQL | undefined =>
  and(
    eq(recipients.id, id),
    eq(recipients.lease, lease.id),
    inArray(recipients.state, ["waiting", "sending", "uncertain"]),
  )
