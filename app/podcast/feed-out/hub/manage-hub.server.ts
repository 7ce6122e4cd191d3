import { readSettings, siteSettings } from "#app/base/settings/site-settings.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import { askToTell, findHubState } from "./hub-state.server.ts"
import { describeHub } from "./hub.copy.ts"

/** What the page says of the hub that hosts chose; undefined where they chose none. */
export async function loadHub(now = new Date()) {
  const { hub } = siteSettings().feed
  return hub ? { hub, ...describeHub(await findHubState(hub), now) } : undefined
}

/** Asks for the hub to be told now. @returns false where there is none */
export async function askForTelling() {
  const { hub } = await readSettings("feed")
  if (!hub) return false
  await db.transaction(async (tx) => {
    await askToTell(tx, hub)
    await record(tx, { action: "share", kind: "feed", title: hub })
    await wakeJob(tx, "hub")
  })
  return true
}

/** Whether the hub could not be told more than once in a row. */
export async function isHubUntold() {
  const { hub } = siteSettings().feed
  const state = hub ? await findHubState(hub) : undefined
  return (state?.failures ?? 0) > 1
}
