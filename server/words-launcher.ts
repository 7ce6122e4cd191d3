import { isTranscriptionWaiting } from "#app/features/transcripts/command/transcriptions-waiting.server.ts"
import { launchWorker } from "./worker-launcher.ts"

let launcher: ReturnType<typeof launchWorker> | undefined

/** Has episodes written down whenever some wait (words-worker.ts). @returns the function that stops it */
export function startWordsWorker(databaseUrl: string) {
  const started = launchWorker(
    { name: "words-worker", folder: "transcripts/.worker", isWaiting: isTranscriptionWaiting },
    databaseUrl,
  )
  launcher = started
  return async () => {
    launcher = undefined
    await started.stop()
  }
}

/** Lets the words worker look now: something waits for it. */
export function wakeWordsWorker() {
  launcher?.wake()
}
