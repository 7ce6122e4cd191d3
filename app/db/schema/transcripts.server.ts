import { desc, sql } from "drizzle-orm"
import { boolean, check, index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core"
import type { Cue } from "#app/kit/lib/cues.ts"
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

/** What the host's own program is asked to write down: the last time for each episode (docs/decisions/transcripts.md). */
export const transcriptions = pgTable(
  "transcriptions",
  {
    id: id(),
    episodeId: integer("episode_id")
      .notNull()
      .references(() => episodes.id, { onDelete: "cascade" }),
    state: text("state", { enum: ["waiting", "working", "done", "failed", "cancelled"] })
      .notNull()
      .default("waiting"),
    /** Nobody where the site asked by itself. */
    askedBy: text("asked_by").references(() => users.id, { onDelete: "set null" }),
    askedAt: instant("asked_at").notNull().defaultNow(),
    /** How many times it was begun; whoever works at it keeps it until `leasedUntil`. */
    attempts: integer("attempts").notNull().default(0),
    leasedUntil: instant("leased_until"),
    /** Since when the program runs, and how far it says it is, in percent. */
    startedAt: instant("started_at"),
    progress: integer("progress"),
    endedAt: instant("ended_at"),
    /** In French, and the last lines that the program printed. */
    failure: text("failure").notNull().default(""),
    words: text("words").notNull().default(""),
    /** What it wrote, where the episode had a transcript by then: kept beside that until somebody decides. */
    cues: jsonb("cues").$type<Cue[]>(),
  },
  (table) => [
    unique("transcriptions_of_episode").on(table.episodeId),
    check(
      "transcriptions_state_known",
      sql`${table.state} in ('waiting', 'working', 'done', 'failed', 'cancelled')`,
    ),
    check("transcriptions_progress_range", sql`${table.progress} between 0 and 100`),
    check("transcriptions_cues_list", sql`jsonb_typeof(${table.cues}) = 'array'`),
    index("transcriptions_of_asker").on(table.askedBy),
    index("transcriptions_open")
      .on(table.askedAt, table.id)
      .where(sql`${table.state} in ('waiting', 'working')`),
  ],
)
