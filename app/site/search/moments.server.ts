import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { searchDocuments } from "#app/db/schema/search.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { writeClock } from "#app/kit/lib/chapters.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { type Matcher, passage, type Segment } from "./highlight.ts"
import { asWord, type candidatesOf } from "./matched-words.server.ts"
import { bestPlaces, phrasesOf } from "./spoken-words.ts"
import type { SearchPart } from "./search-terms.ts"

/** Of a page's transcripts together, what is read, in characters: twenty times an hour and a half of talk. */
const MOST_READ = 1_500_000
/** Of one: what is searched of it. */
const MOST_OF_TRANSCRIPT = 300_000
const MOST_OF_EPISODE = 2
/** Of a sentence, in characters. */
const SHOWN_LENGTH = 200

/** A sentence that says what was searched for. */
export type Moment = {
  /** From the beginning of the sound; null in a transcript without times. */
  seconds: number | null
  clock: string
  said: Segment[]
}

/** What is said in an episode, with the words in it that may be meant. */
export type Spoken = { id: number; text: string; found: { word: string; index: number }[] }

/**
 * What is said in those episodes in which all that is searched for is said, in that order.
 *
 * @param ids of episodes, of one page of results
 */
export async function loadSpoken(
  ids: number[],
  parts: SearchPart[],
  findCandidates: ReturnType<typeof candidatesOf>,
): Promise<Spoken[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<{ id: number; text: string }>(sql`
    with asked as materialized (select search_query(${JSON.stringify(parts)}::jsonb, 'texts') as words)
    select t.episode_id as id, left(t.text, ${MOST_OF_TRANSCRIPT}) as text
    from asked, unnest(${sql.param(ids)}::int[]) with ordinality found (id, place)
      join ${transcripts} t on t.episode_id = found.id and t.is_published
      join ${searchDocuments} d on d.kind = 'episode' and d.item_id = found.id
    where ts_filter(d.words, '{d}') @@ asked.words
    order by found.place`)
  let left = MOST_READ
  return rows.flatMap(({ id, text }) => {
    left -= text.length
    if (left < 0) return []
    return {
      id,
      text,
      found: findCandidates(text).map(({ 0: word, index }) => ({ word: asWord(word), index })),
    }
  })
}

/** The moments of each episode in which most of what was searched for is said at once, in the order of time. */
export async function findMoments(
  spoken: Spoken[],
  parts: SearchPart[],
  matcher: Matcher,
): Promise<Map<number, Moment[]>> {
  const phrases = phrasesOf(parts)
  const best = spoken.flatMap(({ id, text, found }) =>
    bestPlaces(text, found, matcher, phrases, MOST_OF_EPISODE).map((place) => ({ id, ...place })),
  )
  if (best.length === 0) return new Map()
  // The n-th line is the n-th sentence's.
  const { rows } = await db.execute<{ id: number; line: number; start: number | null }>(sql`
    select t.episode_id as id, asked.line, (t.cues -> asked.line ->> 'start')::float8 as start
    from unnest(${sql.param(best.map(({ id }) => id))}::int[], ${sql.param(best.map(({ line }) => line))}::int[])
      asked (id, line) join ${transcripts} t on t.episode_id = asked.id and t.is_published`)
  const starts = new Map(rows.map(({ id, line, start }) => [`${id} ${line}`, start]))
  const moments = new Map<number, Moment[]>()
  for (const { id, line, said } of best) {
    const moment = toMoment(starts.get(`${id} ${line}`) ?? null, said, matcher)
    moments.set(id, [...(moments.get(id) ?? []), moment])
  }
  return moments
}

function toMoment(start: number | null, said: string, matcher: Matcher): Moment {
  const seconds = start === null ? null : Math.floor(start / 1_000)
  return {
    seconds,
    clock: seconds === null ? "" : writeClock(seconds * 1_000),
    said: passage(frenchSpaces(said), matcher, SHOWN_LENGTH),
  }
}
