import { statfs } from "node:fs/promises"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import { uploads } from "#app/db/schema/media.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { getStore } from "../store/store.server.ts"
import { uploadPath } from "../store/upload-path.ts"
import { openPart, stopSilentPart } from "./part-body.server.ts"
import {
  held,
  leaveLease,
  releaseLease,
  renewLease,
  takeLease,
  type Upload,
  type UploadLease,
} from "./upload-lease.server.ts"
import { UploadRefusal } from "./upload-refusal.ts"
import { MIN_PART_BYTES, PART_BYTES } from "./upload-rules.ts"

type Part = {
  id: string
  userId: string
  /** How much the sender says is stored already. */
  offset: number
  /** How long the body is. */
  bytes: number
  body: ReadableStream<Uint8Array> | null
  /** Asked before the last part becomes a file: whether the sender may still do this. @throws what refuses them */
  mayFinish: () => Promise<void>
}

/**
 * Stores the next part of an upload. What came of one that breaks off stays, as far as the store can.
 *
 * @returns how much is stored now
 * @throws UploadRefusal 404; 409 for another place than where it goes on; 413 and 400 for a part too long or too short;
 *   423 while another one comes; 408 for one that broke off; 507 without room
 */
export async function receivePart({ id, userId, offset, bytes, body, mayFinish }: Part) {
  await stopSilentPart(id)
  return withLease(await takeLease(id, userId), async (lease) => {
    const upload = await settle(lease)
    checkPart(upload, offset, bytes)
    await requireRoom(bytes)
    const parts = offset === 0 ? await begin(lease, upload) : upload.parts
    const part = openPart(id, body, () => renewLease(lease))
    lease.wasLeft = true
    try {
      const isLast = offset + bytes === upload.bytes
      const stored = await getStore().appendUpload(uploadPath(id), parts, offset, part.stream, bytes, isLast)
      if (stored.received === upload.bytes) await mayFinish()
      await keep(lease, stored)
      lease.wasLeft = false
      if (stored.received < offset + bytes) throw new UploadRefusal(408, CUT)
      return stored.received
    } finally {
      part.stream.destroy()
      part.close()
    }
  })
}

/**
 * Asks the store how much it has of an upload whose request was killed, or failed; where none was, its row says so.
 *
 * @throws UploadRefusal 404; 423 while a part of it comes
 */
export async function settleUpload(id: string, userId: string) {
  await stopSilentPart(id)
  await withLease(await takeLease(id, userId), settle)
}

async function withLease<Result>(lease: UploadLease, work: (lease: UploadLease) => Promise<Result>) {
  try {
    return await work(lease)
  } catch (error) {
    throw roomRefusal(error)
  } finally {
    await (lease.wasLeft ? leaveLease(lease) : releaseLease(lease))
  }
}

const NO_ROOM = /^(ENOSPC|EDQUOT)$/
const FULL =
  "Il n’y a plus assez de place sur le serveur. Ce qui est arrivé est gardé : faites de la place, puis réessayez."

/** The error itself, or what is said of it where there was no room left. */
function roomRefusal(error: unknown) {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  return NO_ROOM.test(code) ? new UploadRefusal(507, FULL) : error
}

/** @returns the upload as the store has it; from here on its row says the same */
async function settle(lease: UploadLease): Promise<Upload> {
  const { upload, wasLeft } = lease
  // Of what is whole already the rest is the media worker's.
  if (!wasLeft || upload.received === upload.bytes) return upload
  const stored = await getStore().uploadedBytes(uploadPath(upload.id), upload.parts)
  const received = Math.min(stored, upload.bytes)
  await keep(lease, { received, parts: upload.parts })
  lease.wasLeft = false
  return { ...upload, received }
}

function checkPart(upload: Upload, offset: number, bytes: number) {
  if (upload.received !== offset || offset === upload.bytes) throw new UploadRefusal(409, ELSEWHERE)
  const rest = upload.bytes - offset
  if (bytes > Math.min(rest, PART_BYTES))
    throw new UploadRefusal(413, "Cette partie est plus longue que prévu.")
  if (bytes < Math.min(rest, MIN_PART_BYTES)) throw new UploadRefusal(400, "Cette partie est trop courte.")
}

/** Uploads leave this much to the database, which may be on the same disk and cannot go on without. */
const RESERVE_BYTES = 64 * 1024 ** 2

/** @throws UploadRefusal 507 when the disk has not that much for an upload */
async function requireRoom(bytes: number) {
  if (getStore().kind !== "disk") return
  const { dataDir } = getSettings()
  const { bavail, bsize } = await statfs(join(dataDir, "media")).catch(() => statfs(dataDir))
  if (bavail * bsize < bytes + RESERVE_BYTES) throw new UploadRefusal(507, FULL)
}

/** @returns what the store has to remember of it */
async function begin({ token }: UploadLease, { id, parts }: Upload) {
  if (parts !== null) return parts
  const begun = await getStore().startUpload(uploadPath(id))
  await db.update(uploads).set({ parts: begun }).where(held(id, token))
  return begun
}

/** Notes what is stored; all of it is a file from then on, which the media worker hears of and may take at once. */
async function keep(
  { upload: { id, bytes }, token }: UploadLease,
  { received, parts }: { received: number; parts: unknown },
) {
  const isWhole = received === bytes
  if (isWhole) await getStore().finishUpload(uploadPath(id), parts)
  await db.transaction(async (tx) => {
    const kept = await tx
      .update(uploads)
      .set({ received, parts, updatedAt: sql`now()`, ...(isWhole && { lease: null, leasedUntil: null }) })
      .where(held(id, token))
    if (kept.rowCount === 0) throw new UploadRefusal(423, "Ce fichier arrive aussi par un autre chemin.")
    if (isWhole) await wakeJob(tx, "media-worker")
  })
}

const CUT = "L’envoi s’est interrompu : il reprend où il en était."
const ELSEWHERE = "L’envoi reprend à un autre endroit du fichier."
