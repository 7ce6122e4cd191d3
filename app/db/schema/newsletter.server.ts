import { desc, sql } from "drizzle-orm"
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core"
import { IMPORT_STATES, LEAVING_REASONS, type RefusedLine, type SaidValue } from "#app/kit/lib/newsletter.ts"
import { createdAt, id, instant } from "./columns.server.ts"

// What the list of subscribers leaves behind: figures without anybody in them, and lists that hosts brought along.

/**
 * How many people came to be among those who get letters, and how many no longer are, by day. Triggers only ever add rows to
 * it (`count_subscribers`), so that nobody waits for anybody, and who is deleted later stays counted.
 */
export const subscriberFigures = pgTable(
  "subscriber_figures",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** In Europe/Paris. */
    day: date("day").notNull(),
    joined: integer("joined").notNull().default(0),
    gone: integer("gone").notNull().default(0),
  },
  (table) => [
    check("subscriber_figures_range", sql`${table.joined} >= 0 and ${table.gone} >= 0`),
    index("subscriber_figures_by_day").on(table.day, table.joined, table.gone),
  ],
)

/** Why people left, if they said so: nothing in it tells who, nor at what time of the day. */
export const leavingReasons = pgTable(
  "leaving_reasons",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    day: date("day").notNull(),
    reason: text("reason", { enum: LEAVING_REASONS }).notNull(),
    /** In their own words. */
    words: text("words").notNull().default(""),
  },
  (table) => [
    check(
      "leaving_reasons_reason_known",
      sql`${table.reason} in ('often', 'content', 'elsewhere', 'unasked', 'other')`,
    ),
    check("leaving_reasons_words_length", sql`char_length(${table.words}) <= 500`),
    index("leaving_reasons_newest").on(desc(table.day), desc(table.id)),
  ],
)

/** A list of people that a host brings along. */
export const subscriberImports = pgTable(
  "subscriber_imports",
  {
    id: id(),
    /** Of the file; empty where it was pasted. */
    name: text("name").notNull().default(""),
    state: text("state", { enum: IMPORT_STATES }).notNull().default("reading"),
    encoding: text("encoding").notNull().default(""),
    delimiter: text("delimiter").notNull().default(""),
    /** What its columns with addresses and names are called, or the letter of a nameless one; `left`: those that stay behind. */
    columns: jsonb("columns").$type<{ email: string; names: string[]; left?: string[] }>(),
    rowCount: integer("row_count").notNull().default(0),
    doubleCount: integer("double_count").notNull().default(0),
    invalidCount: integer("invalid_count").notNull().default(0),
    /** The first of those lines. */
    invalid: jsonb("invalid").$type<RefusedLine[]>().notNull().default([]),
    /** By what it speaks of its people, and what becomes of them; rows name these by their place. */
    said: jsonb("said").$type<SaidValue[]>().notNull().default([]),
    /** Where and how its people agreed, as the hosts say; kept with each of them as proof. */
    origin: text("origin").notNull().default(""),
    agreedOn: date("agreed_on"),
    /** Whether the hosts attest that these people have confirmed; else each of them is asked by mail. */
    isConfirmed: boolean("is_confirmed").notNull().default(false),
    /** Whether those of whom it says that they left, or cannot be reached, are kept as such. */
    isRemembered: boolean("is_remembered").notNull().default(false),
    addedCount: integer("added_count").notNull().default(0),
    rememberedCount: integer("remembered_count").notNull().default(0),
    createdAt: createdAt(),
    endedAt: instant("ended_at"),
  },
  (table) => [
    check(
      "subscriber_imports_state_known",
      sql`${table.state} in ('reading', 'read', 'running', 'done', 'undone')`,
    ),
    check(
      "subscriber_imports_ended",
      sql`(${table.state} in ('done', 'undone')) = (${table.endedAt} is not null)`,
    ),
    index("subscriber_imports_newest").on(desc(table.createdAt), desc(table.id)),
  ],
)

/** The people of an import that were not taken up yet: each address once. */
export const subscriberImportRows = pgTable(
  "subscriber_import_rows",
  {
    importId: integer("import_id")
      .notNull()
      .references(() => subscriberImports.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    name: text("name").notNull().default(""),
    /** What is said of them, by the place in `subscriber_imports.said`. */
    said: integer("said")
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [primaryKey({ columns: [table.importId, table.email] })],
)
