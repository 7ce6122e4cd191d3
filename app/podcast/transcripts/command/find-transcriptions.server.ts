import { and, asc, desc, eq, inArray, isNotNull, or, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { transcriptions } from "#app/db/schema/transcripts.server.ts"
import { type Cue, MAX_CUES } from "#app/kit/lib/cues.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { spellRest } from "./transcription.copy.ts"

const MAX_LISTED = 50
/** So much of what the program wrote shows whether it is worth something. */
const SHOWN_CUES = 30

export type Transcription = Awaited<ReturnType<typeof listTranscriptions>>["rows"][number]
export type OneTranscription = NonNullable<Awaited<ReturnType<typeof findTranscription>>>

/** What became of the last wish for an episode; undefined where there was none. */
export async function findTranscription(episodeId: number) {
  const [found] = await db
    .select({
      ...COLUMNS,
      ahead: sql<number>`(select count(*)::int from ${transcriptions} other where other.state in ('waiting', 'working')
        and (other.asked_at, other.id) < (${transcriptions}.asked_at, ${transcriptions}.id))`,
      beside: sql<Cue[] | null>`case when ${transcriptions}.cues is not null
        then jsonb_path_query_array(${transcriptions}.cues, ${`$[0 to ${SHOWN_CUES - 1}]`}::jsonpath) end`,
    })
    .from(transcriptions)
    .innerJoin(episodes, eq(episodes.id, transcriptions.episodeId))
    .where(eq(transcriptions.episodeId, episodeId))
  return found && { ...toShown(found, new Date()), ahead: found.ahead, beside: found.beside }
}

/** Those that wait, run, failed or wrote something that nobody has decided about, and how many there are. */
export async function listTranscriptions() {
  const isOpen = inArray(transcriptions.state, ["waiting", "working"])
  const matters = or(isOpen, eq(transcriptions.state, "failed"), isNotNull(transcriptions.cues))
  const rows = await db
    .select(COLUMNS)
    .from(transcriptions)
    .innerJoin(episodes, eq(episodes.id, transcriptions.episodeId))
    .where(matters)
    .orderBy(
      desc(sql`${transcriptions.state} = 'working'`),
      desc(isOpen),
      // What waits comes in its turn, what ended with the latest first.
      asc(sql`case when ${isOpen} then ${transcriptions.askedAt} end`),
      desc(transcriptions.endedAt),
      desc(transcriptions.id),
    )
    .limit(MAX_LISTED)
  const count = rows.length < MAX_LISTED ? rows.length : await db.$count(transcriptions, and(matters))
  const now = new Date()
  return { rows: rows.map((row) => toShown(row, now)), count }
}

/** How many wait, run and failed. */
export async function countTranscriptions() {
  const count = (state: string) =>
    sql<number>`(count(*) filter (where ${transcriptions.state} = ${state}))::int`
  const [counts] = await db
    .select({ waiting: count("waiting"), working: count("working"), failed: count("failed") })
    .from(transcriptions)
  return counts ?? { waiting: 0, working: 0, failed: 0 }
}

const COLUMNS = {
  episodeId: transcriptions.episodeId,
  title: episodes.title,
  state: transcriptions.state,
  startedAt: transcriptions.startedAt,
  progress: transcriptions.progress,
  endedAt: transcriptions.endedAt,
  failure: transcriptions.failure,
  words: transcriptions.words,
  besideCount: sql<number>`least(coalesce(jsonb_array_length(${transcriptions}.cues), 0), ${MAX_CUES})`,
}

type Found = Pick<
  typeof transcriptions.$inferSelect,
  "episodeId" | "state" | "startedAt" | "progress" | "endedAt" | "failure" | "words"
> & { title: string; besideCount: number }

function toShown({ startedAt, endedAt, ...row }: Found, now: Date) {
  return {
    ...row,
    isRunning: startedAt !== null,
    rest: spellRest(startedAt, row.progress, now),
    endedOn: endedAt ? formatLongTime(endedAt) : "",
  }
}
