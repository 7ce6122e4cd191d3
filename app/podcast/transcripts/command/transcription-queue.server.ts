import { and, eq, sql } from "drizzle-orm"
import { actAs, type Actor } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { transcriptions, transcripts } from "#app/db/schema/transcripts.server.ts"
import { FetchError } from "#app/kit/http/guarded-fetch.server.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import type { Cue } from "#app/kit/lib/cues.ts"
import { LEASE_SECONDS, MAX_ATTEMPTS, RETRY_SECONDS, whileLeased } from "#app/kit/lib/leases.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { RefusedFileError } from "#app/media/processing/refused.ts"
import { MissingFileError } from "#app/media/store/media-store.server.ts"
import { enterTranscript } from "../manage-transcripts.server.ts"
import { askTranscriptions } from "./ask-transcriptions.server.ts"
import { type Ended, transcribe } from "./transcribe.server.ts"
import { findNewEpisodes, isFree } from "./transcriptions-waiting.server.ts"

const GIVEN_UP = "La transcription s’est interrompue trois fois. Le site manque peut-être de mémoire."
const FAILED = "La transcription a échoué trois fois\u00a0: voyez le journal technique du site."
const LOST = "Le fichier du son n’est plus là."
const NEW_AT_ONCE = 100
const BEAT_MS = 2_000
/** Who the log says wrote it. */
const PROGRAM: Actor = { id: null, name: "transcription automatique", role: null }

type Options = {
  signal?: AbortSignal
  onBeat?: () => void
  /** Where sounds may be downloaded from. */
  network?: AddressGuard
  beatMs?: number
  patienceMs?: number
}

/**
 * Writes down what waits, one episode after the other, until nothing does. Any number of processes may do this at once; what
 * ends a process is given up after three attempts.
 *
 * @returns how many episodes were worked on
 */
export async function workThroughTranscriptions(options: Options) {
  let count = 0
  while (!options.signal?.aborted) {
    const fresh = await findNewEpisodes(NEW_AT_ONCE)
    if (fresh.length > 0) await askTranscriptions(fresh)
    const job = await leaseNext()
    if (!job) break
    current = job
    await actAs(PROGRAM, () => workOn(job, options))
    current = undefined
    count += 1
  }
  return count
}

/** Leaves what this process is at to the next one, as if nobody had tried. It must end at once. */
export async function giveBackTranscription() {
  if (current) await giveBack(current)
}

type Job = { id: number; attempts: number; episodeId: number }

let current: Job | undefined

async function leaseNext(): Promise<Job | undefined> {
  const { rows } = await db.execute<Job>(sql`
    update ${transcriptions} set state = 'working', attempts = attempts + 1, leased_until = ${LEASE},
      started_at = null, progress = null
    where id = (
      select id from ${transcriptions} where state in ('waiting', 'working') and ${isFree}
      order by asked_at, id limit 1 for update skip locked)
    returning id, attempts, episode_id as "episodeId"`)
  const [job] = rows
  if (!job || job.attempts <= MAX_ATTEMPTS) return job
  await end(job, { failure: GIVEN_UP, words: "" })
  return leaseNext()
}

async function workOn(job: Job, { signal, onBeat, beatMs = BEAT_MS, ...options }: Options) {
  /** Cancelled, or taken by another process. */
  const gone = new AbortController()
  const known: { progress?: number; startedAt?: Date } = {}
  const beat = async () => {
    const { rowCount } = await db
      .update(transcriptions)
      .set({ ...known, leasedUntil: LEASE })
      .where(isOurs(job))
    if (rowCount === 0) gone.abort()
    onBeat?.()
  }
  const work = async () => {
    const [episode] = await db
      .select({ id: episodes.id, audioUrl: episodes.audioUrl })
      .from(episodes)
      .where(eq(episodes.id, job.episodeId))
    return transcribe(episode?.audioUrl ?? "", {
      ...options,
      signal: AbortSignal.any([gone.signal, ...(signal ? [signal] : [])]),
      onStart: () => (known.startedAt = new Date()),
      onProgress: (progress) => (known.progress = progress),
    })
  }
  try {
    const ended = await whileLeased(beat, work, beatMs)
    if (signal?.aborted) await giveBack(job)
    else if (!gone.signal.aborted) await end(job, ended)
  } catch (error) {
    if (signal?.aborted) await giveBack(job)
    else if (!gone.signal.aborted) await endBadly(job, error)
  }
}

async function endBadly(job: Job, error: unknown) {
  if (error instanceof RefusedFileError) return end(job, { failure: error.message, words: "" })
  if (error instanceof MissingFileError) return end(job, { failure: LOST, words: "" })
  const isRemote = error instanceof FetchError
  if (!isRemote) log.error({ err: error, transcription: job.id }, "transcription not made")
  if (job.attempts >= MAX_ATTEMPTS) return end(job, { failure: isRemote ? error.message : FAILED, words: "" })
  await db.update(transcriptions).set({ state: "waiting", leasedUntil: LATER }).where(isOurs(job))
}

async function giveBack(job: Job) {
  await db
    .update(transcriptions)
    .set({ state: "waiting", attempts: job.attempts - 1, leasedUntil: null, startedAt: null, progress: null })
    .where(isOurs(job))
}

async function end(job: Job, ended: Ended) {
  await db.transaction(async (tx) => {
    const left = "cues" in ended ? await keepDraft(tx, job.episodeId, ended.cues) : undefined
    await tx
      .update(transcriptions)
      .set({
        leasedUntil: null,
        endedAt: sql`now()`,
        progress: null,
        ...("cues" in ended
          ? { state: "done" as const, failure: "", words: "", cues: left ?? null }
          : { state: "failed" as const, failure: ended.failure, words: ended.words }),
      })
      .where(isOurs(job))
  })
}

const LEASE = sql`now() + make_interval(secs => ${LEASE_SECONDS})`
const LATER = sql`now() + make_interval(secs => ${RETRY_SECONDS})`
/** Nobody has taken or cancelled it since. */
const isOurs = ({ id, attempts }: Job) =>
  and(eq(transcriptions.id, id), eq(transcriptions.attempts, attempts), eq(transcriptions.state, "working"))

/**
 * Makes what a program wrote an episode's transcript, as a draft, unless it has one already.
 *
 * @returns the sentences where they have to be kept beside it
 */
async function keepDraft(tx: Transaction, episodeId: number, cues: Cue[]) {
  // Against a host who saves one at the same moment.
  const [episode] = await tx
    .select({ id: episodes.id })
    .from(episodes)
    .where(eq(episodes.id, episodeId))
    .for("update")
  if (!episode) return undefined
  const [own] = await tx
    .select({ id: transcripts.id })
    .from(transcripts)
    .where(eq(transcripts.episodeId, episodeId))
  if (own) return cues
  await enterTranscript(tx, episodeId, cues, "command")
  return undefined
}
