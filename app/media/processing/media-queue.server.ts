import { and, eq, sql } from "drizzle-orm"
import { db, type Transaction } from "#app/db/client.server.ts"
import { media, mediaFiles } from "#app/db/schema/media.server.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import { LEASE_SECONDS, MAX_ATTEMPTS, RETRY_SECONDS, whileLeased } from "#app/kit/lib/leases.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { isStoreOutage } from "../store/store-outage.server.ts"
import { getStore } from "../store/store.server.ts"
import { fillChapters, fillDurations } from "./fill-episodes.server.ts"
import { isFree } from "./media-waiting.server.ts"
import { sourcePath } from "./medium-files.server.ts"
import { processPicture } from "./process-picture.server.ts"
import { processFilm, processSound } from "./process-recording.server.ts"
import type { Processed } from "./processed.ts"
import { RefusedFileError } from "./refused.ts"
import { giveBackUpload, takeUpload } from "./take-uploads.server.ts"
import { withExtension } from "./titles.ts"

const GIVEN_UP =
  "Le traitement de ce fichier s’est interrompu trois fois. Exportez-le à nouveau, ou réessayez."
const FAILED = "Le traitement de ce fichier a échoué trois fois. Exportez-le à nouveau, ou réessayez."

/**
 * Does what waits for the media worker, until nothing does: what was uploaded becomes media, media get their sizes, figures
 * and waveforms. Any number of processes may do this at once; a file that fails or ends a process is given up after three
 * attempts.
 *
 * @returns how many jobs were done
 */
export async function workThroughMedia({ signal, onJob }: { signal?: AbortSignal; onJob?: () => void } = {}) {
  let count = 0
  while (!signal?.aborted && ((await takeUpload()) || (await processMedium()))) {
    count += 1
    onJob?.()
  }
  return count
}

/** Leaves what this process is at to the next one. It must end at once: what is under way is not stopped. */
export async function giveBackMedia() {
  await giveBackUpload()
  if (!current) return
  await db
    .update(media)
    .set({ state: "waiting", attempts: sql`${media.attempts} - 1`, leasedUntil: null })
    .where(isOurs(current))
}

type Job = Pick<typeof media.$inferSelect, "id" | "key" | "kind" | "type" | "title" | "attempts">

let current: Job | undefined

async function processMedium() {
  const job = await leaseMedium()
  current = job
  if (!job) return false
  try {
    await whileLeased(
      () => db.update(media).set({ leasedUntil: LEASE }).where(isOurs(job)),
      async () => finish(job, await processFile(job)),
    )
  } catch (error) {
    if (error instanceof RefusedFileError) await fail(job, error.message)
    else {
      log.error({ err: error, medium: job.id, attempt: job.attempts }, "medium not processed")
      const isOutage = isStoreOutage(error)
      if (job.attempts >= MAX_ATTEMPTS && !isOutage) await fail(job, FAILED)
      else await waitForAWhile(job, isOutage)
    }
  }
  current = undefined
  return true
}

const LEASE = sql`now() + make_interval(secs => ${LEASE_SECONDS})`
const LATER = sql`now() + make_interval(secs => ${RETRY_SECONDS})`
/** Nobody has taken it since. */
const isOurs = ({ id, attempts }: Job) =>
  and(eq(media.id, id), eq(media.attempts, attempts), eq(media.state, "working"))

async function leaseMedium(): Promise<Job | undefined> {
  const { rows } = await db.execute<Job>(sql`
    update ${media} set state = 'working', attempts = attempts + 1, leased_until = ${LEASE}
    where id = (
      select id from ${media} where state in ('waiting', 'working') and ${isFree}
      order by id limit 1 for update skip locked)
    returning id, key, kind, type, title, attempts`)
  const [job] = rows
  if (!job || job.attempts <= MAX_ATTEMPTS) return job
  await fail(job, GIVEN_UP)
  return leaseMedium()
}

async function processFile(job: Job): Promise<Processed> {
  const local = await getStore().local(sourcePath(job.key))
  try {
    if (job.kind === "image") return await processPicture(local.file, job)
    if (job.kind === "audio") return await processSound(local.file, job.type)
    if (job.kind === "video") return await processFilm(local.file)
    return { columns: {}, files: [] }
  } finally {
    await local.release()
  }
}

/** Enters all of it at once, so that nobody sees half a medium. */
async function finish(job: Job, { columns, files }: Processed) {
  await db.transaction(async (tx) => {
    const main = files.find(({ role }) => role === "main")
    const title = main && withExtension(job.title, main.type)
    const updated = await tx
      .update(media)
      .set({
        ...columns,
        state: "ready",
        failure: "",
        leasedUntil: null,
        updatedAt: sql`now()`,
        ...(title && {
          title: sql`case when ${media.title} = ${job.title} then ${title} else ${media.title} end`,
        }),
      })
      .where(isOurs(job))
    if (updated.rowCount === 0) return
    await wakeCopier(tx)
    if (job.kind === "audio" && columns.durationMs) await fillDurations(tx, job, columns.durationMs)
    if (job.kind === "audio" && columns.tags) await fillChapters(tx, job, columns.tags)
    if (files.length === 0) return
    await tx
      .delete(mediaFiles)
      .where(and(eq(mediaFiles.mediumId, job.id), sql`${mediaFiles.role} <> 'original'`))
    await tx.insert(mediaFiles).values(files.map((file) => ({ ...file, mediumId: job.id })))
  })
}

/** While the store is away that is no attempt: no file is given up for it. */
async function waitForAWhile(job: Job, isOutage: boolean) {
  await db
    .update(media)
    .set({ state: "waiting", attempts: job.attempts - (isOutage ? 1 : 0), leasedUntil: LATER })
    .where(isOurs(job))
}

async function fail(job: Job, failure: string) {
  await db.transaction(async (tx) => {
    await tx
      .update(media)
      .set({ state: "failed", failure, leasedUntil: null, updatedAt: sql`now()` })
      .where(isOurs(job))
    await wakeCopier(tx)
  })
}

/** Few files are fetched ahead of this queue: the next one comes when one is done. */
const wakeCopier = (tx: Transaction) => wakeJob(tx, "copies")
