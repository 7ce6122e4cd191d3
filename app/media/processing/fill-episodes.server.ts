import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import type { Transaction } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { mediaUses } from "#app/db/schema/media.server.ts"
import { chaptersOfTags } from "#app/kit/lib/chapters.ts"
import { secondsOf } from "#app/kit/lib/durations.ts"
import type { MediaTags } from "#app/kit/lib/media.ts"

/**
 * Tells the episodes that were saved before their sound was read how long it lasts. What a host wrote stays, and a form that
 * is open can still be saved: left empty, it says the same.
 *
 * @param tx in which the medium has got its duration
 */
export async function fillDurations(tx: Transaction, medium: Medium, durationMs: number) {
  await tx
    .update(episodes)
    .set({ durationSeconds: secondsOf(durationMs) })
    .where(and(isSoundOf(tx, medium), isNull(episodes.durationSeconds)))
}

/**
 * Gives the episodes that were saved before their sound was read the chapters of its file. Those that a host wrote stay, and a
 * form that is open can still be saved: left without any, it says the same.
 *
 * @param tx in which the medium has got its tags
 */
export async function fillChapters(tx: Transaction, medium: Medium, tags: MediaTags) {
  const chapters = chaptersOfTags(tags)
  if (chapters.length === 0) return
  await tx
    .update(episodes)
    .set({ chapters })
    .where(and(isSoundOf(tx, medium), sql`${episodes.chapters} = '[]'`))
}

type Medium = { id: number; key: string }

/** That an episode has the medium for its sound. */
function isSoundOf(tx: Transaction, { id, key }: Medium) {
  const using = tx
    .select({ id: mediaUses.rowId })
    .from(mediaUses)
    .where(and(eq(mediaUses.mediumId, id), eq(mediaUses.source, "episodes")))
  return and(inArray(episodes.id, using), sql`starts_with(${episodes.audioUrl}, ${`/media/${key}/`})`)
}
