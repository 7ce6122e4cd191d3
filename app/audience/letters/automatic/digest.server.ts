import { and, asc, gt, lte, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import type { Transaction } from "#app/db/client.server.ts"
import { publicEpisodes as episodes } from "#app/db/public-episodes.server.ts"
import { blogPosts, news } from "#app/db/schema/content.server.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { scheduleAutomatic } from "./automatic-letter.server.ts"
import { type AutomaticState, switchedOnAt } from "./automatic-state.server.ts"
import { fillMarkdown, fillSubject } from "./automatic-text.ts"
import { findDigest } from "./digest-schedule.ts"

/** So long before it leaves, the letter is there to be read. */
const NOTICE_MS = 60 * 60_000
const LEAST_NOTICE_MS = 5 * 60_000
/** One that should have left longer ago, while the site was down, does not leave any more; what it would tell comes with the next. */
const LATEST_MS = 2 * 86_400_000
const MOST_OF_A_KIND = 20

/** Schedules the summary of what came out since the one before, where its time has come. @returns what is known now */
export async function writeDigest(tx: Transaction, state: AutomaticState, now: Date) {
  const switchedOn = await switchedOnAt(tx, "automatic.digest")
  const due = findDigest(siteSettings().automatic, new Date(now.getTime() + NOTICE_MS))
  if (!switchedOn || !due || due.key === state.digestOf || due.at <= switchedOn) return state
  if (now.getTime() - due.at.getTime() > LATEST_MS) return state
  const from = state.digestUntil ?? due.since
  const content = await listNew(tx, from, now)
  if (content) {
    const { automatic, podcast } = siteSettings()
    const values = { podcast: podcast.name, date: formatLongDate(due.at) }
    await scheduleAutomatic(tx, {
      title: fillSubject(automatic.digestSubject, values),
      content: `${fillMarkdown(automatic.digestIntro, values)}\n\n${content}\n`,
      topic: automatic.digestTopic,
      isArchived: automatic.isArchived,
      scheduledAt: new Date(Math.max(due.at.getTime(), now.getTime() + LEAST_NOTICE_MS)),
      digestOf: due.key,
    })
  }
  return { ...state, digestOf: due.key, digestUntil: now }
}

/** What came out between two moments as Markdown, in which an address alone is a card; nothing where nothing did. */
async function listNew(tx: Transaction, from: Date, until: Date) {
  const isNew = ({ isPublished, publishedAt }: { isPublished: PgColumn; publishedAt: PgColumn }) =>
    and(sql`${isPublished}`, gt(publishedAt, from), lte(publishedAt, until))
  const newEpisodes = await tx
    .select({ id: episodes.id })
    .from(episodes)
    .where(isNew(episodes))
    .orderBy(asc(episodes.publishedAt), asc(episodes.id))
    .limit(MOST_OF_A_KIND)
  const newPosts = await tx
    .select({ slug: blogPosts.slug })
    .from(blogPosts)
    .where(isNew(blogPosts))
    .orderBy(asc(blogPosts.publishedAt), asc(blogPosts.id))
    .limit(MOST_OF_A_KIND)
  const newNews = await tx
    .select({ id: news.id, mediaType: news.mediaType })
    .from(news)
    .where(isNew(news))
    .orderBy(asc(news.publishedAt), asc(news.id))
    .limit(MOST_OF_A_KIND)
  return [
    section(
      "Épisodes",
      newEpisodes.map(({ id }) => `/episodes/${id}`),
    ),
    section(
      "Articles",
      newPosts.map(({ slug }) => `/blog/${slug}`),
    ),
    section(
      "Actualités",
      newNews.map(({ id, mediaType }) =>
        mediaType === "article" ? `/news#actualite-${id}` : `/news/galeries/${id}`,
      ),
    ),
  ]
    .flat()
    .join("\n\n")
}

function section(title: string, paths: string[]) {
  return paths.length > 0 ? [`## ${title}`, ...paths.map((path) => getSettings().publicUrl + path)] : []
}
