/**
 * The transcripts worker: a process of its own with a low priority, which reads the transcripts and chapters of imported feeds, and has
 * episodes transcribed by the host's program. The site starts it when something waits (workers.ts).
 */
import { rm } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { readFeedWords } from "#app/podcast/feeds-in/words/read-feed-words.server.ts"
import { workFolder } from "#app/podcast/transcripts/command/transcribe.server.ts"
import {
  giveBackTranscription,
  workThroughTranscriptions,
} from "#app/podcast/transcripts/command/transcription-queue.server.ts"
import { refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { runInBackground } from "./background-worker.ts"

const LOOK_MS = 10_000
let isFirst = true

let busy = 0

/** Does some work, and again from time to time while the other kind is at work. */
async function goOn(work: () => Promise<unknown>, signal: AbortSignal) {
  do {
    busy += 1
    await work()
    busy -= 1
    if (busy > 0) await sleep(LOOK_MS, undefined, { signal }).catch(() => {})
  } while (busy > 0 && !signal.aborted)
}

runInBackground({
  async work({ signal, onBeat }) {
    // What a process that was killed left; there is one at a time.
    if (isFirst) await rm(workFolder(), { recursive: true, force: true })
    isFirst = false
    await refreshSiteSettings()
    // Side by side: a program takes hours, during which a feed may be imported.
    await Promise.all([
      goOn(() => workThroughTranscriptions({ signal, onBeat }), signal),
      goOn(() => readFeedWords({ signal, onBeat }), signal),
    ])
  },
  giveBack: giveBackTranscription,
})
