import { and, eq, inArray, sql } from "drizzle-orm"
import type { Transaction } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { mediaUses } from "#app/db/schema/media.server.ts"
import { chaptersOfTags } from "#app/kit/lib/chapters.ts"
import type { MediaTags } from "#app/kit/lib/media.ts"

/**
 * Gives the episodes that were saved before their sound was read the chapters of its file. Those that a host wrote stay, and a
 * form that is open can still be saved: left without any, it says the same.
 *
 * @param tx in which the medium has got its tags
 */
export async function fillChapters(
  tx: Transaction,
  { id, key }: { id: number; key: string },
  tags: MediaTags,
) {
  const chapters = chaptersOfTags(tags)
  if (chapters.length === 0) return
  const using = tx
    .select({ id: mediaUses.rowId })
    .from(mediaUses)
    .where(and(eq(mediaUses.mediumId, id), eq(mediaUses.source, "episodes")))
  await tx
    .update(episodes)
    .set({ chapters })
    .where(
      and(
        inArray(episodes.id, using),
        sql`${episodes.chapters} = '[]'`,
        sql`starts_with(${episodes.audioUrl}, ${`/media/${key}/`})`,
      ),
    )
}
