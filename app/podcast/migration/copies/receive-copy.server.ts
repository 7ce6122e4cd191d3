import type { FileHandle } from "node:fs/promises"
import type { Validators } from "#app/kit/http/guarded-fetch.server.ts"
import { readUploadLimits } from "#app/media/processing/library-limits.server.ts"
import { CopyError } from "./copy-error.ts"
import { renewCopy, type TakenCopy } from "./copy-lease.server.ts"
import { requireCopyRoom } from "./room.server.ts"

/** Somebody paused or gave up the copying, or another process has the file. */
export class CopyLostError extends Error {
  override name = "CopyLostError"
}

export type Timing = {
  /** How often it is written down how much has come. */
  noteMs?: number
  /** In which at least `MIN_PROGRESS` has to come. */
  stallMs?: number
}

type Arriving = Validators & {
  body: AsyncIterable<Uint8Array>
  /** Where its bytes belong, and how long the whole file is, where that is known. */
  start: number
  total: number | null
}

/** An attempt that brought more on top of what was there counts as none. */
const MIN_PROGRESS = 100_000

/**
 * Writes what comes into a file, and writes down how much of it surely is on the disk.
 *
 * @throws CopyError, CopyLostError, or what the disk or the body fail with: what has come stays
 */
export async function receiveCopy(copy: TakenCopy, file: FileHandle, arriving: Arriving, timing: Timing) {
  const { body, start, total, etag, lastModified } = arriving
  const { noteMs = 5_000, stallMs = 60_000 } = timing
  const { fileBytes, fileTooLarge } = await readUploadLimits()
  if ((total ?? 0) > fileBytes) throw new CopyError("final", fileTooLarge)
  await requireCopyRoom(total ?? MIN_PROGRESS, Math.max(0, (total ?? MIN_PROGRESS) - start))
  await file.truncate(start)
  let received = start
  const note = async (known: Partial<Validators & { total: number | null }> = {}) => {
    await file.datasync()
    const hasGrown = start > 0 && received - start >= MIN_PROGRESS
    const isOurs = await renewCopy(copy, { ...known, received, ...(hasGrown && { attempts: 0 }) })
    if (!isOurs) throw new CopyLostError("paused, given up, or another process's")
    if (hasGrown) copy.attempts = 0
  }
  await note({ total, etag, lastModified })
  let notedAt = performance.now()
  let mark = { at: notedAt, received }
  try {
    for await (const chunk of body) {
      await file.write(chunk, 0, chunk.length, received)
      received += chunk.length
      const now = performance.now()
      if (received - mark.received >= MIN_PROGRESS) mark = { at: now, received }
      else if (now - mark.at > stallMs) throw new CopyError("later", SLOW)
      if (now - notedAt < noteMs) continue
      await note()
      notedAt = now
    }
  } catch (error) {
    if (!(error instanceof CopyLostError)) await note()
    throw error
  }
  await note()
  if (total !== null && received !== total) throw new CopyError("later", CUT)
}

const SLOW = "L’autre site est trop lent."
const CUT = "L’autre site s’est arrêté avant la fin du fichier."
