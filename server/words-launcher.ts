import { areFeedWordsWaiting } from "#app/podcast/feeds-in/words/feed-words-queue.server.ts"
import { isTranscriptionWaiting } from "#app/podcast/transcripts/command/transcriptions-waiting.server.ts"
import { launchWorker } from "./worker-launcher.ts"

let launcher: ReturnType<typeof launchWorker> | undefined

/** Has episodes written down, and the words of feeds read, whenever some wait (words-worker.ts). @returns the function that stops it */
export function startWordsWorker(databaseUrl: string) {
  const started = launchWorker(
    { name: "words-worker", folder: "transcripts/.worker", isWaiting: areWordsWaiting },
    databaseUrl,
  )
  launcher = started
  return async () => {
    launcher = undefined
    await started.stop()
  }
}

async function areWordsWaiting() {
  return (await areFeedWordsWaiting()) || (await isTranscriptionWaiting())
}

/** Lets the words worker look now: something waits for it. */
export function wakeWordsWorker() {
  launcher?.wake()
}
