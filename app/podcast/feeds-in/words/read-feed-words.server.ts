import { createHash } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { and, asc, eq, inArray, sql } from "drizzle-orm"
import { nextVersion } from "#app/content/versions.server.ts"
import { actAs, type Actor, record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { lockEpisodes } from "#app/db/episode-lock.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { feedWords } from "#app/db/schema/feeds.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { type Chapter, writeChapters } from "#app/kit/lib/chapters.ts"
import type { Cue } from "#app/kit/lib/cues.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { readerInThread } from "#app/kit/lib/text-thread.server.ts"
import { keepEpisodeVersions } from "../../episodes/manage-episodes.server.ts"
import { fetchText } from "../../transcripts/fetch-transcript.server.ts"
import { enterTranscript } from "../../transcripts/manage-transcripts.server.ts"
import { readTranscriptInThread } from "../../transcripts/read-in-thread.server.ts"
import { isDue } from "./feed-words-queue.server.ts"

const LEASE_SECONDS = 300
const MAX_ATTEMPTS = 5
/** After the first failure; each time four times as long. */
const RETRY_SECONDS = 120
/** Between two files, mostly of the same host. */
const PAUSE_MS = 500
/** Who the log says did it. */
const READER: Actor = { id: null, name: "lecture automatique du flux", role: null }

const NOTHING = "Il n’y a rien à lire dans ce fichier"

type Options = { signal?: AbortSignal; network?: AddressGuard; pauseMs?: number; onBeat?: () => void }

/**
 * Reads the transcripts and chapters that imported feeds name, one after the other. Any number of processes may do this at once.
 *
 * @returns how many episodes' words were tried
 */
export async function readFeedWords({ signal, network, pauseMs = PAUSE_MS, onBeat }: Options = {}) {
  let tried = 0
  while (!signal?.aborted) {
    const job = await leaseNext()
    if (!job) break
    await actAs(READER, () => readOne(job, network)).catch((error: unknown) => fail(job, error))
    tried += 1
    onBeat?.()
    await sleep(pauseMs, undefined, { signal }).catch(() => {})
  }
  return tried
}

const readChapters = readerInThread<string, Chapter[]>("chapters")

type Job = typeof feedWords.$inferSelect

async function leaseNext(): Promise<Job | undefined> {
  const next = db
    .select({ id: feedWords.episodeId })
    .from(feedWords)
    .where(isDue)
    .orderBy(asc(feedWords.dueAt), asc(feedWords.episodeId))
    .limit(1)
    .for("update", { skipLocked: true })
  const [job] = await db
    .update(feedWords)
    .set({
      attempts: sql`${feedWords.attempts} + 1`,
      leasedUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
    })
    .where(inArray(feedWords.episodeId, next))
    .returning()
  if (!job || job.attempts <= MAX_ATTEMPTS) return job
  // It ended its process that often.
  await end(job, { failure: NOTHING })
  return leaseNext()
}

async function readOne(job: Job, network?: AddressGuard) {
  const { transcriptUrl, chaptersUrl } = job
  const transcript = transcriptUrl === null ? undefined : await fetchText(transcriptUrl, network)
  const chapters = chaptersUrl === null ? undefined : await fetchText(chaptersUrl, network)
  const read = transcript && "text" in transcript ? await readTranscriptInThread(transcript.text) : undefined
  const points = (chapters && "text" in chapters && (await readChapters(chapters.text))) || []
  await db.transaction(async (tx) => {
    const known: Partial<Job> = {}
    if (points.length > 0) {
      await keepFeedChapters(tx, job.episodeId, points, job.chaptersDigest)
      known.chaptersDigest = digestOf(writeChapters(points))
    }
    if (read && "cues" in read) {
      await keepFeedTranscript(tx, job.episodeId, read.cues, job.transcriptDigest)
      known.transcriptDigest = digestOf(ordered(read.cues))
    }
    if (Object.keys(known).length > 0) await tx.update(feedWords).set(known).where(isOurs(job))
  })
  const problems = [
    transcript && problemOf("Transcription", transcript, read),
    chapters && problemOf("Chapitres", chapters, points.length > 0 ? {} : { problem: `${NOTHING}.` }),
  ].flatMap((problem) => problem ?? [])
  await end(job, {
    failure: problems.map(({ text }) => text).join(" "),
    isPassing: problems.some(({ isPassing }) => isPassing),
  })
}

/**
 * Makes what a feed has an episode's transcript, public as it was there. One of the hosts', also one that they corrected, stays;
 * one that they deleted does not come back.
 *
 * @param before the digest of what the feed had last
 */
async function keepFeedTranscript(tx: Transaction, episodeId: number, cues: Cue[], before: string | null) {
  await tx.select({ id: episodes.id }).from(episodes).where(eq(episodes.id, episodeId)).for("update")
  const [own] = await tx
    .select({ cues: transcripts.cues })
    .from(transcripts)
    .where(eq(transcripts.episodeId, episodeId))
  const isFeeds = own ? digestOf(ordered(own.cues)) === before : before === null
  if (!isFeeds || (own && digestOf(ordered(cues)) === before)) return false
  return enterTranscript(tx, episodeId, cues, "feed", { isPublished: true })
}

/** The same for an episode's chapters. */
async function keepFeedChapters(
  tx: Transaction,
  episodeId: number,
  chapters: Chapter[],
  before: string | null,
) {
  await lockEpisodes(tx)
  const [episode] = await tx
    .select({ title: episodes.title, chapters: episodes.chapters })
    .from(episodes)
    .where(eq(episodes.id, episodeId))
    .for("update")
  if (!episode) return false
  const [was, is] = [writeChapters(episode.chapters), writeChapters(chapters)]
  const isFeeds = before === null ? was === "" : digestOf(was) === before
  if (!isFeeds || was === is) return false
  await keepEpisodeVersions(tx, [episodeId], true)
  await tx
    .update(episodes)
    .set({ chapters, ...nextVersion(episodes) })
    .where(eq(episodes.id, episodeId))
  await keepEpisodeVersions(tx, [episodeId])
  await record(tx, {
    action: "update",
    kind: "episode",
    id: episodeId,
    title: episode.title,
    before: { chapters: episode.chapters },
    after: { chapters },
  })
  return true
}

/** What was read of a feed's words: by it one knows what is still the feed's. */
const digestOf = (words: unknown) => createHash("sha256").update(JSON.stringify(words)).digest("base64url")

/** Its fields in one order: the database has one of its own. */
function ordered(cues: readonly Cue[]) {
  return cues.map(({ start, end, speaker = "", text }) => [start, end, speaker, text])
}

type Text = { text: string } | { problem: string }

/** What a host does not answer may come later; what is no transcript stays none. */
function problemOf(what: string, found: Text, read: object | undefined) {
  if ("problem" in found) return { text: `${what}\u00a0: ${found.problem}`, isPassing: true }
  return read && "problem" in read ? { text: `${what}\u00a0: ${read.problem}`, isPassing: false } : undefined
}

async function end(job: Job, { failure, isPassing = false }: { failure: string; isPassing?: boolean }) {
  const seconds = RETRY_SECONDS * 4 ** (job.attempts - 1)
  const isAgain = isPassing && job.attempts < MAX_ATTEMPTS
  await db
    .update(feedWords)
    .set({
      failure,
      leasedUntil: null,
      dueAt: isAgain ? sql`now() + make_interval(secs => ${seconds})` : null,
    })
    .where(isOurs(job))
}

async function fail(job: Job, error: unknown) {
  log.error({ err: error, episode: job.episodeId }, "words of a feed not read")
  await end(job, { failure: "Une erreur inattendue.", isPassing: true })
}

/** Nobody has asked for it anew since. */
const isOurs = ({ episodeId, attempts }: Job) =>
  and(eq(feedWords.episodeId, episodeId), eq(feedWords.attempts, attempts))
