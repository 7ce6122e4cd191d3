import { and, type SQLWrapper, sql } from "drizzle-orm"
import { hasWords } from "#app/kit/lib/search-words.ts"

/**
 * True where a short text, such as a title, contains what was searched for, whatever case and accents: answered from
 * the indexes that `searchIndexes` makes.
 *
 * @param searchableText what `searchable(…)` made of it, as the indexes have it
 * @param search taken literally: `%` and `_` are ordinary characters
 */
export function contains(searchableText: SQLWrapper, search: string) {
  return and(
    containsWords(searchableText, search),
    hasWords(search) ? undefined : sql`short_parts(${searchableText}) @> short_parts(searchable(${search}))`,
  )
}

/**
 * As `contains`, of a text of any length, with one index alone (`textSearchIndex`): without words (`hasWords`) to look
 * up there it looks at every row.
 */
export function containsWords(searchableText: SQLWrapper, search: string) {
  return sql`${searchableText} like '%' || ${literally(search)} || '%'`
}

/** True where a text begins with what was searched for: what `contains` finds, and of that what one means most often. */
export function beginsWith(searchableText: SQLWrapper, search: string) {
  return sql`${searchableText} like ${literally(search)} || '%'`
}

/** Escaped after it is made searchable: some exotic signs become `%` or `_` on the way. */
const literally = (search: string) => sql`regexp_replace(searchable(${search}), '([%_\\\\])', '\\\\\\1', 'g')`
