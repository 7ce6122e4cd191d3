import { getTableName } from "drizzle-orm"
import { listAddresses, msToNextPublication } from "#app/content/published.server.ts"
import { managedTypes } from "#app/content/types.server.ts"

// Of all that the hosts publish. Each of these tables has a trigger that purges what shows it, and texts to search in
// (`search_text`); backups hold them as they do every table.

const listPublished = () => managedTypes().flatMap(({ published }) => published ?? [])

/** The tables, by name, that something is published from. */
export const listPublishedTables = () =>
  listPublished().map(({ table, written = table }) => getTableName(written))

/** The tables, by name, of which rows appear by themselves when their time comes. */
export const listDatedTables = () =>
  listPublished().flatMap(({ table, written = table }) => (table.publishedAt ? [getTableName(written)] : []))

/** In how many milliseconds the next of it appears by itself, or undefined when nothing is dated in the future. */
export const msToNextAppearance = () => msToNextPublication(listPublished())

/** The addresses of everything that has a page of its own. */
export const listPublishedAddresses = () => listAddresses(listPublished())
