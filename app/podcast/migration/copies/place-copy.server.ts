import { and, eq, sql } from "drizzle-orm"
import { nextVersion } from "#app/content/versions.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { lockEpisodes } from "#app/db/episode-lock.server.ts"
import { fileCopies } from "#app/db/schema/copies.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { secondsOf } from "#app/kit/lib/durations.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { keepEpisodeVersions } from "../../episodes/manage-episodes.server.ts"
import { describeOtherLength } from "./copies.copy.ts"

const AT_ONCE = 100

/** Lets texts name a picture of the library in place of another address. */
export type PlaceInTexts = (
  tx: Transaction,
  copy: { id: number; source: string },
  address: string,
) => Promise<unknown>

/** Lets episodes and texts lead to their files in the library, once these are ready. @returns how many ended, well or not */
export async function placeCopies(placeInTexts: PlaceInTexts = inNoTexts) {
  const ready = await db
    .select({ id: fileCopies.id })
    .from(fileCopies)
    .leftJoin(media, eq(media.id, fileCopies.mediumId))
    .where(
      and(eq(fileCopies.state, "preparing"), sql`coalesce(${media.state}, 'failed') in ('ready', 'failed')`),
    )
    .orderBy(fileCopies.id)
    .limit(AT_ONCE)
  for (const { id } of ready) await db.transaction((tx) => placeCopy(tx, id, placeInTexts))
  return ready.length
}

function inNoTexts(): never {
  throw new Error("nobody knows the texts")
}

async function placeCopy(tx: Transaction, id: number, placeInTexts: PlaceInTexts) {
  await lockEpisodes(tx)
  const [copy] = await tx
    .select()
    .from(fileCopies)
    .where(and(eq(fileCopies.id, id), eq(fileCopies.state, "preparing")))
    .for("update")
  if (!copy) return
  const end = (values: Partial<typeof fileCopies.$inferInsert>) =>
    tx
      .update(fileCopies)
      .set({ ...values, updatedAt: sql`now()` })
      .where(eq(fileCopies.id, id))
  const [medium] = copy.mediumId
    ? await tx.select().from(media).where(eq(media.id, copy.mediumId)).for("share")
    : []
  // Somebody deleted it from the library, or the worker could do nothing with it.
  if (!medium) return void (await end({ state: "waiting", received: 0, total: null, attempts: 0 }))
  if (medium.state === "failed") return void (await end({ state: "failed", failure: medium.failure }))
  if (medium.state !== "ready") return

  const address = mediaAddress(medium.key, medium.title)
  if (copy.episodeId === null) {
    await placeInTexts(tx, copy, address)
    return void (await end({ state: "done", failure: "" }))
  }
  const [episode] = await tx.select().from(episodes).where(eq(episodes.id, copy.episodeId)).for("update")
  const current = copy.part === "sound" ? episode?.audioUrl : episode?.thumbnailUrl
  // A host gave it another file meanwhile.
  if (!episode || current !== copy.source)
    return void (await tx.delete(fileCopies).where(eq(fileCopies.id, id)))
  const seconds = secondsOf(medium.durationMs)
  const otherLength = describeOtherLength(episode.durationSeconds, seconds)
  if (copy.part === "sound" && otherLength && !copy.isAccepted)
    return void (await end({ state: "failed", failure: otherLength, isDoubtful: true }))

  const { title, audioType, audioBytes, durationSeconds } = episode
  const { before, after } =
    copy.part === "sound"
      ? {
          before: { audioUrl: episode.audioUrl, audioType, audioBytes, durationSeconds },
          after: {
            audioUrl: address,
            audioType: medium.type,
            audioBytes: medium.bytes,
            durationSeconds: durationSeconds ?? seconds,
          },
        }
      : { before: { thumbnailUrl: episode.thumbnailUrl }, after: { thumbnailUrl: address } }
  await keepEpisodeVersions(tx, [episode.id], true)
  await tx
    .update(episodes)
    .set({ ...after, ...nextVersion(episodes) })
    .where(eq(episodes.id, episode.id))
  await keepEpisodeVersions(tx, [episode.id])
  await end({
    state: "done",
    failure: "",
    isDoubtful: false,
    ...(copy.part === "sound" && { before: { audioType, audioBytes } }),
  })
  await record(tx, { action: "update", kind: "episode", id: episode.id, title, before, after })
}
