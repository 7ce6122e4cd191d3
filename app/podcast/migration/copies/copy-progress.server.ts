import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { fileCopies } from "#app/db/schema/copies.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { readCopying } from "./copying.server.ts"
import { countElsewhere } from "./enter-copies.server.ts"

/** How many of them are shown; the others come up as these are dealt with. */
const SHOWN_FAILURES = 20

export type CopyProgress = Awaited<ReturnType<typeof readCopyProgress>>
export type CopyFailure = CopyProgress["failures"][number]

/** How far the copying is: figures, what is under way, and what failed. */
export async function readCopyProgress() {
  const [copying, elsewhere, figures, current, failures] = await Promise.all([
    readCopying(),
    countElsewhere(db),
    readFigures(),
    listCurrent(),
    listFailures(),
  ])
  return {
    isOn: copying?.isOn ?? false,
    isBegun: copying !== undefined,
    reason: copying?.reason ?? "",
    elsewhere,
    ...figures,
    current,
    failures,
  }
}

/** Bytes of what waits are those that feeds tell, where they do. */
async function readFigures() {
  const { rows } = await db.execute<{
    left: number
    done: number
    failed: number
    later: number
    doneBytes: number
    leftBytes: number
    secondsPerFile: number | null
  }>(sql`
    select count(*) filter (where state in ('waiting', 'working', 'preparing'))::int as left,
      count(*) filter (where state = 'done')::int as done,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state = 'waiting' and due_at > now())::int as later,
      coalesce(sum(total) filter (where state = 'done'), 0)::float8 as "doneBytes",
      coalesce(sum(greatest(coalesce(total, case when part = 'sound' then ${episodes.audioBytes} end, 0) - received, 0))
        filter (where state in ('waiting', 'working')), 0)::float8 as "leftBytes",
      ${SECONDS_PER_FILE}::float8 as "secondsPerFile"
    from ${fileCopies} left join ${episodes} on ${episodes}.id = episode_id`)
  const [figures] = rows
  if (!figures) throw new Error("an aggregate has one row")
  return figures
}

/** Of those of the last quarter of an hour; nothing while there are too few to tell. */
const SECONDS_PER_FILE = sql`(
  select case when count(*) >= 3 then extract(epoch from now() - min(updated_at)) / count(*) end
  from ${fileCopies} where state = 'done' and updated_at > now() - interval '15 minutes')`

/** Of a picture in texts. */
const NAME = sql`regexp_replace(source, '^.*/', '')`

async function listCurrent() {
  const { rows } = await db.execute<{
    id: number
    title: string
    part: "sound" | "picture" | "text"
    received: number
    total: number | null
    isPreparing: boolean
  }>(sql`
    select ${fileCopies}.id, coalesce(title, ${NAME}) as title, part, received::float8, total::float8, state = 'preparing' as "isPreparing"
    from ${fileCopies} left join ${episodes} on ${episodes}.id = episode_id
    where state in ('working', 'preparing') and (state = 'preparing' or leased_until > now()) order by ${fileCopies}.id limit 6`)
  return rows
}

async function listFailures() {
  const { rows } = await db.execute<{
    id: number
    episodeId: number | null
    title: string
    part: "sound" | "picture" | "text"
    source: string
    failure: string
    isDoubtful: boolean
  }>(sql`
    select ${fileCopies}.id, episode_id as "episodeId", coalesce(title, ${NAME}) as title, part, source, failure, is_doubtful as "isDoubtful"
    from ${fileCopies} left join ${episodes} on ${episodes}.id = episode_id
    where state = 'failed' order by ${fileCopies}.id limit ${SHOWN_FAILURES}`)
  return rows
}
