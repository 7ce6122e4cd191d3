import { sql } from "drizzle-orm"
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import { createdAt, id, instant, isHttpAddress, updatedAt } from "./columns.server.ts"
import { episodes } from "./content.server.ts"
import { media } from "./media.server.ts"

/** What an episode said of its sound before it was copied. */
export type BeforeCopy = { audioType: string | null; audioBytes: number | null }

/** The sounds and pictures of episodes, and the pictures of texts and guests, that lie with another host and are copied into the library (docs/product.md 41). */
export const fileCopies = pgTable(
  "file_copies",
  {
    id: id(),
    /** Null of a picture that other rows name (`copyPlaces`). */
    episodeId: integer("episode_id").references(() => episodes.id, { onDelete: "cascade" }),
    part: text("part", { enum: ["sound", "picture", "text"] }).notNull(),
    /** Where it lies with the other host, as it was named. */
    source: text("source").notNull(),
    /** Whose address that is: of one host one file at a time is fetched. */
    host: text("host").notNull(),
    /** `waiting` for its turn, `working` on the download, `preparing` in the media library, then `done`, `failed` or `undone`. */
    state: text("state", { enum: ["waiting", "working", "preparing", "done", "failed", "undone"] })
      .notNull()
      .default("waiting"),
    /** In French, for the hosts. */
    failure: text("failure").notNull().default(""),
    /** It came whole, but is much shorter or longer than the episode: a host decides. */
    isDoubtful: boolean("is_doubtful").notNull().default(false),
    isAccepted: boolean("is_accepted").notNull().default(false),
    /** Without any progress. */
    attempts: integer("attempts").notNull().default(0),
    dueAt: instant("due_at").notNull().defaultNow(),
    lease: uuid("lease"),
    leasedUntil: instant("leased_until"),
    /** How much of it is surely on the disk, and how long it is, where that is known. */
    received: bigint("received", { mode: "number" }).notNull().default(0),
    total: bigint("total", { mode: "number" }),
    // By what a host recognises that a file is still the one that was begun.
    etag: text("etag"),
    lastModified: text("last_modified"),
    mediumId: integer("medium_id").references(() => media.id, { onDelete: "set null" }),
    before: jsonb("before").$type<BeforeCopy>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique("file_copies_part").on(table.episodeId, table.part),
    check("file_copies_part_known", sql`${table.part} in ('sound', 'picture', 'text')`),
    check("file_copies_episode_known", sql`(${table.part} = 'text') = (${table.episodeId} is null)`),
    check(
      "file_copies_state_known",
      sql`${table.state} in ('waiting', 'working', 'preparing', 'done', 'failed', 'undone')`,
    ),
    check("file_copies_source_address", isHttpAddress(table.source)),
    check("file_copies_received_range", sql`${table.received} >= 0`),
    check("file_copies_attempts_range", sql`${table.attempts} >= 0`),
    index("file_copies_queue")
      .on(table.id)
      .where(sql`${table.state} in ('waiting', 'working', 'preparing')`),
    index("file_copies_of_medium").on(table.mediumId),
    // Many episodes may have one picture. A digest: addresses may be too long for an index.
    index("file_copies_source").on(sql`md5(${table.source})`),
    uniqueIndex("file_copies_text")
      .on(sql`md5(${table.source})`)
      .where(sql`${table.part} = 'text'`),
  ],
)

/** Which texts and guests name a picture that is copied for them: once it is here, they name the copy. */
export const copyPlaces = pgTable(
  "copy_places",
  {
    copyId: integer("copy_id")
      .notNull()
      .references(() => fileCopies.id, { onDelete: "cascade" }),
    target: text("target", { enum: ["episode", "post", "news", "page", "guest"] }).notNull(),
    rowId: integer("row_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.copyId, table.target, table.rowId] }),
    check("copy_places_target_known", sql`${table.target} in ('episode', 'post', 'news', 'page', 'guest')`),
  ],
)
