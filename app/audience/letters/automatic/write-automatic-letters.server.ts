import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { type Actor, actAs } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { announceEpisodes } from "./announce-episodes.server.ts"
import { lockAutomaticState, writeAutomaticState } from "./automatic-state.server.ts"
import { writeDigest } from "./digest.server.ts"

/** Who the log says did it. */
const WRITER: Actor = { id: null, name: "lettres automatiques", role: null }

/**
 * Schedules the letters that hosts want to leave by themselves and that are due to be written. Any number of processes may do this
 * at once: each letter is written once.
 */
export async function writeAutomaticLetters() {
  const { announces, digest } = siteSettings().automatic
  if (!announces && digest === "off") return
  await actAs(WRITER, () =>
    db.transaction(async (tx) => {
      const { state, now } = await lockAutomaticState(tx)
      const announced = announces ? await announceEpisodes(tx, state, now) : state
      const after = digest === "off" ? announced : await writeDigest(tx, announced, now)
      if (after !== state) await writeAutomaticState(tx, after)
    }),
  )
}
