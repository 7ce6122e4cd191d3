import { desc, sql } from "drizzle-orm"
import { boolean, check, index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core"
import type { Cue } from "../../lib/cues.ts"
import { users } from "./accounts.server.ts"
import { episodes } from "./content.server.ts"
import { createdAt, id, instant, updatedAt, version } from "./columns.server.ts"

/** What is said in an episode: one for each. */
export const transcripts = pgTable(
  "transcripts",
  {
    id: id(),
    episodeId: integer("episode_id")
      .notNull()
      .references(() => episodes.id, { onDelete: "cascade" }),
    /** In order, with times in milliseconds all of them or none. */
    cues: jsonb("cues").$type<Cue[]>().notNull(),
    /** Its words alone: the n-th line is the n-th cue's (`textOfCues`). */
    text: text("text").notNull(),
    isPublished: boolean("is_published").notNull().default(false),
    source: text("source", { enum: ["text", "address", "feed", "command"] })
      .notNull()
      .default("text"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (table) => [
    unique("transcripts_of_episode").on(table.episodeId),
    check("transcripts_cues_list", sql`jsonb_typeof(${table.cues}) = 'array'`),
    check("transcripts_source_known", sql`${table.source} in ('text', 'address', 'feed', 'command')`),
  ],
)

/** The last saved states of a transcript, the newest being what it is now. */
export const transcriptVersions = pgTable(
  "transcript_versions",
  {
    id: id(),
    transcriptId: integer("transcript_id")
      .notNull()
      .references(() => transcripts.id, { onDelete: "cascade" }),
    cues: jsonb("cues").$type<Cue[]>().notNull(),
    savedBy: text("saved_by").references(() => users.id, { onDelete: "set null" }),
    savedAt: instant("saved_at").notNull().defaultNow(),
  },
  (table) => [
    check("transcript_versions_cues_list", sql`jsonb_typeof(${table.cues}) = 'array'`),
    index("transcript_versions_of_transcript").on(table.transcriptId, desc(table.id)),
    index("transcript_versions_of_author").on(table.savedBy),
  ],
)
