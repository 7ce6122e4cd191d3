import { log } from "#app/kit/lib/log.server.ts"
import { deleteOldUploads } from "./uploads.server.ts"

/** Not at the start itself, when visitors wait for their first pages. */
const FIRST_LOOK_MS = 150_000
const LOOK_MS = 3_600_000

/** Lets old uploads go, every hour. A failure is logged. @returns the function that stops it */
export function startUploadSweep() {
  let running: Promise<void> | undefined
  const look = () => {
    running ??= deleteOldUploads()
      .then((count) => void (count > 0 && log.info({ count }, "old uploads deleted")))
      .catch((error: unknown) => log.error(error, "old uploads not deleted"))
      .finally(() => (running = undefined))
  }
  const first = setTimeout(look, FIRST_LOOK_MS).unref()
  const timer = setInterval(look, LOOK_MS).unref()
  return async () => {
    clearTimeout(first)
    clearInterval(timer)
    await running
  }
}
