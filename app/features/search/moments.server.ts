import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { searchDocuments } from "#app/db/schema/search.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { writeClock } from "#app/lib/chapters.ts"
import { frenchSpaces } from "#app/lib/french-spaces.ts"
import { type IsMatch, passage, type Segment, wordsOf } from "./highlight.ts"
import type { SearchPart } from "./search-terms.ts"

/** Of a page's transcripts together, what is read, in characters: four hours of talk. */
const MOST_READ = 200_000
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

type Spoken = { id: number; lines: string[] }

/**
 * The sentences of those episodes in which all that is searched for is said, in that order.
 *
 * @param ids of episodes, of one page of results
 */
export async function loadSpoken(ids: number[], parts: SearchPart[]): Promise<Spoken[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<{ id: number; text: string }>(sql`
    with asked as materialized (select search_query(${JSON.stringify(parts)}::jsonb, 'texts') as words)
    select t.episode_id as id, left(t.text, ${MOST_READ}) as text
    from asked, unnest(${sql.param(ids)}::int[]) with ordinality found (id, place)
      join ${transcripts} t on t.episode_id = found.id and t.is_published
      join ${searchDocuments} d on d.kind = 'episode' and d.item_id = found.id
    where ts_filter(d.words, '{d}') @@ asked.words
    order by found.place`)
  let left = MOST_READ
  return rows.flatMap(({ id, text }) => {
    left -= text.length
    return left < 0 ? [] : [{ id, lines: text.split("\n") }]
  })
}

/** The moments of each episode in which most of what was searched for is said at once, in the order of time. */
export async function findMoments(spoken: Spoken[], isMatch: IsMatch): Promise<Map<number, Moment[]>> {
  const best = spoken.flatMap(({ id, lines }) =>
    lines
      .map((line, place) => ({ id, line, place, kinds: countKinds(line, isMatch) }))
      .filter(({ kinds }) => kinds > 0)
      .toSorted((a, b) => b.kinds - a.kinds || a.place - b.place)
      .slice(0, MOST_OF_EPISODE)
      .toSorted((a, b) => a.place - b.place),
  )
  if (best.length === 0) return new Map()
  // The n-th line is the n-th sentence's.
  const { rows } = await db.execute<{ id: number; place: number; start: number | null }>(sql`
    select t.episode_id as id, asked.place, (t.cues -> asked.place ->> 'start')::float8 as start
    from unnest(${sql.param(best.map(({ id }) => id))}::int[], ${sql.param(best.map(({ place }) => place))}::int[])
      asked (id, place) join ${transcripts} t on t.episode_id = asked.id and t.is_published`)
  const starts = new Map(rows.map(({ id, place, start }) => [`${id} ${place}`, start]))
  const moments = best.map(({ id, line, place }) => ({
    id,
    moment: toMoment(starts.get(`${id} ${place}`) ?? null, line, isMatch),
  }))
  return new Map(
    spoken.map(({ id }) => [id, moments.flatMap((one) => (one.id === id ? one.moment : []))] as const),
  )
}

const countKinds = (line: string, isMatch: IsMatch) =>
  new Set(wordsOf(line).flatMap(({ word }) => (isMatch(word) ? word : []))).size

function toMoment(start: number | null, line: string, isMatch: IsMatch): Moment {
  const seconds = start === null ? null : Math.floor(start / 1_000)
  return {
    seconds,
    clock: seconds === null ? "" : writeClock(seconds * 1_000),
    said: passage(frenchSpaces(line), isMatch, SHOWN_LENGTH),
  }
}
