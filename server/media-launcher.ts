import { isMediaWaiting } from "#app/media/processing/media-waiting.server.ts"
import { launchWorker } from "./worker-launcher.ts"

let launcher: ReturnType<typeof launchWorker> | undefined

/** Works on media whenever some wait (media-worker.ts). @returns the function that stops it */
export function startMediaWorker(databaseUrl: string) {
  const started = launchWorker(
    { name: "media-worker", folder: "media/.worker", isWaiting: isMediaWaiting },
    databaseUrl,
  )
  launcher = started
  return async () => {
    launcher = undefined
    await started.stop()
  }
}

/** Lets the media worker look now: something waits for it. */
export function wakeMediaWorker() {
  launcher?.wake()
}
