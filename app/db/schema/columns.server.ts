import { type SQL, sql } from "drizzle-orm"
import { type AnyPgColumn, boolean, index, integer, text, timestamp } from "drizzle-orm/pg-core"

// What the tables' definitions have in common.

export const instant = (name: string) => timestamp(name, { withTimezone: true })
export const createdAt = () => instant("created_at").notNull().defaultNow()
export const updatedAt = () => instant("updated_at").notNull().defaultNow()
export const id = () => integer("id").primaryKey().generatedAlwaysAsIdentity()
/** Counts the edits of a row: a form that was filled from an older version is told so. */
export const version = () => integer("version").notNull().default(1)
/** It came with the site, to be looked at and replaced (`db/starter`). */
export const isStarter = () => boolean("is_starter").notNull().default(false)
/** Whether any is left is asked on every page of the back office. */
export const starterIndex = (name: string, table: { id: AnyPgColumn; isStarter: AnyPgColumn }) =>
  index(name)
    .on(table.id)
    .where(sql`${table.isStarter}`)
/**
 * Texts without case and accents, kept beside them: making them so for each row that a search looks at takes too long.
 *
 * @param texts column names, with `E'\\n'` between them so that no search matches across them
 */
export const searchText = (texts: SQL) => text("search_text").generatedAlwaysAs(sql`searchable(${texts})`)
/** A search for words in texts of any length is answered from this (`containsWords` in search.server.ts). */
export const textSearchIndex = (name: string, searchable: AnyPgColumn | SQL) =>
  index(name).using("gin", sql`${searchable} gin_trgm_ops`)
/** Any search in short texts is answered from these (`contains` in search.server.ts). */
export const searchIndexes = (name: string, searchable: AnyPgColumn | SQL) => [
  textSearchIndex(name, searchable),
  index(`${name}_short`).using("gin", sql`short_parts(${searchable})`),
]

/** The same pattern as the forms check, in the database too: slugs are part of addresses. */
export const isSlug = (column: AnyPgColumn) => sql`${column} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`
export const isFilled = (column: AnyPgColumn) => sql`btrim(${column}) <> ''`
/** `http:`, `https:` or a path on this site; never `javascript:`, `//other.host` or what browsers read as that. */
export const isWebAddress = (column: AnyPgColumn) =>
  sql`${column} ~* '^(https?://[^[:space:]]|/([^/\\\\]|$))'`
export const isHttpAddress = (column: AnyPgColumn) => sql`${column} ~* '^https?://[^[:space:]]'`
/** The key of the medium of the library that an address leads to; null of any other. */
export const mediumKey = (address: AnyPgColumn | SQL) =>
  sql`substring(${address} from '^/media/([A-Za-z0-9_-]{22})/')`

/** The season as a number, by which rounds are counted: no season is one of its own. */
export const seasonOf = (season: AnyPgColumn | SQL) => sql`coalesce(${season}, 0)`
/** The same for titles that differ by case, accents and spaces only. A digest: titles may be too long for an index. */
export const titleKey = (title: AnyPgColumn | SQL) => sql`md5(title_key(${title}))`
export const dayInParis = (instant: AnyPgColumn | SQL) =>
  sql`((${instant} at time zone 'Europe/Paris')::date)`
