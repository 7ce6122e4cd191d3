import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { searchable } from "#app/kit/lib/search-words.ts"
import { type Matcher, wordsOf } from "./highlight.ts"
import { wordsBeginningAs } from "./letters.ts"
import type { SearchPart } from "./search-terms.ts"

/** What could be compared with the words that were searched for: those that begin as they do, the longer the sooner. */
const MOST_COMPARED = 400
const MORE_LETTERS = 4
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

/**
 * Tells which words of texts were searched for, by the same rules as they were found by.
 *
 * @param candidates words as `asWord` gives them; beyond some hundred those are looked at that begin most like it
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
      select search_query(jsonb_build_array(part), 'titles') as query,
        numnode(search_query(jsonb_build_array(part), 'texts')) > 0 as tells
      from jsonb_array_elements(${JSON.stringify(asked)}::jsonb) part
    ), words as materialized (
      select word, search_vector(word, 'A') || to_tsvector('simple', search_normal(word)) as vector
      from unnest(${sql.param(nearest(candidates, parts))}::text[]) word
    )
    select word, bool_or(tells) or not (select bool_or(tells) from asked) as tells
    from words join asked on vector @@ query group by word`)
  const matched = new Map(rows.map(({ word, tells }) => [word, tells]))
  return { isMatch: (word) => matched.has(word), tells: (word) => matched.get(word) ?? false }
}

function nearest(candidates: Set<string>, parts: SearchPart[]) {
  if (candidates.size <= MOST_COMPARED) return [...candidates]
  const beginning = (word: string) => searchable(word).slice(0, MORE_LETTERS)
  const beginnings = new Set(wantedWords(parts).map(({ word }) => beginning(word)))
  const isNear = (word: string) => Number(beginnings.has(beginning(word)))
  return [...candidates].toSorted((a, b) => isNear(b) - isNear(a)).slice(0, MOST_COMPARED)
}

const wantedWords = (parts: SearchPart[]) =>
  parts
    .filter(({ isExcluded }) => !isExcluded)
    .flatMap(({ text, isBegun }) => wordsOf(text).map(({ word }) => ({ word, isBegun })))
