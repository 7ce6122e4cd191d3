import { sql } from "drizzle-orm"
import { pgTable } from "drizzle-orm/pg-core"
import { episodeColumns, type episodes } from "./schema/content.server.ts"

/**
 * Episodes as everybody may see them (`publicEpisodesView`), read as a table: what visitors are shown of episodes is asked of this one,
 * so that nothing that is for supporters leaves by a side door.
 */
export const publicEpisodes = pgTable("public_episodes", episodeColumns) as unknown as typeof episodes

/** Whether its sound is for everybody: else neither what is said in it. */
export const isOpen = sql<boolean>`(${publicEpisodes.opensAt} is null or ${publicEpisodes.opensAt} <= now())`
