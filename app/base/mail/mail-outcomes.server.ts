import { eq, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { type MailFailure, mailOutcomes, mails } from "#app/db/schema/mails.server.ts"
import { log } from "#app/kit/lib/log.server.ts"

/** What failed, without the error's message: that may hold the person's address, or what the site signs in with. */
export function reasonOf(error: unknown): MailFailure {
  const { code, command, responseCode } = error as Record<string, unknown>
  return {
    ...(typeof code === "string" && CODE.test(code) && { code }),
    ...(typeof command === "string" && COMMAND.test(command) && { command }),
    ...(typeof responseCode === "number" && { responseCode }),
  }
}

/** Error codes and SMTP commands; anything else might say who. */
const CODE = /^[A-Z][A-Z0-9_]{1,40}$/
const COMMAND = /^[A-Z]{2,10}( [A-Z0-9]{2,10})?$/

/** How many mails this process sent, and how many tries failed. */
export const outcomesHere = { sent: 0, failed: 0 }

/** Notes that a mail was sent just now, or why one was not. A mail that was sent is not one that failed for want of a note. */
export async function noteOutcome(outcome: "sent" | "failed", failure: MailFailure | null = null) {
  outcomesHere[outcome] += 1
  const values = { outcome, at: sql`now()`, failure }
  try {
    await db
      .insert(mailOutcomes)
      .values(values)
      .onConflictDoUpdate({ target: mailOutcomes.outcome, set: values })
  } catch (error) {
    log.warn(error, "what came of a mail not noted")
  }
}

/** When a mail was last sent or failed; undefined where none ever was. */
export async function findOutcome(outcome: "sent" | "failed") {
  const [found] = await db
    .select({ at: mailOutcomes.at, failure: mailOutcomes.failure })
    .from(mailOutcomes)
    .where(eq(mailOutcomes.outcome, outcome))
  return found
}

/** Further than this nobody counts. */
export const MANY_MAILS = 1_000
/** A mail that was tried so often has waited for half an hour, and one that nobody took for so long is not going to be. */
const PATIENT_ATTEMPTS = 3
const PATIENT = sql`interval '15 minutes'`

/** How many mails wait to be sent, how many of them for too long, and how many were given up, up to one more than `MANY_MAILS`. */
export async function countMails() {
  const { rows } = await db.execute<{ waiting: number; late: number; failed: number }>(sql`
    select count(*)::int as waiting,
      (count(*) filter (where attempts >= ${PATIENT_ATTEMPTS} or due_at < now() - ${PATIENT}))::int as late,
      (select count(*)::int from (
        select from ${mails} where failed_at is not null limit ${MANY_MAILS + 1}) as given_up) as failed
    from (
      select attempts, due_at from ${mails} where failed_at is null order by due_at limit ${MANY_MAILS + 1}
    ) as queue`)
  return rows[0] ?? { waiting: 0, late: 0, failed: 0 }
}
