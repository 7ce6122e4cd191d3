import { and, eq, inArray, lte, notInArray, or, sql } from "drizzle-orm"
import type { PgUpdateSetSource } from "drizzle-orm/pg-core"
import { db, type Transaction } from "#app/db/client.server.ts"
import { letterRecipients as recipients, letters } from "#app/db/schema/letters.server.ts"
import type { MailFailure } from "#app/db/schema/mails.server.ts"
import { newsletterSubscribers as subscribers } from "#app/db/schema/visitors.server.ts"
import { whereMailable } from "../../newsletter/mailable.server.ts"
import type { LetterUnderWay } from "./begin-letters.server.ts"

/** Whose turn it is, with a sender. */
export type Recipient = {
  id: number
  letter: LetterUnderWay
  sender: string
  subscriberId: number
  email: string
  attempts: number
  failure: MailFailure | null
}

const isDue = [eq(recipients.state, "waiting"), lte(recipients.dueAt, sql`now()`)]
const after = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`
const ENDED = { endedAt: sql`now()` }
const TRIED = { attempts: sql`${recipients.attempts} + 1` }

/**
 * The next recipient of a letter that is due. It stays `waiting` until its mail is handed over: a process that is killed before
 * that changes nothing. Who has unsubscribed since is skipped.
 *
 * @param sender whoever sends, for as long as it does
 * @param atHand those whose turn it is already
 */
export async function nextRecipient(
  letter: LetterUnderWay,
  sender: string,
  atHand: Iterable<number> = [],
): Promise<Recipient | undefined> {
  for (;;) {
    const [next] = await db
      .select({
        id: recipients.id,
        subscriberId: recipients.subscriberId,
        email: subscribers.email,
        attempts: recipients.attempts,
        failure: recipients.failure,
        isMailable: sql<boolean | null>`${whereMailable(letter.topic)}`,
      })
      .from(recipients)
      .innerJoin(letters, and(eq(letters.id, recipients.letterId), eq(letters.state, "sending")))
      .leftJoin(subscribers, eq(subscribers.id, recipients.subscriberId))
      .where(and(eq(recipients.letterId, letter.id), ...isDue, notInArray(recipients.id, [...atHand])))
      .orderBy(recipients.dueAt)
      .limit(1)
    if (!next) return undefined
    const { isMailable, email, subscriberId, ...recipient } = next
    if (isMailable && email && subscriberId) return { ...recipient, letter, sender, email, subscriberId }
    await note({ ...recipient, sender }, { state: "skipped", ...ENDED })
  }
}

/**
 * Marks, before the mail server gets a mail, that it may have got it. Of two senders, should there ever be two, one succeeds.
 *
 * @returns false when it must not: another one had it, or the letter was paused, or who it is for unsubscribed
 */
export async function beginHandover({ id, letter, subscriberId, sender }: Recipient) {
  const begun = await db
    .update(recipients)
    .set({ state: "sending", lease: sender })
    .where(
      and(
        eq(recipients.id, id),
        ...isDue,
        sql`exists (select from ${letters} where ${letters.id} = ${letter.id} and ${letters.state} = 'sending')`,
        sql`exists (select from ${subscribers} where ${subscribers.id} = ${subscriberId} and ${whereMailable(letter.topic)})`,
      ),
    )
  return begun.rowCount === 1
}

/** Its mail was taken. That is the truth whatever was thought meanwhile. */
export async function noteSent(recipient: Recipient) {
  await note(recipient, { state: "sent", failure: null, ...TRIED, ...ENDED })
  await db
    .update(subscribers)
    .set({ softRefusals: 0 })
    .where(and(eq(subscribers.id, recipient.subscriberId), sql`${subscribers.softRefusals} > 0`))
}

/** Nobody knows whether it was taken: a host is asked. */
export async function noteUncertain(recipient: Recipient, failure: MailFailure) {
  await note(recipient, { state: "uncertain", failure, ...TRIED })
}

/** What a sender before this one was handing over when it ended: nobody knows, unless that one says so yet. */
export async function noteInterrupted(sender: string) {
  await db
    .update(recipients)
    .set({ state: "uncertain", ...TRIED })
    .where(and(eq(recipients.state, "sending"), sql`${recipients.lease} is distinct from ${sender}`))
}

/** It was certainly not taken, and waits again. @param counts whether that was one of its attempts, which are bounded */
export async function putOff(recipient: Recipient, seconds: number, failure: MailFailure, counts = false) {
  await note(recipient, { state: "waiting", dueAt: after(seconds), failure, ...(counts && TRIED) })
}

/** How many letters in a row may not be taken for now by somebody's mail server. */
const MAX_SOFT_REFUSALS = 5

/** It is not going to be taken. @param suppresses nothing more is sent to this address; else after some letters in a row */
export async function refuse(recipient: Recipient, failure: MailFailure, suppresses: boolean) {
  await db.transaction(async (tx) => {
    const refused = await note(recipient, { state: "refused", failure, ...TRIED, ...ENDED }, tx)
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
      .where(eq(subscribers.id, recipient.subscriberId))
  })
}

/** What was refused just now was everybody: these wait again, and their addresses count as before. */
export async function takeBackRefusals(refused: Recipient[], seconds: number) {
  const ids = refused.map(({ id }) => id)
  await db.transaction(async (tx) => {
    const back = await tx
      .update(recipients)
      .set({ state: "waiting", dueAt: after(seconds), endedAt: null })
      .where(and(inArray(recipients.id, ids), eq(recipients.state, "refused")))
      .returning({ subscriberId: recipients.subscriberId })
    const people = back.flatMap(({ subscriberId }) => subscriberId ?? [])
    await tx
      .update(subscribers)
      .set({ suppressedAt: null, softRefusals: sql`greatest(0, ${subscribers.softRefusals} - 1)` })
      .where(inArray(subscribers.id, people))
  })
}

/** Who handed a mail over knows best, also of one that has counted as uncertain since; what is decided stays. */
function note(
  { id, sender }: Pick<Recipient, "id" | "sender">,
  values: PgUpdateSetSource<typeof recipients>,
  on: Transaction | typeof db = db,
) {
  const isHandedOver = inArray(recipients.state, ["sending", "uncertain"])
  return on
    .update(recipients)
    .set(values)
    .where(
      and(
        eq(recipients.id, id),
        or(eq(recipients.state, "waiting"), and(eq(recipients.lease, sender), isHandedOver)),
      ),
    )
}
