import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { searchable } from "#app/lib/search-words.ts"
import { type IsMatch, wordsOf } from "./highlight.ts"
import type { SearchPart } from "./search-terms.ts"

/** What could be compared with the words that were searched for; a page has fewer. */
const MOST_COMPARED = 2_000
/** Words that mean the same begin so, whatever their endings. */
const SAME_LETTERS = 2

/**
 * Tells which words of texts were searched for, by the same rules as they were found by.
 *
 * @param texts what is shown, or what passages are taken from
 */
export async function matcherOf(parts: SearchPart[], texts: string[]): Promise<IsMatch> {
  const wanted = parts
    .filter(({ isExcluded }) => !isExcluded)
    .flatMap(({ text, isBegun }) => wordsOf(text).map(({ word }) => ({ word, isBegun })))
  const beginning = (word: string) => searchable(word).slice(0, SAME_LETTERS)
  const beginnings = new Set(wanted.map(({ word }) => beginning(word)))
  const words = new Set<string>()
  for (const text of texts) {
    for (const { word } of wordsOf(text)) if (beginnings.has(beginning(word))) words.add(word)
    if (words.size >= MOST_COMPARED) break
  }
  if (words.size === 0) return () => false
  const asked = wanted.map(({ word, isBegun }) => ({
    text: word,
    isPhrase: false,
    isExcluded: false,
    isBegun,
  }))
  const { rows } = await db.execute<{ word: string }>(sql`
    with asked as materialized (
      select search_query(jsonb_build_array(part), 'titles') as query
      from jsonb_array_elements(${JSON.stringify(asked)}::jsonb) part
    ), words as (
      select word, search_vector(word, 'A') || to_tsvector('simple', search_normal(word)) as vector
      from unnest(${sql.param([...words].slice(0, MOST_COMPARED))}::text[]) word
    )
    select word from words where exists (select from asked where vector @@ query)`)
  const matched = new Set(rows.map(({ word }) => word))
  return (word) => matched.has(word)
}
