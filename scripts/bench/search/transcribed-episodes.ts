import pg from "pg"
import type { French } from "./french-like.ts"

/** Of the transcript of each. */
const WORDS_SAID = 1_000
const WORDS_OF_SENTENCE = 10
const GUESTS = 2_000
const SLICE = 250
/** So that all of them are of the last twelve years. */
const SPAN_MS = 12 * 365 * 86_400_000

/** What a slice holds, a list for each column. */
type Columns = { titles: string[]; guests: string[]; descriptions: string[]; dates: Date[] }

/**
 * Fills a migrated, empty database with episodes and their transcripts, in no order of time, none of them indexed: as if
 * they had been there before the search was.
 *
 * @param count of episodes
 */
export async function fillWithTranscripts(url: string, count: number, french: French) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of [
      "set synchronous_commit = off",
      "alter table episodes disable trigger episodes_index",
      "alter table transcripts disable trigger transcripts_index",
    ])
      await client.query(statement)
    const names = Array.from({ length: GUESTS }, french.name)
    await client.query(
      `insert into guests (slug, name, role) select 'invite-' || n, name, 'Rappeur' from unnest($1::text[]) with ordinality g (name, n)`,
      [names],
    )
    const now = Date.now()
    for (let first = 0; first < count; first += SLICE) {
      const size = Math.min(SLICE, count - first)
      await insertSlice(client, makeSlice(french, names, size, now), french)
    }
    for (const statement of [
      "alter table episodes enable trigger episodes_index",
      "alter table transcripts enable trigger transcripts_index",
      "vacuum analyze",
    ])
      await client.query(statement)
  } finally {
    await client.end()
  }
}

function makeSlice(french: French, names: string[], size: number, now: number): Columns {
  const each = <Item>(make: () => Item) => Array.from({ length: size }, make)
  return {
    titles: each(() => french.sentence(4).slice(0, -1)),
    guests: each(() => names[Math.floor(french.random() ** 2 * names.length)] ?? ""),
    descriptions: each(() => french.sentence(60)),
    dates: each(() => new Date(now - french.random() * SPAN_MS)),
  }
}

async function insertSlice(
  client: pg.Client,
  { titles, guests, descriptions, dates }: Columns,
  french: French,
) {
  const { rows } = await client.query<{ id: number; guest: string }>(
    `insert into episodes (title, guest, description, is_published, published_at, audio_url, duration_seconds)
       select title, guest, description, true, day, 'https://audio.example/1.mp3', 3600
       from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) e (title, guest, description, day)
     returning id, guest`,
    [titles, guests, descriptions, dates],
  )
  const ids = rows.map(({ id }) => id)
  await client.query(
    `insert into episode_guests (episode_id, guest_id, position)
       select e.id, g.id, 0 from unnest($1::int[], $2::text[]) e (id, guest)
         join (select distinct on (name) name, id from guests order by name, id) g on g.name = e.guest`,
    [ids, rows.map(({ guest }) => guest)],
  )
  const said = rows.map(() =>
    Array.from({ length: WORDS_SAID / WORDS_OF_SENTENCE }, () => french.sentence(WORDS_OF_SENTENCE)),
  )
  await client.query(
    `insert into transcripts (episode_id, cues, text, is_published)
       select id, cues, said, true from unnest($1::int[], $2::jsonb[], $3::text[]) t (id, cues, said)`,
    [ids, said.map(toCues), said.map((sentences) => sentences.join("\n"))],
  )
}

const toCues = (sentences: string[]) =>
  JSON.stringify(sentences.map((text, place) => ({ start: place * 4_000, end: place * 4_000 + 4_000, text })))
