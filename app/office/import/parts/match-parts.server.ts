import { sql } from "drizzle-orm"
import type { Database } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { importThings } from "#app/db/schema/imports.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import type { ImportFindings } from "#app/kit/lib/imports.ts"
import { createEpisodeMatcher, type Known } from "./match-episode.ts"

/** An episode that files may be of, with what it has already. */
type Episode = Known & { hasTranscript: boolean; hasChapters: boolean }

/** @param ids only those; without, all */
export async function listEpisodes(on: Pick<Database, "execute">, ids?: readonly number[]) {
  const { rows } = await on.execute<Episode>(sql`
    select ${episodes.id}, ${episodes.title}, ${episodes.guid}, ${episodes.season}, ${episodes.number},
      ${episodes.chapters} <> '[]' as "hasChapters",
      exists (select from ${transcripts} where ${transcripts.episodeId} = ${episodes.id}) as "hasTranscript"
    from ${episodes} ${ids && sql`where ${episodes.id} = any(${sql.param(ids)}::int[])`}`)
  return rows
}

const NAMED = 50

/** What an import's transcripts and chapters belong to: to episodes here, or to those that come with them. */
export async function findParts(
  on: Pick<Database, "execute">,
  importId: number,
): Promise<ImportFindings["parts"]> {
  const { rows } = await on.execute<{ name: string; part: "transcript" | "chapters" }>(sql`
    select source_id as name, thing ->> 'part' as part from ${importThings}
    where import_id = ${importId} and kind = 'part' order by position`)
  if (rows.length === 0) return undefined
  const known = await listEpisodes(on)
  const coming = await listComing(on, importId)
  const find = createEpisodeMatcher(known)
  const findComing = createEpisodeMatcher(coming)
  const byId = new Map(known.map((episode) => [episode.id, episode]))
  const found = { transcripts: 0, chapters: 0, known: 0, unknown: 0, unknownNames: [] as string[] }
  for (const { name, part } of rows) {
    const episode = byId.get(find(name) ?? 0)
    const isThere = part === "transcript" ? episode?.hasTranscript : episode?.hasChapters
    if (isThere) found.known += 1
    else if (!episode && findComing(name) === undefined) {
      found.unknown += 1
      if (found.unknownNames.length < NAMED) found.unknownNames.push(name)
    } else if (part === "transcript") found.transcripts += 1
    else found.chapters += 1
  }
  return found
}

async function listComing(on: Pick<Database, "execute">, importId: number) {
  const { rows } = await on.execute<Known>(sql`
    select position::float8 as id, thing ->> 'title' as title, thing -> 'sound' ->> 'guid' as guid,
      (thing -> 'sound' ->> 'season')::int as season, (thing -> 'sound' ->> 'number')::int as number
    from ${importThings} where import_id = ${importId} and kind = 'text' and thing -> 'sound' <> 'null'`)
  return rows
}
