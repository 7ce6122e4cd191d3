import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { and, eq, gt, lt, or, sql } from "drizzle-orm"
import type { PickedMedium } from "#app/kit/form/media-source.ts"
import { db } from "#app/db/client.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { media, uploads } from "#app/db/schema/media.server.ts"
import { UNDO_DAYS } from "#app/kit/lib/imports.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { hasLibraryRoom, readUploadLimits } from "../processing/library-limits.server.ts"
import { getStore } from "../store/store.server.ts"
import { STAGED, uploadPath } from "../store/upload-path.ts"
import { stopPart } from "./part-body.server.ts"
import { MISSING, takeLease } from "./upload-lease.server.ts"
import { UploadRefusal } from "./upload-refusal.ts"
import { MAX_UPLOAD_BYTES, RETENTION_DAYS, type UploadPhase } from "./upload-rules.ts"
import { uploadTitle } from "./upload-title.ts"

/** Of one person: begun and not ended. */
const MAX_UNFINISHED = 100

type NewUpload = {
  userId: string
  name: string
  bytes: number
  purpose?: (typeof uploads.$inferSelect)["purpose"]
}

/**
 * Begins an upload.
 *
 * @param name the file's, as the person's computer has it
 * @param bytes how long the file is
 * @param purpose what is to become of it
 * @returns its identifier
 * @throws UploadRefusal for what is empty or too large, and when too much is under way
 */
export async function createUpload({ userId, name, bytes, purpose = "library" }: NewUpload) {
  if (bytes === 0) throw new UploadRefusal(400, "Ce fichier est vide.")
  const limits = await readUploadLimits()
  const isForLibrary = purpose === "library"
  if (isForLibrary && bytes > limits.fileBytes) throw new UploadRefusal(413, limits.fileTooLarge)
  if (bytes > MAX_UPLOAD_BYTES) throw new UploadRefusal(413, "Ce fichier dépasse 2\u00a0Go.")
  const id = randomBytes(16).toString("base64url")
  await db.transaction(async (tx) => {
    // One at a time of each person: who begins many at once does not pass the limit by that.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update")
    const [underWay] = await tx
      .select({
        count: sql<number>`count(*) filter (where ${uploads.received} < ${uploads.bytes})::int`,
        bytes: sql`coalesce(sum(${uploads.bytes}), 0)`.mapWith(Number),
      })
      .from(uploads)
      .where(and(eq(uploads.userId, userId), sql`${uploads.mediumId} is null and ${uploads.failure} = ''`))
    const isTooMuch =
      underWay && (underWay.count >= MAX_UNFINISHED || underWay.bytes + bytes > limits.personBytes)
    if (isTooMuch) throw new UploadRefusal(429, TOO_MUCH)
    if (isForLibrary && !(await hasLibraryRoom(tx, bytes, limits.libraryBytes)))
      throw new UploadRefusal(413, limits.libraryFull)
    await tx.insert(uploads).values({ id, userId, purpose, title: uploadTitle(name), bytes })
  })
  return id
}

/** How far an upload is, for whoever sends it. Times as the database has them. @throws UploadRefusal 404 */
export async function describeUpload(id: string, userId: string) {
  const [found] = await db
    .select({ upload: uploads, medium: media })
    .from(uploads)
    .leftJoin(media, eq(media.id, uploads.mediumId))
    .where(and(eq(uploads.id, id), eq(uploads.userId, userId), isUnexpired()))
  if (!found) throw new UploadRefusal(404, MISSING)
  const { upload, medium } = found
  const phase: UploadPhase = medium
    ? medium.state
    : upload.failure
      ? "failed"
      : upload.received < upload.bytes
        ? "receiving"
        : "waiting"
  return {
    title: upload.title,
    bytes: upload.bytes,
    received: upload.received,
    phase,
    failure: medium?.failure || upload.failure,
    isDuplicate: upload.isDuplicate,
    medium: medium && toPicked(medium),
    expiresAt: new Date(upload.updatedAt.getTime() + RETENTION_DAYS * 86_400_000),
    /** Whether the store may have something else than `received` says. */
    isLeft: upload.lease !== null,
  }
}

export type UploadState = Omit<Awaited<ReturnType<typeof describeUpload>>, "expiresAt" | "isLeft">

/**
 * Ends an upload for good, also in the middle of a part; a medium that was made of it stays.
 *
 * @throws UploadRefusal 404, and 423 while another process takes a part of it or makes it a medium
 */
export async function cancelUpload(id: string, userId: string) {
  for (let attempt = 1; ; attempt += 1) {
    await stopPart(id)
    try {
      return await deleteUpload(id, userId)
    } catch (error) {
      const isBusy = error instanceof UploadRefusal && error.status === 423
      if (!isBusy || attempt === CANCEL_ATTEMPTS) throw error
      await sleep(CANCEL_AGAIN_MS)
    }
  }
}

/** A part that is just beginning cannot be stopped yet. */
const CANCEL_ATTEMPTS = 10
const CANCEL_AGAIN_MS = 200

/** Unfinished ones of which nothing came for two days, and what is only told of. @returns how many went */
export async function deleteOldUploads() {
  const old = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(lt(uploads.updatedAt, sql`now() - ${RETENTION}`), isOver()))
    .limit(1_000)
  let count = 0
  for (const { id } of old) {
    await deleteUpload(id).then(
      () => (count += 1),
      (error: unknown) => {
        // Somebody has just gone on with it, or it is gone. What a store refuses is asked again later, and holds no other up.
        if (!(error instanceof UploadRefusal))
          log.error({ err: error, upload: id.slice(0, 6) }, "old upload not deleted")
      },
    )
  }
  return count + (await deleteFilesWithoutUpload())
}

async function deleteUpload(id: string, userId?: string) {
  const { upload } = await takeLease(id, userId)
  const path = uploadPath(id)
  const isOnItsWay = upload.mediumId === null && upload.failure === ""
  if (isOnItsWay && upload.parts !== null) await getStore().abortUpload(path, upload.parts)
  if (isOnItsWay) await getStore().remove(path)
  await db.delete(uploads).where(eq(uploads.id, id))
}

/** What is left of uploads whose person was deleted, and of imports that nobody wanted. */
async function deleteFilesWithoutUpload() {
  let count = 0
  for await (const { path, modifiedAt } of getStore().list("uploads/")) {
    // A bucket has an upload's small parts beside it, `{id}.{number}`.
    const [id = ""] = path.slice("uploads/".length).split(".")
    const days = id.startsWith(STAGED) ? STAGED_DAYS : RETENTION_DAYS
    if (
      modifiedAt.getTime() > Date.now() - days * 86_400_000 ||
      (await db.$count(uploads, eq(uploads.id, id))) > 0
    )
      continue
    await getStore().remove(path)
    count += 1
  }
  return count
}

/** Longer than an import waits. */
const STAGED_DAYS = UNDO_DAYS + 1
const RETENTION = sql.raw(`interval '${RETENTION_DAYS} days'`)
/** What waits for the media worker waits as long as that takes. */
const isOver = () =>
  or(
    lt(uploads.received, uploads.bytes),
    sql`${uploads.mediumId} is not null`,
    sql`${uploads.failure} <> ''`,
    // Nobody said that it is to be read.
    sql`${uploads.purpose} = 'import' and ${uploads.importId} is null`,
  )
const isUnexpired = () => or(gt(uploads.updatedAt, sql`now() - ${RETENTION}`), sql`not (${isOver()})`)

function toPicked({
  id,
  kind,
  type,
  title,
  key,
  alt,
  bytes,
  durationMs,
}: typeof media.$inferSelect): PickedMedium {
  return { id, kind, type, title, address: mediaAddress(key, title), alt, bytes, durationMs }
}

const TOO_MUCH =
  "Trop d’envois sont en cours ou inachevés : terminez-les ou annulez-les avant d’en commencer d’autres."
