import { createHash, randomUUID } from "node:crypto"
import { and, eq, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { uploads } from "#app/db/schema/media.server.ts"
import { LEASE_SECONDS, MAX_ATTEMPTS, RETRY_SECONDS, whileLeased } from "#app/kit/lib/leases.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { MissingFileError } from "../store/media-store.server.ts"
import { isStoreOutage } from "../store/store-outage.server.ts"
import { getStore } from "../store/store.server.ts"
import { uploadPath } from "../store/upload-path.ts"
import { isFree, isWholeUpload } from "./media-waiting.server.ts"
import { examine, sourcePath } from "./medium-files.server.ts"
import { enterMedium, findTwin, type Taken } from "./new-medium.server.ts"
import { RefusedFileError } from "./refused.ts"

const LOST = "Ce fichier n’est plus là. Renvoyez-le."
const GIVEN_UP = "Ce fichier n’a pas pu être lu après trois essais. Exportez-le à nouveau, puis renvoyez-le."

/**
 * Turns the oldest upload that is whole into a medium, or says why not. Any number of processes may do this at once.
 *
 * @returns false when none waits
 */
export async function takeUpload() {
  const upload = await leaseUpload()
  current = upload
  if (!upload) return false
  try {
    await whileLeased(
      () => renew(upload),
      () => become(upload),
    )
  } catch (error) {
    log.error({ err: error, upload: upload.id.slice(0, 6) }, "upload not taken")
    await release(upload, isStoreOutage(error))
  }
  current = undefined
  return true
}

let current: Leased | undefined

/** Leaves the upload that is being taken to another process, as if nobody had tried. */
export async function giveBackUpload() {
  if (current) await db.update(uploads).set({ lease: null, leasedUntil: null }).where(isOurs(current))
}

type Leased = { id: string; userId: string; title: string; lease: string }

/** A lease says how many there were before it: a file that ends processes is not taken for ever. */
async function leaseUpload(): Promise<Leased | undefined> {
  const attempt = sql`coalesce(substring(lease from '^worker-(\\d+)-')::int, 0)`
  const { rows } = await db.execute<Leased & { attempt: number }>(sql`
    update ${uploads} set
      lease = 'worker-' || ${attempt} + 1 || '-' || ${randomUUID()},
      leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = (
      select id from ${uploads}
      where ${isWholeUpload} and ${isFree}
      order by updated_at, id limit 1 for update skip locked)
    returning id, user_id as "userId", title, lease, ${attempt} as attempt`)
  const [upload] = rows
  if (!upload || upload.attempt <= MAX_ATTEMPTS) return upload
  await end(upload, { failure: GIVEN_UP })
  return leaseUpload()
}

async function become(upload: Leased) {
  const store = getStore()
  // The same again after a killed process, whose file would be nobody's otherwise.
  const key = createHash("sha256").update(`medium ${upload.id}`).digest("base64url").slice(0, 22)
  const sent = uploadPath(upload.id)
  const kept = sourcePath(key)
  const isMoved = (await store.size(sent)) === undefined
  const path = isMoved ? kept : sent
  try {
    const local = await store.local(path)
    const file = await examine(local.file).finally(local.release)
    const twin = await findTwin(file.sha256)
    if (twin) return await end(upload, twin, path)
    if (!isMoved) await store.move(sent, kept, file)
    const taken = await enterMedium(
      { key, title: upload.title, userId: upload.userId, file },
      (tx, entered) =>
        tx
          .update(uploads)
          .set({ ...entered, leasedUntil: null })
          .where(eq(uploads.id, upload.id)),
    )
    if (!taken) await end(upload, (await findTwin(file.sha256)) ?? { failure: LOST }, kept)
  } catch (error) {
    if (error instanceof RefusedFileError) await end(upload, { failure: error.message }, path)
    else if (error instanceof MissingFileError) await end(upload, { failure: LOST })
    else throw error
  }
}

/** @param path of a file that nobody needs any more */
async function end(upload: Leased, outcome: Taken | { failure: string }, path?: string) {
  await db
    .update(uploads)
    .set({ ...outcome, leasedUntil: null })
    .where(isOurs(upload))
  if (path) await getStore().remove(path)
}

const isOurs = ({ id, lease }: Leased) => and(eq(uploads.id, id), eq(uploads.lease, lease))

async function renew(upload: Leased) {
  await db
    .update(uploads)
    .set({ leasedUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where(isOurs(upload))
}

/** What failed for a reason that may pass waits for a while; while the store is away, for as long as that takes. */
async function release(upload: Leased, isOutage: boolean) {
  await db
    .update(uploads)
    .set({
      leasedUntil: sql`now() + make_interval(secs => ${RETRY_SECONDS})`,
      ...(isOutage && { lease: null }),
    })
    .where(isOurs(upload))
}
