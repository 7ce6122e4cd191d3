import { FeedError } from "./feed-error.ts"
import { MAX_FEED_BYTES, TOO_LARGE } from "./feed-limits.ts"
import type { OpenedFeed } from "./feed-source.server.ts"

export type Upload = { body: ReadableStream<Uint8Array> | null; totalBytes?: number }

/**
 * A feed sent as the raw body of a request, read as it arrives. Throws a FeedError when more than 100 MB are announced;
 * reading it throws one when the sender stops on the way or `signal` says that nobody waits any more.
 */
export function openUploadedFeed({ body, totalBytes }: Upload, signal: AbortSignal): OpenedFeed {
  if (totalBytes !== undefined && totalBytes > MAX_FEED_BYTES) throw new FeedError(TOO_LARGE)
  return { source: readBody(body, signal), totalBytes }
}

async function* readBody(
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  if (!reader) return
  const stop = () => void reader.cancel().catch(() => {})
  signal.addEventListener("abort", stop)
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new FeedError(INTERRUPTED)
      })
      if (signal.aborted) throw new FeedError(INTERRUPTED)
      if (done) return
      yield value
    }
  } finally {
    // A browser reads no answer before it has sent everything: the rest is taken, and thrown away.
    if (!signal.aborted) await discardRest(reader)
    signal.removeEventListener("abort", stop)
    stop()
  }
}

async function discardRest(reader: ReadableStreamDefaultReader<Uint8Array>) {
  let bytes = 0
  while (bytes <= MAX_FEED_BYTES) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
    if (done) return
    bytes += value?.length ?? 0
  }
}

const INTERRUPTED = "L’envoi du fichier a été interrompu."
