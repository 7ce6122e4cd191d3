import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import type { Transaction } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { mediaUses } from "#app/db/schema/media.server.ts"
import { secondsOf } from "#app/kit/lib/durations.ts"

/**
 * Tells the episodes that were saved before their sound was read how long it lasts. What a host wrote stays, and a form that
 * is open can still be saved: left empty, it says the same.
 *
 * @param tx in which the medium has got its duration
 */
export async function fillDurations(
  tx: Transaction,
  { id, key }: { id: number; key: string },
  durationMs: number,
) {
  const using = tx
    .select({ id: mediaUses.rowId })
    .from(mediaUses)
    .where(and(eq(mediaUses.mediumId, id), eq(mediaUses.source, "episodes")))
  await tx
    .update(episodes)
    .set({ durationSeconds: secondsOf(durationMs) })
    .where(
      and(
        inArray(episodes.id, using),
        isNull(episodes.durationSeconds),
        sql`starts_with(${episodes.audioUrl}, ${`/media/${key}/`})`,
      ),
    )
}
