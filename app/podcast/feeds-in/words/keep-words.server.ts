import { createHash } from "node:crypto"
import { eq } from "drizzle-orm"
import { record } from "#app/db/audit.server.ts"
import { nextVersion } from "#app/content/versions.server.ts"
import type { Transaction } from "#app/db/client.server.ts"
import { lockEpisodes } from "#app/db/episode-lock.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { type Chapter, writeChapters } from "#app/kit/lib/chapters.ts"
import type { Cue } from "#app/kit/lib/cues.ts"
import { keepEpisodeVersions } from "../../episodes/manage-episodes.server.ts"
import { enterTranscript } from "../../transcripts/manage-transcripts.server.ts"

/** What was read of a feed's words: by it one knows what is still the feed's. */
export const digestOf = (words: unknown) =>
  createHash("sha256").update(JSON.stringify(words)).digest("base64url")

/**
 * Makes what a feed has an episode's transcript, public as it was there. One of the hosts', also one that they corrected, stays;
 * one that they deleted does not come back.
 *
 * @param before the digest of what the feed had last
 */
export async function keepFeedTranscript(
  tx: Transaction,
  episodeId: number,
  cues: Cue[],
  before: string | null,
) {
  await tx.select({ id: episodes.id }).from(episodes).where(eq(episodes.id, episodeId)).for("update")
  const [own] = await tx
    .select({ cues: transcripts.cues })
    .from(transcripts)
    .where(eq(transcripts.episodeId, episodeId))
  const isFeeds = own ? digestOf(ordered(own.cues)) === before : before === null
  if (!isFeeds || (own && digestOf(ordered(cues)) === before)) return false
  return enterTranscript(tx, episodeId, cues, "feed", { isPublished: true })
}

/** Its fields in one order: the database has one of its own. */
export function ordered(cues: readonly Cue[]) {
  return cues.map(({ start, end, speaker = "", text }) => [start, end, speaker, text])
}

/** The same for an episode's chapters. */
export async function keepFeedChapters(
  tx: Transaction,
  episodeId: number,
  chapters: Chapter[],
  before: string | null,
) {
  await lockEpisodes(tx)
  const [episode] = await tx
    .select({ title: episodes.title, chapters: episodes.chapters })
    .from(episodes)
    .where(eq(episodes.id, episodeId))
    .for("update")
  if (!episode) return false
  const [was, is] = [writeChapters(episode.chapters), writeChapters(chapters)]
  const isFeeds = before === null ? was === "" : digestOf(was) === before
  if (!isFeeds || was === is) return false
  await keepEpisodeVersions(tx, [episodeId], true)
  await tx
    .update(episodes)
    .set({ chapters, ...nextVersion(episodes) })
    .where(eq(episodes.id, episodeId))
  await keepEpisodeVersions(tx, [episodeId])
  await record(tx, {
    ...{ action: "update", kind: "episode", id: episodeId, title: episode.title },
    ...{ before: { chapters: episode.chapters }, after: { chapters } },
  })
  return true
}
