import { and, eq } from "drizzle-orm"
import { whereIsPublic } from "#app/content/published.server.ts"
import { db } from "#app/db/client.server.ts"
import { publicEpisodes } from "#app/db/public-episodes.server.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import type { Chapter } from "#app/kit/lib/chapters.ts"
import type { Soundbite } from "#app/kit/lib/soundbites.ts"

/** Those of an episode that everybody may see, hidden ones too, with its title; undefined where there are none. */
export async function findPublicChapters(episodeId: number) {
  const [found] = await db
    .select({ title: publicEpisodes.title, chapters: publicEpisodes.chapters })
    .from(publicEpisodes)
    .where(and(eq(publicEpisodes.id, episodeId), whereIsPublic(publicEpisodes)))
  return found && found.chapters.length > 0 ? found : undefined
}

/** As pages show them. */
export function shownSoundbites(soundbites: Soundbite[]) {
  return soundbites.map(({ title, ...one }) => ({ ...one, title: frenchSpaces(title) }))
}

/** As pages and the player show them: without those that are hidden. */
export function shownChapters(chapters: Chapter[]) {
  return chapters
    .filter(({ isHidden }) => !isHidden)
    .map(({ title, ...chapter }) => ({ ...chapter, title: frenchSpaces(title) }))
}
