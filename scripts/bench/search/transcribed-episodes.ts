import pg from "pg"
import type { French } from "./french-like.ts"

const GUESTS = 2_000
const SLICE = 250
/** So that all of them are of the last twelve years. */
const SPAN_MS = 12 * 365 * 86_400_000

/**
 * Fills a migrated, empty database with episodes and transcripts of 1,000 words each, in no order of time, none of them
 * indexed: as if they had been there before the search was.
 *
 * @param count of episodes
 */
export async function fillWithTranscripts(url: string, count: number, french: French) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const guests = Array.from({ length: GUESTS }, french.name)
    const now = Date.now()
    await client.query("set synchronous_commit = off")
    await switchIndexing(client, "disable")
    await client.query(
      `insert into guests (slug, name, role) select 'invite-' || n, name, 'Rappeur' from unnest($1::text[]) with ordinality g (name, n)`,
      [guests],
    )
    for (let first = 0; first < count; first += SLICE) {
      const episodes = Array.from({ length: Math.min(SLICE, count - first) }, (_, n) => {
        const said = Array.from({ length: 100 }, () => french.sentence(10))
        return {
          id: first + n + 1,
          title: french.sentence(4).slice(0, -1),
          guest: guests[Math.floor(french.random() ** 2 * GUESTS)],
          description: french.sentence(60),
          day: new Date(now - french.random() * SPAN_MS),
          cues: said.map((text, place) => ({ start: place * 4_000, end: place * 4_000 + 4_000, text })),
          said: said.join("\n"),
        }
      })
      await client.query(INSERT, [JSON.stringify(episodes)])
    }
    await switchIndexing(client, "enable")
    await client.query("vacuum analyze")
  } finally {
    await client.end()
  }
}

async function switchIndexing(client: pg.Client, how: "enable" | "disable") {
  for (const table of ["episodes", "transcripts"])
    await client.query(`alter table ${table} ${how} trigger ${table}_index`)
}

const INSERT = `
  with given as (
    select * from jsonb_to_recordset($1::jsonb)
      e (id int, title text, guest text, description text, day timestamptz, cues jsonb, said text)),
  made as (
    insert into episodes (id, title, guest, description, is_published, published_at, audio_url, duration_seconds)
      overriding system value
      select id, title, guest, description, true, day, 'https://audio.example/1.mp3', 3600 from given
    returning id),
  named as (
    insert into episode_guests (episode_id, guest_id, position)
      select made.id, g.id, 0 from made join given using (id)
        join (select distinct on (name) name, id from guests order by name, id) g on g.name = given.guest)
  insert into transcripts (episode_id, cues, text, is_published)
    select made.id, cues, said, true from made join given using (id)`
