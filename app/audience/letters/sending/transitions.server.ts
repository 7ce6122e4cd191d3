import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import { nextVersion } from "#app/content/versions.server.ts"
import { type AuditEntry, record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import { letterPace, letterRecipients, letters } from "#app/db/schema/letters.server.ts"
import type { LetterState } from "#app/kit/lib/letters.ts"
import { countMailable } from "../../newsletter/mailable.server.ts"
import { freezeLetter } from "./freeze-letter.server.ts"

/**
 * What came of it. `stale`: somebody saved it since the page was read; `missing`: there is no such letter; `not-now`: the letter
 * is not, or no more, in a state in which this can be done; `nobody`: nobody would get it; `past`: that time is over.
 */
export type Transition = "done" | "stale" | "missing" | "not-now" | "nobody" | "past"

/**
 * Lets a letter leave: from now on nobody edits it, and what is sent is what it says now. Two people who start it start it once.
 *
 * @param version the one that whoever starts it has seen
 * @param options.evenToNobody also where nobody would get it, for what nobody is there to be told of
 */
export async function startLetter(
  id: number,
  version: number,
  { evenToNobody = false } = {},
): Promise<Transition> {
  const [letter] = await db.select().from(letters).where(eq(letters.id, id))
  if (!letter) return "missing"
  if (!WRITTEN.includes(letter.state)) return "not-now"
  if (letter.version !== version) return "stale"
  if (!evenToNobody && (await countMailable(letter.topic)) === 0) return "nobody"
  const frozen = await freezeLetter(letter)
  return change(id, { from: WRITTEN, version }, async () => ({
    ...frozen,
    state: "sending",
    scheduledAt: letter.scheduledAt,
    publishedAt: sql`now()`,
  }))
}

/** Lets a letter leave at a time to come, or at another one. */
export async function scheduleLetter(id: number, version: number, at: Date): Promise<Transition> {
  return change(id, { from: WRITTEN, version }, async (tx) => {
    const { rows } = await tx.execute<{ isPast: boolean }>(
      sql`select ${at.toISOString()}::timestamptz <= now() as "isPast"`,
    )
    return rows[0]?.isPast ? "past" : { state: "scheduled", scheduledAt: at }
  })
}

/** A letter that was to leave by itself is a draft again. */
export async function unscheduleLetter(id: number): Promise<Transition> {
  return change(id, { from: ["scheduled"] }, async () => ({ state: "draft", scheduledAt: null }))
}

/** Nothing more leaves but what is being handed over this very moment. */
export async function pauseLetter(id: number): Promise<Transition> {
  return change(id, { from: ["sending"] }, async () => ({ state: "paused", halt: null }))
}

/** Goes on, at once, also where the mail server had asked for patience. */
export async function resumeLetter(id: number): Promise<Transition> {
  return change(id, { from: ["paused"] }, async (tx) => {
    await tx.update(letterPace).set({ heldUntil: null, holds: 0, failure: null })
    return { state: "sending", halt: null }
  })
}

/** Ends it for good: whoever has not got it does not get it. */
export async function stopLetter(id: number): Promise<Transition> {
  return change(id, { from: ["sending", "paused"] }, async () => ({
    state: "stopped",
    halt: null,
    endedAt: sql`now()`,
  }))
}

/**
 * What a host says of mails of which nobody knows whether they arrived: they are sent again, or are left as they are, and nobody
 * is asked again.
 *
 * @param recipientId only this one; all of the letter's without it
 */
export async function settleUncertain(
  id: number,
  how: "resend" | "leave",
  recipientId?: number,
): Promise<Transition> {
  return change(id, { from: ["sending", "paused", "sent", "stopped"] }, async (tx, { state }) => {
    if (how === "resend" && state === "stopped") return "not-now"
    const settled = await tx
      .update(letterRecipients)
      // Its mark stays: who handed it over may still learn that it arrived.
      .set(how === "leave" ? { endedAt: sql`now()` } : { state: "waiting", dueAt: sql`now()`, failure: null })
      .where(and(isOpenQuestion(id), recipientId ? eq(letterRecipients.id, recipientId) : undefined))
    if (!settled.rowCount) return "not-now"
    const told = { uncertain: { before: settled.rowCount, after: how } }
    return how === "resend" && state === "sent" ? { state: "sending", endedAt: null, told } : { told }
  })
}

/** The recipients of a letter whose mail may or may not have arrived, and for whom no host has decided yet: send it again, or leave it. */
export const isOpenQuestion = (id: number) =>
  and(
    eq(letterRecipients.letterId, id),
    eq(letterRecipients.state, "uncertain"),
    isNull(letterRecipients.endedAt),
  )

const WRITTEN: LetterState[] = ["draft", "scheduled"]

type Values = { [Name in keyof typeof letters.$inferInsert]?: unknown } & {
  told?: Record<string, { before: unknown; after: unknown }>
}
type Held = { state: LetterState }

/**
 * Changes a letter that is in one of these states, and tells the log and those who send.
 *
 * @param work what becomes of it, or why nothing does
 */
function change(
  id: number,
  { from, version }: { from: LetterState[]; version?: number },
  work: (tx: Transaction, held: Held) => Promise<Values | Transition>,
): Promise<Transition> {
  return db.transaction(async (tx) => {
    const [held] = await tx.select(watched).from(letters).where(eq(letters.id, id)).for("update")
    if (!held) return "missing"
    if (!from.includes(held.state)) return "not-now"
    if (version !== undefined && held.version !== version) return "stale"
    const found = await work(tx, held)
    if (typeof found === "string") return found
    const { told = {}, ...values } = found
    const [after] = await tx
      .update(letters)
      .set({ ...(values as Partial<typeof letters.$inferInsert>), ...nextVersion(letters) })
      .where(eq(letters.id, id))
      .returning(watched)
    await record(tx, deedOn(id, held, after ?? held, told))
    await wakeJob(tx, "letters-worker")
    return "done"
  })
}

const watched = {
  title: letters.title,
  state: letters.state,
  version: letters.version,
  scheduledAt: letters.scheduledAt,
}
type Watched = { title: string; state: LetterState; scheduledAt: Date | null }

function deedOn(id: number, was: Watched, is: Watched, told: NonNullable<Values["told"]>): AuditEntry {
  const side = (name: "before" | "after", { state, scheduledAt }: Watched) => ({
    state,
    scheduledAt,
    ...Object.fromEntries(Object.entries(told).map(([field, values]) => [field, values[name]])),
  })
  const deed = { action: "update", kind: "letter", id, title: is.title } as const
  return { ...deed, before: side("before", was), after: side("after", is) }
}

/** A letter that is being sent, or may be again. */
export const isUnderWay = inArray(letters.state, ["sending", "paused"])
