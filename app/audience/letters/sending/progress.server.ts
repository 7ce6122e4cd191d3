import { and, desc, eq, gt, isNotNull, min, sql } from "drizzle-orm"
import { explainMailFailure } from "#app/base/mail/mail-failure.copy.ts"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { letterPace, letterRecipients as recipients, letters } from "#app/db/schema/letters.server.ts"
import { RECIPIENT_STATES, type RecipientState } from "#app/kit/lib/letters.ts"
import { isOpenQuestion } from "./transitions.server.ts"

export type LetterCounts = Record<RecipientState, number>

/** How many of those that came last the rate is taken from. */
const LATEST = 200

/** How far a letter is on its way; undefined where its sending has not begun. */
export async function letterProgress(id: number) {
  const [letter] = await db
    .select({
      state: letters.state,
      publishedAt: letters.publishedAt,
      addressedAt: letters.addressedAt,
      endedAt: letters.endedAt,
      halt: letters.halt,
      now: sql`now()`.mapWith(letters.createdAt),
    })
    .from(letters)
    .where(eq(letters.id, id))
  if (!letter?.publishedAt) return undefined
  const [counts, open, hold, nextDue, rate] = await Promise.all([
    countByState(id),
    db.$count(recipients, isOpenQuestion(id)),
    findHold(),
    findNextDue(id),
    measureRate(id),
  ])
  const isMoving = letter.state === "sending"
  const { perMinute } = siteSettings().letters
  const isMail = sendsRealMail()
  const expected = isMail && perMinute > 0 ? Math.min(perMinute, rate ?? perMinute) : rate
  const left = counts.waiting + counts.sending
  return {
    ...letter,
    counts,
    total: RECIPIENT_STATES.reduce((sum, state) => sum + counts[state], 0),
    /** Uncertain ones that nobody has said yet what to do about. */
    openQuestions: open,
    /** A minute, of late; null where nothing left. */
    rate,
    /** Without what the mail server may yet put off. */
    minutesLeft: isMoving && expected ? Math.ceil(left / expected) : null,
    /** When the next mail may leave, where that is not now. */
    nextAttemptAt: isMoving ? (hold?.until ?? (counts.sending === 0 ? nextDue : null)) : null,
    waitsFor: isMoving ? waitsFor(letter, counts, hold, nextDue) : null,
    /** Why the site paused it by itself, in words. */
    pausedBecause: letter.halt && explainHalt(letter.halt),
    /** Its mails become files: the site has no mail server. */
    isOutbox: !isMail,
  }
}

export type LetterProgress = NonNullable<Awaited<ReturnType<typeof letterProgress>>>

type Hold = Awaited<ReturnType<typeof findHold>>

/** `addressing`: its recipients are being fixed; `server`: what the mail server said; `retries`: what is left was put off, each for itself. */
function waitsFor(
  { addressedAt }: { addressedAt: Date | null },
  counts: LetterCounts,
  hold: Hold,
  nextDue: Date | null,
) {
  if (!addressedAt) return { kind: "addressing" } as const
  if (hold) return { kind: "server", why: explainMailFailure(hold.failure) } as const
  return counts.waiting > 0 && counts.sending === 0 && nextDue ? ({ kind: "retries" } as const) : null
}

function explainHalt(halt: NonNullable<(typeof letters.$inferSelect)["halt"]>) {
  if (halt.code === "RESTORED")
    return "Une sauvegarde a été restaurée\u00a0: vérifiez d’abord qui l’a déjà reçue."
  if (halt.code === "EVERYBODY") return "Le serveur d’e-mails refuse tous les destinataires."
  return explainMailFailure(halt)
}

/** How many recipients of a letter are in each state. */
export async function countByState(id: number): Promise<LetterCounts> {
  const rows = await db
    .select({ state: recipients.state, count: sql<number>`count(*)::int` })
    .from(recipients)
    .where(eq(recipients.letterId, id))
    .groupBy(recipients.state)
  const found = new Map(rows.map(({ state, count }) => [state, count]))
  return Object.fromEntries(RECIPIENT_STATES.map((state) => [state, found.get(state) ?? 0])) as LetterCounts
}

/** What holds up all letters, and until when. */
async function findHold() {
  const [hold] = await db
    .select({ until: sql`${letterPace.heldUntil}`.mapWith(letters.createdAt), failure: letterPace.failure })
    .from(letterPace)
    .where(gt(letterPace.heldUntil, sql`now()`))
  return hold
}

/** When the first of those that wait is due, where none is now. */
async function findNextDue(id: number) {
  const [found] = await db
    .select({ at: min(recipients.dueAt) })
    .from(recipients)
    .where(and(eq(recipients.letterId, id), eq(recipients.state, "waiting")))
  const at = found?.at ?? null
  return at && at.getTime() > Date.now() ? at : null
}

/** How many a minute, over those that came last and no longer ago than some minutes. */
async function measureRate(id: number) {
  const latest = db
    .select({ endedAt: recipients.endedAt })
    .from(recipients)
    .where(
      and(
        eq(recipients.letterId, id),
        isNotNull(recipients.endedAt),
        gt(recipients.endedAt, sql`now() - interval '5 minutes'`),
      ),
    )
    .orderBy(desc(recipients.endedAt))
    .limit(LATEST)
    .as("latest")
  const [found] = await db
    .select({
      count: sql<number>`count(*)::int`,
      seconds: sql<number>`extract(epoch from max(${latest.endedAt}) - min(${latest.endedAt}))::float`,
    })
    .from(latest)
  if (!found || found.count < 2 || !found.seconds) return null
  return Math.max(1, Math.round(((found.count - 1) / found.seconds) * 60))
}
