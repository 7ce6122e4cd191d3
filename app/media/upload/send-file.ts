import { fingerprint, forget, recall, remember } from "./remembered-uploads.ts"
import { askOffset, beginUpload, SendError, sendPart } from "./upload-requests.ts"
import { MIN_PART_BYTES, PART_BYTES, type UploadPurpose } from "./upload-rules.ts"

type Sending = {
  purpose?: UploadPurpose
  signal: AbortSignal
  /** The upload's address, once there is one. */
  onUrl: (url: string) => void
  /** How much is sent. */
  onProgress: (sent: number) => void
  /** It waits for the network or the server, and goes on by itself. */
  onWaiting: (isOffline: boolean) => void
}

/** On its way. */
type Part = { at: number; bytes: number }

const DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000]
/** Without a byte that came through; while there is no network at all it waits for as long as that takes. */
const MAX_REFUSALS = 30
/** What comes through from here at a time, as far as it is known: for each file of the page, since what stands between is the same. */
let partBytes = PART_BYTES

/**
 * Sends a file in parts, from where the server has it, and goes on by itself whenever it is cut.
 *
 * @returns the upload's address, once the server has all of it
 * @throws SendError what the server said when it wants no more of it; what the browser does of a file that it cannot read any more
 */
export async function sendFile(file: File, { purpose = "library", ...sending }: Sending) {
  const { signal, onUrl, onProgress, onWaiting } = sending
  const key = fingerprint(file, purpose)
  let url = recall(key)
  let offset: number | undefined
  let failures = 0
  let refusals = 0
  /** Broke off without a word. */
  let cut: Part | undefined
  for (;;) {
    let part: Part | undefined
    try {
      if (url === undefined) {
        url = await beginUpload(file, purpose, signal)
        remember(key, file, url)
        offset = 0
      }
      onUrl(url)
      offset ??= await askOffset(url, signal)
      // Proxies may end the connection of a part that is too long for them, or that they get too slowly.
      if (cut?.at === offset) halve(cut.bytes)
      cut = undefined
      onProgress(offset)
      if (offset >= file.size) return url
      const body = file.slice(offset, offset + partBytes)
      part = { at: offset, bytes: body.size }
      offset = await sendPart({ url, body, offset, signal, onProgress })
      failures = 0
      refusals = 0
    } catch (error) {
      if (signal.aborted || !(error instanceof SendError)) throw error
      if (error.status === 404 && url !== undefined) {
        // It vanished, or was somebody else's who used this browser.
        forget(key)
        url = undefined
      } else if (part && part.bytes > MIN_PART_BYTES && error.isOnTheWay) {
        halve(part.bytes)
      } else {
        // To a request, a file that is gone looks like a lost network.
        if (error.status === 0) await file.slice(0, 1).arrayBuffer()
        else refusals += 1
        if (!error.isTemporary || refusals > MAX_REFUSALS) throw error
        if (error.status === 0) cut ??= part
        onWaiting(error.status === 0)
        await pause(DELAYS_MS[failures] ?? 30_000, signal)
        failures += 1
      }
      offset = undefined
    }
  }
}

/** Sends half as much at a time. */
function halve(bytes: number) {
  partBytes = Math.max(MIN_PART_BYTES, Math.min(partBytes, Math.ceil(bytes / 2)))
}

/** Until the time is over, or the network is back. */
async function pause(ms: number, signal: AbortSignal) {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, ms)
  addEventListener("online", () => over.resolve(), { once: true, signal })
  signal.addEventListener("abort", () => over.resolve(), { once: true })
  await over.promise
  clearTimeout(timer)
}
