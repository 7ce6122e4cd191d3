import { FetchError, guardedFetch } from "#app/kit/http/guarded-fetch.server.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { parseRetryAfter } from "#app/kit/http/retry-after.ts"
import { readUploadLimits } from "#app/media/processing/library-limits.server.ts"
import { CopyError } from "./copy-error.ts"
import type { TakenCopy } from "./copy-lease.server.ts"
import { describeAnswer } from "./describe-answer.ts"
import { rangeHeaders, readAnswer, wholeLength } from "./file-range.ts"
import { openPartial } from "./partial-file.server.ts"
import { type Timing, receiveCopy } from "./receive-copy.server.ts"
import { roomError } from "./room.server.ts"

export type CopyOptions = Timing & {
  guard?: AddressGuard
  signal?: AbortSignal
  /** Without anything coming. */
  silenceMs?: number
}

/**
 * Fetches a file onto this machine's disk, going on where an earlier attempt ended if its host says that it is still the same.
 *
 * @returns where it is, whole
 * @throws CopyError, CopyLostError, or what the disk fails with; what has come stays
 */
export async function downloadCopy(copy: TakenCopy, options: CopyOptions) {
  const { path, file, offset } = await openPartial(copy.id, copy.received)
  try {
    if (offset > 0 && offset === copy.total) return path
    const arriving = await openRest(copy, offset, options)
    if (arriving === "whole") return path
    await receiveCopy(copy, file, arriving, options).finally(arriving.close)
    return path
  } catch (error) {
    throw told(error, (await readUploadLimits()).fileTooLarge)
  } finally {
    await file.close()
  }
}

/** Begins anew where the rest cannot be had, or is that of another file. */
async function openRest(copy: TakenCopy, offset: number, options: CopyOptions) {
  const headers = rangeHeaders(offset, copy)
  if (headers) {
    try {
      const opened = await open(copy, headers, options)
      const answer = readAnswer(opened.response, offset)
      const isOther = answer && answer.start > 0 && answer.total !== copy.total
      if (answer && !isOther) return { ...opened, ...answer }
      opened.close()
    } catch (error) {
      if (!(error instanceof FetchError) || error.answer?.status !== 416) throw error
      if (wholeLength(error.answer) === offset) return "whole"
    }
  }
  const opened = await open(copy, {}, options)
  const answer = readAnswer(opened.response, 0)
  if (answer) return { ...opened, ...answer }
  opened.close()
  throw new CopyError("later", "L’autre site a envoyé une partie du fichier qui n’était pas demandée.")
}

async function open(copy: TakenCopy, headers: Record<string, string>, options: CopyOptions) {
  const { guard, signal, silenceMs = 30_000 } = options
  const { fileBytes } = await readUploadLimits()
  return guardedFetch(copy.source, {
    guard,
    signal,
    silenceMs,
    totalMs: Infinity,
    maxBytes: fileBytes,
    headers: { "Accept-Encoding": "identity", ...headers },
  })
}

function told(error: unknown, fileTooLarge: string) {
  if (!(error instanceof FetchError)) return roomError(error)
  const { reason, answer, message } = error
  if (reason === "large") return new CopyError("final", fileTooLarge)
  if (reason !== "status" || !answer) return new CopyError(reason === "address" ? "final" : "later", message)
  const rest = parseRetryAfter(answer.headers.get("retry-after"), new Date())
  return describeAnswer(answer.status, rest ?? undefined)
}
