import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { wakeHere } from "#app/kit/lib/wake-job.server.ts"
import { isTellingDue } from "#app/podcast/feed-out/hub/hub-state.server.ts"
import { createQuietTimer } from "#app/podcast/feed-out/hub/quiet-timer.ts"
import { tellHub as tell } from "#app/podcast/feed-out/hub/tell-hub.server.ts"
import { defineJob, type Job, seconds } from "./job.server.ts"

/** Ten changes within seconds are one message: so long nothing more has to change, and so long at most it is put off. */
const quiet = createQuietTimer(() => wakeHere("hub"), seconds(2), seconds(10))

/** Something changed that the feed may show. */
export function noteFeedChange() {
  if (siteSettings().feed.hub) quiet.note()
}

/** The first turn tells of what changed before the start, too. */
let isFirst = true

/** Tells the feed's hub of changes. */
export const tellHub = defineJob({
  name: "hub",
  firstMs: seconds(20),
  everyMs: seconds(15),
  run: (turn) => tellHubIfDue(turn),
  failed: "feed's hub not told",
})

export async function tellHubIfDue(
  { signal, isAsked }: Parameters<Job["run"]>[0],
  options: Parameters<typeof tell>[0] = {},
) {
  const { hub } = siteSettings().feed
  if (!hub) return
  if (!isFirst && !isAsked && !(await isTellingDue(hub))) return
  isFirst = false
  quiet.forget()
  await tell({ ...options, signal })
}
