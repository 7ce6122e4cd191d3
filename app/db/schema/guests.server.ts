import { sql } from "drizzle-orm"
import { check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import { episodes } from "./content.server.ts"
import {
  createdAt,
  id,
  isFilled,
  isHttpAddress,
  isSlug,
  isWebAddress,
  searchIndexes,
  searchText,
  titleKey,
  updatedAt,
  version,
} from "./columns.server.ts"

/** People who came, with a page each. An episode's `guest` holds their names. */
export const guests = pgTable(
  "guests",
  {
    id: id(),
    slug: text("slug").notNull().unique(),
    name: text("name").notNull(),
    role: text("role").notNull().default(""),
    linkUrl: text("link_url"),
    pictureUrl: text("picture_url"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
    searchText: searchText(sql`name`),
  },
  (table) => [
    check("guests_slug_format", isSlug(table.slug)),
    check("guests_name_filled", isFilled(table.name)),
    // What a B-tree index can hold.
    check("guests_name_length", sql`char_length(${table.name}) <= 300`),
    check("guests_link_url_address", isHttpAddress(table.linkUrl)),
    check("guests_picture_url_address", isWebAddress(table.pictureUrl)),
    index("guests_by_name").on(table.name, table.id),
    // By this a typed name finds who is known already.
    index("guests_name_key").on(titleKey(table.name)),
    ...searchIndexes("guests_search", table.searchText),
  ],
)

export const episodeGuests = pgTable(
  "episode_guests",
  {
    episodeId: integer("episode_id")
      .notNull()
      .references(() => episodes.id, { onDelete: "cascade" }),
    guestId: integer("guest_id")
      .notNull()
      .references(() => guests.id, { onDelete: "cascade" }),
    /** From 0, as their names stand in the episode's `guest`. */
    position: integer("position").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.episodeId, table.guestId] }),
    check("episode_guests_position_range", sql`${table.position} >= 0`),
    index("episode_guests_of_guest").on(table.guestId, table.episodeId),
  ],
)
