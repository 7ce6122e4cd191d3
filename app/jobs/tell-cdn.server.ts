import { wakeHere } from "#app/kit/lib/wake-job.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { createQuietTimer } from "#app/podcast/feed-out/hub/quiet-timer.ts"
import { noteStale, tellCdn as tell } from "#app/site/cdn/tell-cdn.server.ts"
import { defineJob, seconds } from "./job.server.ts"

/** What one press changes is told as one. By then all processes have forgotten it. */
const quiet = createQuietTimer(() => wakeHere("cdn"), 300, seconds(2))

/** Pages of this tag, or a file of the library, are no longer what they were. */
export function noteStaleInCdn(tag: string) {
  if (isOff()) return
  noteStale(tag)
  quiet.note()
}

const isOff = () => getSettings().cdn === undefined

/** Tells a CDN in front of the site what it is to forget. */
export const tellCdn = defineJob({
  name: "cdn",
  firstMs: seconds(5),
  everyMs: seconds(5),
  run: tell,
  failed: "CDN not told",
  isOff,
})
