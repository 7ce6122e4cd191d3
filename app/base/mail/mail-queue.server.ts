import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm"
import { db, type Transaction } from "#app/db/client.server.ts"
import { wakesJob } from "#app/db/wake-job.server.ts"
import { mails } from "#app/db/schema/mails.server.ts"
import { messageReplies } from "#app/db/schema/messages.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { giveUpMail } from "./failed-mails.server.ts"
import { type Mail, sendMail } from "./mail.server.ts"
import { reasonOf } from "./mail-outcomes.server.ts"
import { wordsOf } from "./failure-words.ts"
import { sendsRealMail } from "./smtp.server.ts"

const BATCH = 10
/** One statement of these stays far from PostgreSQL's 65,535 values. */
const ROWS_AT_ONCE = 1_000
/** Who has taken a mail has this long to send it; after that it was killed, and the mail is anybody's again. */
const LEASE = sql`interval '5 minutes'`
/** Before the second attempt, the third and so on: a week in all. */
const DELAYS_S = [60, 300, 1_800, 7_200, 21_600, 43_200, 86_400, 86_400, 86_400, 86_400, 86_400]

/**
 * Keeps a mail in the database until it is sent: in the transaction of what it tells of, so that either both happened
 * or neither. Once that is committed, it is sent.
 *
 * @param id for what others refer to: a reply to a message, which is told how its mail ended, or the first of a thread
 */
export async function queueMail(tx: Transaction, { to, ...mail }: Mail, id?: string) {
  await tx
    .insert(mails)
    .values({ id, recipient: to, ...mail })
    .returning({ woken: wakesJob("mails") })
}

/** Queues many mails at once, each to leave not before its time. */
export async function queueMails(tx: Transaction, queued: (Mail & { dueAt?: Date })[]) {
  const rows = queued.map(({ to, ...mail }) => ({ recipient: to, ...mail }))
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await tx
      .insert(mails)
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .returning({ woken: wakesJob("mails") })
  }
}

/**
 * Sends the mails that are due, oldest first. One that fails is tried again later, each time after a longer while, and in the
 * end given up (failed-mails.server.ts), at once where the mail server says that it never will be taken. Any number of processes may do this at once.
 *
 * @returns how many were sent
 */
export async function sendDueMails() {
  let sent = 0
  for (;;) {
    const taken = await takeDueMails()
    for (const mail of taken) if (await attempt(mail)) sent += 1
    if (taken.length < BATCH) return sent
  }
}

type Queued = Awaited<ReturnType<typeof takeDueMails>>[number]

/** Takes mails for this process, so that no other one sends them meanwhile. */
async function takeDueMails() {
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(isNull(mails.failedAt), lte(mails.dueAt, sql`now()`)))
    .orderBy(asc(mails.dueAt))
    .limit(BATCH)
    .for("update", { skipLocked: true })
  return db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, dueAt: sql`now() + ${LEASE}` })
    .where(inArray(mails.id, due))
    .returning({
      id: mails.id,
      attempts: mails.attempts,
      createdAt: mails.createdAt,
      mail: {
        to: mails.recipient,
        replyTo: mails.replyTo,
        subject: mails.subject,
        text: mails.text,
        unsubscribeUrl: mails.unsubscribeUrl,
        follows: mails.follows,
      },
    })
}

async function attempt({ id, attempts, createdAt, mail }: Queued) {
  try {
    await sendMail(mail, { id, createdAt })
  } catch (error) {
    const delay = DELAYS_S[attempts - 1]
    const failure = { id, attempts, ...reasonOf(error) }
    if (delay === undefined || isRefusedForGood(failure)) {
      log.error(failure, "mail given up")
      await giveUpMail(id, reasonOf(error))
    } else {
      log.warn({ ...failure, retryInSeconds: delay }, "mail not sent yet")
      await postpone(id, delay, wordsOf(failure))
    }
    return false
  }
  await settle(id, sendsRealMail() ? "sent" : "outbox")
  return true
}

async function postpone(id: string, delay: number, failure: string | null) {
  await db.transaction(async (tx) => {
    await tx
      .update(mails)
      .set({ dueAt: sql`now() + make_interval(secs => ${delay})` })
      .where(eq(mails.id, id))
    await tx.update(messageReplies).set({ failure }).where(eq(messageReplies.id, id))
  })
}

/** A mail was sent, and is no more; a reply to a message is told. */
async function settle(id: string, outcome: "sent" | "outbox") {
  await db.transaction(async (tx) => {
    await tx.delete(mails).where(eq(mails.id, id))
    await tx
      .update(messageReplies)
      .set({ outcome, endedAt: sql`now()`, failure: null })
      .where(eq(messageReplies.id, id))
  })
}

/** The mail server takes no mail for this recipient, or nothing could be one. */
function isRefusedForGood({ code, command, responseCode = 0 }: ReturnType<typeof reasonOf>) {
  return (command === "RCPT TO" && responseCode >= 500) || (command === "API" && code === "EENVELOPE")
}
