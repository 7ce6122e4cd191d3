import { and, count, desc, eq, isNull, lte, or, sql } from "drizzle-orm"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { feedWords } from "#app/db/schema/feeds.server.ts"
import type { FeedItem } from "#app/db/schema/feed-item.ts"

/** One of these is one statement. */
const ROWS_AT_ONCE = 500
const MAX_LISTED = 20

type Imported = { episodeId?: number; item: Pick<FeedItem, "transcriptUrl" | "chaptersUrl"> }

/** Has the transcripts and chapters of imported items read in the background. @param tx of the import */
export async function askFeedWords(tx: Transaction, rows: Imported[]) {
  const wanted = rows.flatMap(({ episodeId, item: { transcriptUrl = null, chaptersUrl = null } }) =>
    episodeId !== undefined && (transcriptUrl ?? chaptersUrl) !== null
      ? [{ episodeId, transcriptUrl, chaptersUrl }]
      : [],
  )
  for (let start = 0; start < wanted.length; start += ROWS_AT_ONCE) {
    await tx
      .insert(feedWords)
      .values(wanted.slice(start, start + ROWS_AT_ONCE))
      .onConflictDoUpdate({
        target: feedWords.episodeId,
        set: {
          transcriptUrl: sql`excluded.transcript_url`,
          chaptersUrl: sql`excluded.chapters_url`,
          ...AGAIN,
        },
      })
  }
  if (wanted.length > 0) await wakeJob(tx, "transcripts-worker")
}

/** As if it had never been tried; what was read of it before stays known. */
const AGAIN = { dueAt: sql`now()`, attempts: 0, leasedUntil: null, failure: "" } as const

/** Due, and at nobody's hands. */
export const isDue = and(
  lte(feedWords.dueAt, sql`now()`),
  or(isNull(feedWords.leasedUntil), lte(feedWords.leasedUntil, sql`now()`)),
)

/** Whether something of a feed waits to be read now. */
export async function areFeedWordsWaiting() {
  const found = await db.select({ id: feedWords.episodeId }).from(feedWords).where(isDue).limit(1)
  return found.length > 0
}

/** How many episodes' words wait, and which could not be read. */
export async function findFeedWords() {
  const isFailed = and(isNull(feedWords.dueAt), sql`${feedWords.failure} <> ''`)
  const [counts] = await db
    .select({
      waiting: sql<number>`(count(*) filter (where ${feedWords.dueAt} is not null))::int`,
      failed: sql<number>`(count(*) filter (where ${isFailed}))::int`,
      all: count(),
    })
    .from(feedWords)
  const failed = await db
    .select({ episodeId: feedWords.episodeId, title: episodes.title, failure: feedWords.failure })
    .from(feedWords)
    .innerJoin(episodes, eq(episodes.id, feedWords.episodeId))
    .where(isFailed)
    .orderBy(desc(feedWords.episodeId))
    .limit(MAX_LISTED)
  return { waiting: counts?.waiting ?? 0, failedCount: counts?.failed ?? 0, all: counts?.all ?? 0, failed }
}

/** Lets what could not be read be. @returns how many episodes' */
export function dropFeedWords() {
  return db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(feedWords)
      .set({ failure: "" })
      .where(and(isNull(feedWords.dueAt), sql`${feedWords.failure} <> ''`))
    const dropped = rowCount ?? 0
    if (dropped > 0) await record(tx, { action: "cancel", kind: "feed", after: { words: dropped } })
    return dropped
  })
}

/** Has what could not be read tried once more. @returns how many episodes' */
export function retryFeedWords() {
  return db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(feedWords)
      .set(AGAIN)
      .where(and(isNull(feedWords.dueAt), sql`${feedWords.failure} <> ''`))
    const tried = rowCount ?? 0
    if (tried === 0) return 0
    await record(tx, { action: "ask", kind: "feed", after: { words: tried } })
    await wakeJob(tx, "transcripts-worker")
    return tried
  })
}
