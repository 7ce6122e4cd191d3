import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { type IsMatch, wordsOf } from "./highlight.ts"
import { wordsBeginningAs } from "./letters.ts"
import type { SearchPart } from "./search-terms.ts"

/** What could be compared with the words that were searched for; a page has fewer. */
const MOST_COMPARED = 2_000
/** Words that mean the same begin so, whatever their endings. */
const SAME_LETTERS = 2

/** Finds in a text what may be one of the words that are searched for. */
export function candidatesOf(parts: SearchPart[]) {
  const wanted = wantedWords(parts).map(({ word }) => word)
  const pictures = wanted.filter((word) => PICTURE.test(word))
  const pattern = wordsBeginningAs(wanted, SAME_LETTERS)
  return (text: string) => [
    ...text.matchAll(pattern),
    ...pictures.flatMap((picture) => [...text.matchAll(new RegExp(picture, "gu"))]),
  ]
}

const PICTURE = /^[\p{Extended_Pictographic}\p{Regional_Indicator}]$/u

export const asWord = (found: string) => found.normalize("NFC").toLowerCase()

/** Which words were searched for, and which of them are more than those that every text is full of. */
export type Matcher = { isMatch: IsMatch; tells: IsMatch }

/**
 * Tells which words of texts were searched for, by the same rules as they were found by.
 *
 * @param candidates words as `asWord` gives them; beyond some thousand they are not looked at
 */
export async function matcherOf(parts: SearchPart[], candidates: Set<string>): Promise<Matcher> {
  if (candidates.size === 0) return { isMatch: () => false, tells: () => false }
  const asked = wantedWords(parts).map(({ word, isBegun }) => ({
    text: word,
    isPhrase: false,
    isExcluded: false,
    isBegun,
  }))
  const { rows } = await db.execute<{ word: string; tells: boolean }>(sql`
    with asked as materialized (
      select search_query(jsonb_build_array(part), 'titles') as query
      from jsonb_array_elements(${JSON.stringify(asked)}::jsonb) part
    ), words as (
      select word, search_vector(word, 'A') || to_tsvector('simple', search_normal(word)) as vector
      from unnest(${sql.param([...candidates].slice(0, MOST_COMPARED))}::text[]) word
    )
    select word, numnode(plainto_tsquery('french', search_normal(word))) > 0 as tells from words where exists (select from asked where vector @@ query)`)
  const matched = new Map(rows.map(({ word, tells }) => [word, tells]))
  return { isMatch: (word) => matched.has(word), tells: (word) => matched.get(word) ?? false }
}

const wantedWords = (parts: SearchPart[]) =>
  parts
    .filter(({ isExcluded }) => !isExcluded)
    .flatMap(({ text, isBegun }) => wordsOf(text).map(({ word }) => ({ word, isBegun })))
