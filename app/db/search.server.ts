import { and, type SQLWrapper, sql } from "drizzle-orm"
import { hasWords } from "#app/lib/search-words.ts"

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
  // Escaped after it is made searchable: some exotic signs become `%` or `_` on the way.
  const pattern = sql`regexp_replace(searchable(${search}), '([%_\\\\])', '\\\\\\1', 'g')`
  return sql`${searchableText} like '%' || ${pattern} || '%'`
}
