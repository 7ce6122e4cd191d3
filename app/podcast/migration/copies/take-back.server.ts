import { eq, inArray, sql } from "drizzle-orm"
import { nextVersion } from "#app/content/versions.server.ts"
import { type AuditEntry, record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { lockEpisodes } from "#app/db/episode-lock.server.ts"
import { fileCopies } from "#app/db/schema/copies.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { keepEpisodeVersions } from "../../episodes/manage-episodes.server.ts"

/** Between them others write episodes. */
const AT_ONCE = 100

/**
 * Lets episodes lead to their old addresses again, but for those whose file a host changed since. The copies stay in the library.
 *
 * @returns how many files
 */
export async function takeBackAll() {
  let count = 0
  for (;;) {
    const taken = await db.transaction(takeSomeBack)
    count += taken.count
    if (taken.seen < AT_ONCE) return count
  }
}

async function takeSomeBack(tx: Transaction) {
  await lockEpisodes(tx)
  const rows = await tx
    .select({ copy: fileCopies, episode: episodes, key: media.key })
    .from(fileCopies)
    .innerJoin(episodes, eq(episodes.id, fileCopies.episodeId))
    .leftJoin(media, eq(media.id, fileCopies.mediumId))
    .where(eq(fileCopies.state, "done"))
    .orderBy(fileCopies.id)
    .limit(AT_ONCE)
    .for("update", { of: [fileCopies, episodes] })
  const led = rows.filter(({ copy, episode, key }) => {
    const current = copy.part === "sound" ? episode.audioUrl : episode.thumbnailUrl
    return key !== null && current?.startsWith(`/media/${key}/`)
  })
  const ids = led.map(({ episode }) => episode.id)
  await keepEpisodeVersions(tx, ids, true)
  const deeds: AuditEntry[] = []
  for (const { copy, episode } of led) {
    const { before, after } = addressesOf(copy, episode)
    await tx
      .update(episodes)
      .set({ ...after, ...nextVersion(episodes) })
      .where(eq(episodes.id, episode.id))
    deeds.push({ action: "update", kind: "episode", id: episode.id, title: episode.title, before, after })
  }
  await keepEpisodeVersions(tx, ids)
  if (rows.length > 0)
    await tx
      .update(fileCopies)
      .set({ state: "undone", updatedAt: sql`now()` })
      .where(
        inArray(
          fileCopies.id,
          rows.map(({ copy }) => copy.id),
        ),
      )
  await record(tx, ...deeds)
  return { count: led.length, seen: rows.length }
}

function addressesOf(copy: typeof fileCopies.$inferSelect, episode: typeof episodes.$inferSelect) {
  if (copy.part === "picture")
    return { before: { thumbnailUrl: episode.thumbnailUrl }, after: { thumbnailUrl: copy.source } }
  const { audioUrl, audioType, audioBytes } = episode
  return {
    before: { audioUrl, audioType, audioBytes },
    after: { audioUrl: copy.source, ...(copy.before ?? { audioType: null, audioBytes: null }) },
  }
}
