/**
 * The words worker: a process of its own with a low priority, which has episodes written down by the host's program. The site
 * starts it when something waits (words-launcher.ts).
 */
import { extname } from "node:path"
import { rm } from "node:fs/promises"
import { workFolder } from "#app/features/transcripts/command/transcribe.server.ts"
import {
  giveBackTranscription,
  workThroughTranscriptions,
} from "#app/features/transcripts/command/transcription-queue.server.ts"
import { refreshSiteSettings } from "#app/features/settings/site-settings.server.ts"
import { runInBackground } from "./background-worker.ts"

const guard = new URL(`./command-guard${extname(import.meta.url)}`, import.meta.url)
let isFirst = true

runInBackground({
  async work({ signal, onBeat }) {
    // What a process that was killed left; there is one at a time.
    if (isFirst) await rm(workFolder(), { recursive: true, force: true })
    isFirst = false
    await refreshSiteSettings()
    await workThroughTranscriptions({ guard, signal, onBeat })
  },
  giveBack: giveBackTranscription,
})
