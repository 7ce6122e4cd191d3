import { eq } from "drizzle-orm"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import { STATE_LABELS } from "../manage/letters.copy.ts"

/**
 * What becomes of the letter that announces an episode by itself.
 *
 * @param isPublic it came out: what was not announced by then is not any more
 * @returns its state in words, and where it is if it is written; undefined where none is
 */
export async function findAnnouncement(episodeId: number, isPublic: boolean) {
  const [letter] = await db
    .select({ id: letters.id, state: letters.state })
    .from(letters)
    .where(eq(letters.announcedEpisodeId, episodeId))
  if (letter)
    return { to: `/admin/letters/${letter.id}`, state: STATE_LABELS[letter.state].toLocaleLowerCase("fr") }
  return siteSettings().automatic.announces && !isPublic ? { state: "à la publication" } : undefined
}
