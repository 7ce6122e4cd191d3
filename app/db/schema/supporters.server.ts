import { sql } from "drizzle-orm"
import { boolean, check, date, index, integer, pgTable, text } from "drizzle-orm/pg-core"
import {
  createdAt,
  id,
  isFilled,
  isHttpAddress,
  searchIndexes,
  searchText,
  updatedAt,
  version,
} from "./columns.server.ts"

// Who supports the podcast, and what that opens. Money is elsewhere: nothing here knows of it.

/** Levels of support, as hosts name them. A higher rank opens what lower ones open, too. */
export const levels = pgTable(
  "levels",
  {
    id: id(),
    name: text("name").notNull(),
    /** What it opens and why, in Markdown. */
    description: text("description").notNull().default(""),
    /** As hosts say it: « 5 € par mois ». */
    price: text("price").notNull().default(""),
    /** Where one pays for it, if not where one pays for all. */
    payUrl: text("pay_url"),
    rank: integer("rank").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
    searchText: searchText(sql`name`),
  },
  (table) => [
    check("levels_name_filled", isFilled(table.name)),
    // What a B-tree index can hold.
    check("levels_name_length", sql`char_length(${table.name}) <= 300`),
    check("levels_pay_url_address", isHttpAddress(table.payUrl)),
    check("levels_rank_range", sql`${table.rank} between 1 and 100`),
    index("levels_by_rank").on(table.rank, table.id),
    ...searchIndexes("levels_search", table.searchText),
  ],
)

/** People who support the podcast, each address once. */
export const supporters = pgTable(
  "supporters",
  {
    id: id(),
    /** In lower case. */
    email: text("email").notNull().unique(),
    name: text("name").notNull().default(""),
    /** Without one, what is for all supporters. */
    levelId: integer("level_id").references(() => levels.id, { onDelete: "set null" }),
    /** The last day, in Europe/Paris; none is for good. */
    until: date("until"),
    /** Where they come from, as hosts say it. */
    origin: text("origin").notNull().default(""),
    /** Which of its feeds is theirs: those before it are refused. */
    feedNumber: integer("feed_number").notNull().default(1),
    /** Hosts may take it away. */
    hasFeed: boolean("has_feed").notNull().default(true),
    /** Which link to their page is good yet: it is used once. */
    linkNumber: integer("link_number").notNull().default(1),
    /** For hosts only. */
    note: text("note").notNull().default(""),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
    searchText: searchText(sql`email || E'\\n' || name`),
  },
  (table) => [
    check("supporters_email_lower", sql`${table.email} = lower(${table.email})`),
    check("supporters_email_length", sql`char_length(${table.email}) between 3 and 254`),
    index("supporters_of_level").on(table.levelId, table.id),
    index("supporters_by_until").on(table.until, table.id),
    ...searchIndexes("supporters_search", table.searchText),
  ],
)
