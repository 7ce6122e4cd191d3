import { areFeedWordsWaiting } from "#app/podcast/feeds-in/words/feed-words-queue.server.ts"
import { isTranscriptionWaiting } from "#app/podcast/transcripts/command/transcriptions-waiting.server.ts"
import { launchWorker } from "./worker-launcher.ts"

let launcher: ReturnType<typeof launchWorker> | undefined

/** Has episodes transcribed, and the transcripts and chapters of feeds read, whenever some wait (transcripts-worker.ts). @returns the function that stops it */
export function startTranscriptsWorker(databaseUrl: string) {
  const started = launchWorker(
    { name: "transcripts-worker", folder: "transcripts/.worker", isWaiting: areTranscriptsWaiting },
    databaseUrl,
  )
  launcher = started
  return async () => {
    launcher = undefined
    await started.stop()
  }
}

async function areTranscriptsWaiting() {
  return (await areFeedWordsWaiting()) || (await isTranscriptionWaiting())
}

/** Lets the transcripts worker look now: something waits for it. */
export function wakeTranscriptsWorker() {
  launcher?.wake()
}
