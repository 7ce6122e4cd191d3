import { type SQL, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { searchVocabulary } from "#app/db/schema/search.server.ts"
import { searchable } from "#app/kit/lib/search-words.ts"
import { findDocuments } from "./find-documents.server.ts"
import { nearest } from "./nearest-word.ts"
import { oneLine, parseTerms, QUOTES, type SearchPart } from "./search-terms.ts"

const MOST_COMPARED = 40
const FEW = 10
/** What looks less alike than this is another word, however few there are. */
const LIKENESS = 0.25
const WORDS = /[\p{L}\p{N}\p{M}]+/gu

/**
 * What somebody may have meant by words that nothing holds: each unknown one replaced by the one most like it, or the words of
 * a phrase anywhere, where that finds something that everybody may see.
 *
 * @param typed the search as it was typed
 */
export async function findSuggestion(typed: string) {
  return (await findSpelling(typed)) ?? (await findUnquoted(typed))
}

async function findUnquoted(typed: string) {
  const unquoted = oneLine(typed.replace(QUOTES, " "))
  const hasPhrase = parseTerms(typed).parts.some(({ isPhrase, isExcluded }) => isPhrase && !isExcluded)
  return hasPhrase && (await findsSomething(parseTerms(unquoted).parts)) ? unquoted : undefined
}

async function findSpelling(typed: string) {
  const words = [...new Set((typed.match(WORDS) ?? []).map(searchable))].filter((word) => word.length > 2)
  if (words.length === 0) return undefined
  const { rows } = await db.execute<{
    asked: string
    isKnown: boolean
    words: [string, number][] | null
  }>(sql`
    select asked, ${isHeld(sql`coalesce((select v.documents from ${searchVocabulary} v where v.word = asked), 0)`, sql`asked`)} as "isKnown",
      (select json_agg(json_build_array(near.word, near.documents)) from (
        select v.word, v.documents from ${searchVocabulary} v where v.word % asked and similarity(v.word, asked) >= ${LIKENESS}
        order by similarity(v.word, asked) desc, v.documents desc, v.word limit ${MOST_COMPARED}
      ) near where ${isHeld(sql`near.documents`, sql`near.word`)}) as words
    from unnest(${sql.param(words)}::text[]) asked`)
  const better = new Map(
    rows.flatMap(({ asked, isKnown, words: near }) => {
      const best = isKnown ? undefined : nearest(asked, near ?? [])
      return best ? [[asked, best] as const] : []
    }),
  )
  if (better.size === 0) return undefined
  const suggestion = typed.replace(WORDS, (word) => better.get(searchable(word)) ?? word)
  return (await findsSomething(parseTerms(suggestion).parts)) ? suggestion : undefined
}

/** Of what few had it is looked whether it is there still: the vocabulary forgets late. */
const isHeld = (documents: SQL, word: SQL) => sql`(${documents} >= ${FEW} or search_knows(${word}))`

async function findsSomething(parts: SearchPart[]) {
  return (await findDocuments(parts, {}, 0)).found.length > 0
}
