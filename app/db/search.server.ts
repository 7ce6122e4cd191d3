import { type SQLWrapper, sql } from "drizzle-orm"

/**
 * True where a text contains what was searched for, whatever case and accents.
 *
 * @param searchableText an expression on `searchable(…)`, as its index has it
 * @param search taken literally: `%` and `_` are ordinary characters
 */
export function contains(searchableText: SQLWrapper, search: string) {
  // Escaped after it is made searchable: some exotic signs become `%` or `_` on the way.
  const pattern = sql`regexp_replace(searchable(${search}), '([%_\\\\])', '\\\\\\1', 'g')`
  return sql`${searchableText} like '%' || ${pattern} || '%'`
}
