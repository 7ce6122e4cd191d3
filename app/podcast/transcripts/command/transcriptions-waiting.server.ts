import { and, eq, gt, isNotNull, notExists, sql } from "drizzle-orm"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { feedWords } from "#app/db/schema/feeds.server.ts"
import { transcriptions, transcripts } from "#app/db/schema/transcripts.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"

/** No process is at it, and none that failed waits for a while. */
export const isFree = sql`(leased_until is null or leased_until < now())`

/** Whether something waits for the host's program now. This much the site asks: it loads no decoders. */
export async function isTranscriptionWaiting() {
  if (!getSettings().transcribe) return false
  const { rows } = await db.execute<{ waits: boolean }>(sql`
    select exists (
      select from ${transcriptions} where state in ('waiting', 'working') and ${isFree}) as waits`)
  return rows[0]?.waits === true || (await findNewEpisodes(1)).length > 0
}

/** Episodes that nobody has asked for, of a site whose hosts want each new one written down. @returns their ids */
export async function findNewEpisodes(most: number) {
  if (!siteSettings().uploads.transcribesNew) return []
  const found = await db
    .select({ id: episodes.id })
    .from(episodes)
    .where(
      and(
        gt(episodes.publishedAt, sql`now() - interval '7 days'`),
        gt(episodes.createdAt, sql`now() - interval '7 days'`),
        isNotNull(episodes.audioUrl),
        notExists(db.select().from(transcripts).where(eq(transcripts.episodeId, episodes.id))),
        notExists(db.select().from(transcriptions).where(eq(transcriptions.episodeId, episodes.id))),
        // Its feed may have one, which is on its way.
        notExists(
          db
            .select()
            .from(feedWords)
            .where(
              and(
                eq(feedWords.episodeId, episodes.id),
                isNotNull(feedWords.transcriptUrl),
                isNotNull(feedWords.dueAt),
              ),
            ),
        ),
      ),
    )
    .orderBy(episodes.id)
    .limit(most)
  return found.map(({ id }) => id)
}
