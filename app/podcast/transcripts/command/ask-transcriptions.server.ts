import { and, eq, inArray, isNotNull, sql } from "drizzle-orm"
import { actingId, record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { transcriptions } from "#app/db/schema/transcripts.server.ts"
import { enterTranscript } from "../manage-transcripts.server.ts"

/**
 * Asks for what is said in episodes to be written down by the host's program, the oldest wish first. An episode that waits
 * already, or is worked on, stays where it is.
 *
 * @returns how many wait because of this; those without a sound are `refused`
 */
export function askTranscriptions(episodeIds: number[]) {
  return db.transaction(async (tx) => {
    const found = await tx
      .select({ id: episodes.id, title: episodes.title, audioUrl: episodes.audioUrl })
      .from(episodes)
      .where(inArray(episodes.id, episodeIds))
      .orderBy(episodes.id)
      .for("key share")
    const heard = found.filter(({ audioUrl }) => audioUrl !== null)
    const asked =
      heard.length === 0
        ? []
        : await tx
            .insert(transcriptions)
            .values(heard.map(({ id }) => ({ episodeId: id, askedBy: actingId() })))
            .onConflictDoUpdate({
              target: transcriptions.episodeId,
              set: {
                state: "waiting",
                askedBy: actingId(),
                askedAt: sql`now()`,
                attempts: 0,
                leasedUntil: null,
                startedAt: null,
                progress: null,
                endedAt: null,
                failure: "",
                words: "",
                cues: null,
              },
              setWhere: sql`${transcriptions.state} not in ('waiting', 'working')`,
            })
            .returning({ id: transcriptions.episodeId })
    const ids = new Set(asked.map(({ id }) => id))
    await record(
      tx,
      ...heard
        .filter(({ id }) => ids.has(id))
        .map(({ id, title }) => ({ action: "ask" as const, kind: "transcript" as const, id, title })),
    )
    if (ids.size > 0) await wakeJob(tx, "transcripts-worker")
    return {
      done: ids.size,
      refused: found.length - ids.size,
      missing: episodeIds.length - found.length,
    }
  })
}

/** Asks once more for all that failed. @returns how many wait because of this */
export async function retryTranscriptions() {
  const failed = await db
    .select({ id: transcriptions.episodeId })
    .from(transcriptions)
    .where(eq(transcriptions.state, "failed"))
  return (await askTranscriptions(failed.map(({ id }) => id))).done
}

/** Lets all that failed be. @returns how many */
export function dropFailedTranscriptions() {
  return db.transaction(async (tx) => {
    const dropped = await tx
      .update(transcriptions)
      .set({ state: "cancelled" })
      .from(episodes)
      .where(and(eq(episodes.id, transcriptions.episodeId), eq(transcriptions.state, "failed")))
      .returning({ id: episodes.id, title: episodes.title })
    await record(
      tx,
      ...dropped.map(({ id, title }) => ({
        action: "cancel" as const,
        kind: "transcript" as const,
        id,
        title,
      })),
    )
    return dropped.length
  })
}

/** Takes an episode out of the queue; where the program is at it, that ends within seconds. @returns false when it was not in it */
export function cancelTranscription(episodeId: number) {
  return db.transaction(async (tx) => {
    const [cancelled] = await tx
      .update(transcriptions)
      .set({ state: "cancelled", leasedUntil: null, progress: null, endedAt: sql`now()` })
      .from(episodes)
      .where(
        and(
          eq(episodes.id, transcriptions.episodeId),
          eq(transcriptions.episodeId, episodeId),
          inArray(transcriptions.state, ["waiting", "working"]),
        ),
      )
      .returning({ title: episodes.title })
    if (!cancelled) return false
    await record(tx, { action: "cancel", kind: "transcript", id: episodeId, title: cancelled.title })
    return true
  })
}

/** Forgets what the program wrote beside an episode's transcript. @returns false when there is nothing of the kind */
export function dropTranscription(episodeId: number) {
  return db.transaction(async (tx) => {
    const dropped = await takeResult(tx, episodeId)
    if (!dropped) return false
    await record(tx, { action: "discard", kind: "transcript", id: episodeId, title: dropped.title })
    return true
  })
}

/**
 * Makes what the program wrote an episode's transcript, in the place of the one it has, which stays among its versions.
 *
 * @returns false when there is nothing of the kind
 */
export function adoptTranscription(episodeId: number) {
  return db.transaction(async (tx) => {
    const found = await takeResult(tx, episodeId)
    return found !== undefined && enterTranscript(tx, episodeId, found.cues, "command")
  })
}

/** What the program wrote beside an episode's transcript, which from now on is kept no more. */
async function takeResult(tx: Transaction, episodeId: number) {
  const [found] = await tx
    .select({ cues: transcriptions.cues, title: episodes.title })
    .from(transcriptions)
    .innerJoin(episodes, eq(episodes.id, transcriptions.episodeId))
    .where(and(eq(transcriptions.episodeId, episodeId), isNotNull(transcriptions.cues)))
    .for("update", { of: transcriptions })
  if (!found?.cues) return undefined
  await tx.update(transcriptions).set({ cues: null }).where(eq(transcriptions.episodeId, episodeId))
  return { cues: found.cues, title: found.title }
}
