import { type SQL, sql } from "drizzle-orm"
import { type AnyPgColumn, index, integer, timestamp } from "drizzle-orm/pg-core"

// What the tables' definitions have in common.

export const instant = (name: string) => timestamp(name, { withTimezone: true })
export const createdAt = () => instant("created_at").notNull().defaultNow()
export const updatedAt = () => instant("updated_at").notNull().defaultNow()
export const id = () => integer("id").primaryKey().generatedAlwaysAsIdentity()
/** Counts the edits of a row: a form that was filled from an older version is told so. */
export const version = () => integer("version").notNull().default(1)
/** A search for a substring of this column, whatever case and accents, is answered from the index. */
export const searchIndex = (name: string, column: AnyPgColumn | SQL) =>
  index(name).using("gin", sql`searchable(${column}) gin_trgm_ops`)

/** The same pattern as the forms check, in the database too: slugs are part of addresses. */
export const isSlug = (column: AnyPgColumn) => sql`${column} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`
export const isFilled = (column: AnyPgColumn) => sql`btrim(${column}) <> ''`
/** `http:`, `https:` or a path on this site; never `javascript:`, `//other.host` or what browsers read as that. */
export const isWebAddress = (column: AnyPgColumn) =>
  sql`${column} ~* '^(https?://[^[:space:]]|/([^/\\\\]|$))'`
export const isHttpAddress = (column: AnyPgColumn) => sql`${column} ~* '^https?://[^[:space:]]'`
