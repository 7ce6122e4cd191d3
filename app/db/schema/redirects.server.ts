import { desc, sql } from "drizzle-orm"
import { boolean, check, date, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import {
  createdAt,
  id,
  instant,
  isWebAddress,
  searchText,
  textSearchIndex,
  updatedAt,
  version,
} from "./columns.server.ts"

/** Old addresses and where they lead now (docs/product.md 30). Each process knows them all; a trigger tells it of changes. */
export const redirects = pgTable(
  "redirects",
  {
    id: id(),
    /** As `pathKey` spells it; with `/*` at its end, all that begins so. */
    source: text("source").notNull().unique(),
    /** A path of this site or a web address; none where nothing is any more (410). */
    target: text("target"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
    searchText: searchText(sql`source || E'\\n' || coalesce(target, '')`),
  },
  (table) => [
    check("redirects_source_path", sql`${table.source} ~ '^/' and char_length(${table.source}) <= 500`),
    check(
      "redirects_target_address",
      sql`${isWebAddress(table.target)} and char_length(${table.target}) <= 2000`,
    ),
    textSearchIndex("redirects_search", table.searchText),
  ],
)

/** How many visitors each rule led on, by day in Paris: of the last 30 days, and the last day of all. */
export const redirectHits = pgTable(
  "redirect_hits",
  {
    redirectId: integer("redirect_id")
      .notNull()
      .references(() => redirects.id, { onDelete: "cascade" }),
    day: date("day", { mode: "string" }).notNull(),
    hits: integer("hits").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.redirectId, table.day] }),
    check("redirect_hits_range", sql`${table.hits} > 0`),
  ],
)

/** Addresses that visitors asked for in vain; of robots' guesses few, and nothing that could be somebody's. */
export const missingPaths = pgTable(
  "missing_paths",
  {
    id: id(),
    /** As `pathKey` spells it, without a query. */
    path: text("path").notNull().unique(),
    hits: integer("hits").notNull(),
    firstSeenAt: instant("first_seen_at").notNull().defaultNow(),
    lastSeenAt: instant("last_seen_at").notNull().defaultNow(),
    /** No host wants to read of it again. */
    isIgnored: boolean("is_ignored").notNull().default(false),
  },
  (table) => [
    check("missing_paths_path", sql`${table.path} ~ '^/' and char_length(${table.path}) <= 200`),
    check("missing_paths_hits_range", sql`${table.hits} > 0`),
    index("missing_paths_by_hits").on(desc(table.hits), desc(table.lastSeenAt), desc(table.id)),
  ],
)
