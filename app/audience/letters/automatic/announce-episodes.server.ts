import { and, asc, eq, gt, isNotNull, notInArray, sql } from "drizzle-orm"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { whereIsPublic } from "#app/content/published.server.ts"
import type { Transaction } from "#app/db/client.server.ts"
import { isOpen, publicEpisodes as episodes } from "#app/db/public-episodes.server.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { scheduleAutomatic } from "./automatic-letter.server.ts"
import { type AutomaticState, switchedOnAt } from "./automatic-state.server.ts"
import { fillMarkdown, fillSubject } from "./automatic-text.ts"

const MINUTE_MS = 60_000
/** What came out longer ago when it is seen first is no news: it was dated back, imported, or the site was down. */
const NEWS = sql`interval '3 days'`
/** So many at once are a catalogue. */
const MOST_AT_ONCE = 3
/** However late it is, hosts have this long to see it coming. */
const LEAST_NOTICE_MS = 5 * MINUTE_MS
const SEEN = 500

/** When everybody could hear it first. */
const cameOutAt = sql<Date>`greatest(${episodes.publishedAt}, ${episodes.opensAt})`.mapWith(
  episodes.publishedAt,
)

/** Schedules a letter for each episode that came out since this was switched on. @returns what is known now */
export async function announceEpisodes(tx: Transaction, state: AutomaticState, now: Date) {
  const since = await switchedOnAt(tx, "automatic.announces")
  if (!since) return state
  await takeUpAgain(tx, now)
  const fresh = await tx
    .select({
      id: episodes.id,
      title: episodes.title,
      guest: episodes.guest,
      number: episodes.number,
      publishedAt: cameOutAt,
    })
    .from(episodes)
    .where(
      and(
        whereIsPublic(episodes),
        isOpen,
        gt(cameOutAt, since),
        sql`${cameOutAt} > now() - ${NEWS}`,
        state.announced.length > 0 ? notInArray(episodes.id, state.announced) : undefined,
      ),
    )
    .orderBy(asc(cameOutAt), asc(episodes.id))
    .limit(SEEN)
  if (fresh.length === 0) return state
  if (fresh.length > MOST_AT_ONCE) log.info({ episodes: fresh.length }, "episodes not announced: a catalogue")
  else for (const episode of fresh) if (!(await isAnnounced(tx, episode.id))) await announce(tx, episode, now)
  return { ...state, announced: [...state.announced, ...fresh.map(({ id }) => id)].slice(-SEEN) }
}

type Fresh = Pick<typeof episodes.$inferSelect, "id" | "title" | "guest" | "number" | "publishedAt">

async function announce(tx: Transaction, { id, title, guest, number, publishedAt }: Fresh, now: Date) {
  const { automatic, podcast } = siteSettings()
  const values = {
    titre: title,
    invité: guest ?? "",
    podcast: podcast.name,
    numéro: number === null ? "" : String(number),
  }
  await scheduleAutomatic(tx, {
    title: fillSubject(automatic.announceSubject, values),
    content: `${fillMarkdown(automatic.announceIntro, values)}\n\n${getSettings().publicUrl}/episodes/${id}\n`,
    topic: "episodes",
    isArchived: automatic.isArchived,
    scheduledAt: leavingTime(publishedAt, now),
    announcedEpisodeId: id,
  })
}

function leavingTime(publishedAt: Date, now: Date) {
  const wanted = publishedAt.getTime() + siteSettings().automatic.announceDelay * MINUTE_MS
  return new Date(Math.max(wanted, now.getTime() + LEAST_NOTICE_MS))
}

/** Whether hosts have written to their subscribers about it themselves. */
async function isAnnounced(tx: Transaction, episodeId: number) {
  const found = await tx
    .select({ id: letters.id })
    .from(letters)
    .where(
      sql`${letters.state} <> 'draft' and ${letters.createdAt} > now() - interval '30 days'
        and ${letters.content} ~ ${`/episodes/${episodeId}(?![0-9])`}`,
    )
    .limit(1)
  return found.length > 0
}

/**
 * What was held back with its episode (drizzle/0006_episodes.sql) is scheduled again with it, unless somebody has touched
 * the letter since.
 */
async function takeUpAgain(tx: Transaction, now: Date) {
  const held = await tx
    .select({ id: letters.id, publishedAt: episodes.publishedAt })
    .from(letters)
    .innerJoin(episodes, eq(episodes.id, letters.announcedEpisodeId))
    .where(
      and(
        isNotNull(letters.announcedEpisodeId),
        eq(letters.state, "draft"),
        eq(letters.version, 1),
        whereIsPublic(episodes),
        isOpen,
      ),
    )
  for (const { id } of held)
    await tx
      .update(letters)
      .set({ state: "scheduled", scheduledAt: leavingTime(now, now) })
      .where(and(eq(letters.id, id), eq(letters.state, "draft"), eq(letters.version, 1)))
  if (held.length > 0) await wakeJob(tx, "letters-worker")
}
