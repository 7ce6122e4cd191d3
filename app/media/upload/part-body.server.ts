import { Readable } from "node:stream"
import { RENEW_MS } from "./upload-lease.server.ts"

/** A sender of whom nothing came for so long is gone: their connection may have broken without a word. */
const SILENCE_MS = 20_000
/** Sooner, when they ask how to go on. */
const SHORT_SILENCE_MS = 1_000

type Running = { waitingSince?: number; stop: () => void; ended: Promise<void> }
/** What comes in at the time, in this process. Hot reload evaluates this module anew. */
const globals = globalThis as { ckoParts?: Map<string, Running> }
const running = (globals.ckoParts ??= new Map())

/**
 * The body of a part as the store reads it: it ends early when its sender falls silent, and when the upload is somebody
 * else's meanwhile.
 *
 * @param renew says that the upload is still had; false when it is not
 */
export function openPart(id: string, body: ReadableStream<Uint8Array> | null, renew: () => Promise<boolean>) {
  const stopping = new AbortController()
  const ended = Promise.withResolvers<void>()
  const part: Running = { stop: () => stopping.abort(), ended: ended.promise }
  running.set(id, part)
  const silence = setInterval(() => isSilent(part, SILENCE_MS) && part.stop(), 1_000)
  const renewal = setInterval(() => {
    renew().then(
      (isHad) => void (isHad || part.stop()),
      // Without the database: the next renewal is in time, or the last byte will tell.
      () => {},
    )
  }, RENEW_MS)
  return {
    stream: Readable.from(piecesOf(body, part, stopping.signal), { objectMode: false }),
    close() {
      clearInterval(silence)
      clearInterval(renewal)
      running.delete(id)
      ended.resolve()
    },
  }
}

/** Ends the part of an upload that comes in just now, and waits until what came of it is stored. */
export async function stopPart(id: string) {
  const part = running.get(id)
  part?.stop()
  await part?.ended
}

/** The same if nothing comes: its sender has another connection by now. */
export async function stopSilentPart(id: string) {
  const part = running.get(id)
  if (part && isSilent(part, SHORT_SILENCE_MS)) await stopPart(id)
}

/** What waits for the store is not silent. */
function isSilent({ waitingSince }: Running, ms: number) {
  return waitingSince !== undefined && performance.now() - waitingSince > ms
}

async function* piecesOf(body: ReadableStream<Uint8Array> | null, part: Running, signal: AbortSignal) {
  const reader = body?.getReader()
  if (!reader) return
  const cancel = () => void reader.cancel().catch(() => {})
  signal.addEventListener("abort", cancel)
  try {
    for (;;) {
      part.waitingSince = performance.now()
      const { done, value } = await reader.read()
      part.waitingSince = undefined
      if (done || signal.aborted) return
      yield value
    }
  } finally {
    signal.removeEventListener("abort", cancel)
    cancel()
  }
}
