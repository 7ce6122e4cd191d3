import { eq } from "drizzle-orm"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { formatLongTime, formatMoment, toClock, toDay } from "#app/kit/lib/dates.ts"
import { countMailable } from "../../newsletter/mailable.server.ts"
import { countBounces } from "../bounces/letter-bounces.server.ts"
import { letterProgress } from "../sending/progress.server.ts"
import { letterReport } from "../sending/report.server.ts"
import { isEditable } from "./manage-letters.server.ts"
import { listTeam } from "./team-test.server.ts"

/** One letter with where it is on its way, or undefined. */
async function findLetter(id: number) {
  const [letter] = await db
    .select({
      id: letters.id,
      version: letters.version,
      title: letters.title,
      previewText: letters.previewText,
      senderName: letters.senderName,
      topic: letters.topic,
      isArchived: letters.isArchived,
      state: letters.state,
      scheduledAt: letters.scheduledAt,
      publishedAt: letters.publishedAt,
      endedAt: letters.endedAt,
    })
    .from(letters)
    .where(eq(letters.id, id))
  return letter
}

/** What a letter's own page shows, or undefined. @param own the address of who looks */
export async function loadLetterPage(id: number, own: string) {
  const letter = await findLetter(id)
  if (!letter) return undefined
  const isWritten = isEditable(letter)
  const [reach, team, progress, report, bounces] = await Promise.all([
    isWritten ? loadOr<number | null>(countMailable(letter.topic), null) : null,
    loadOr(listTeam(own), [own]),
    isWritten ? null : loadOr(letterProgress(id), undefined),
    isWritten ? null : loadOr(letterReport(id), undefined),
    isWritten ? null : loadOr(countBounces(id), []),
  ])
  const { mail, podcast } = siteSettings()
  const now = new Date()
  const { version, title, previewText, state, topic, isArchived, scheduledAt, publishedAt, endedAt } = letter
  return {
    id,
    version,
    title,
    previewText,
    state,
    topic,
    isArchived,
    isWritten,
    sender: letter.senderName || mail.senderName || podcast.name,
    leavesAt: state === "scheduled" && scheduledAt ? formatLongTime(scheduledAt) : undefined,
    leftAt: publishedAt ? formatLongTime(publishedAt) : undefined,
    endedAt: endedAt ? formatLongTime(endedAt) : undefined,
    /** What the form proposes: what is set, else tomorrow morning. */
    proposed: propose(scheduledAt, now),
    today: toDay(now),
    reach: reach?.value ?? null,
    team: team.value,
    progress: progress?.value ? shown(progress.value, now) : null,
    report: report?.value
      ? {
          refusals: report.value.refusals,
          unsubscribed: report.value.unsubscribed,
          bounces: bounces?.value ?? [],
        }
      : null,
    hasFailed: Boolean(progress?.failed || report?.failed),
  }
}

export type LetterPage = NonNullable<Awaited<ReturnType<typeof loadLetterPage>>>

type Progress = NonNullable<Awaited<ReturnType<typeof letterProgress>>>

/** Moments in words, as the browser's clock may be in another country. */
function shown(progress: Progress, now: Date) {
  const { counts, total, openQuestions, rate, minutesLeft, nextAttemptAt, waitsFor } = progress
  const { pausedBecause, isOutbox } = progress
  return {
    counts,
    total,
    openQuestions,
    rate,
    minutesLeft,
    waitsFor,
    pausedBecause,
    isOutbox,
    nextAttemptAt: nextAttemptAt ? formatMoment(nextAttemptAt, now) : null,
  }
}

const DAY_MS = 86_400_000

function propose(scheduledAt: Date | null, now: Date) {
  if (scheduledAt && scheduledAt > now) return { day: toDay(scheduledAt), clock: toClock(scheduledAt) }
  return { day: toDay(new Date(now.getTime() + DAY_MS)), clock: "09:00" }
}
