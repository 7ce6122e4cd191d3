import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { type Actor, actAs } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { announceEpisodes } from "./announce-episodes.server.ts"
import { lockAutomaticState, writeAutomaticState } from "./automatic-state.server.ts"
import { writeDigest } from "./digest.server.ts"

/** Not at the start itself, when visitors wait for their first pages. */
const FIRST_LOOK_MS = 15_000
const LOOK_MS = 20_000
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

/** Writes letters by itself from now on, where hosts want that. @returns the function that stops it, the one under way included */
export function startAutomaticLetters() {
  let running: Promise<void> | undefined
  const look = () => {
    running ??= writeAutomaticLetters()
      .catch((error: unknown) => log.error(error, "automatic letters not written"))
      .finally(() => (running = undefined))
  }
  const first = setTimeout(look, FIRST_LOOK_MS).unref()
  const timer = setInterval(look, LOOK_MS).unref()
  return async () => {
    clearTimeout(first)
    clearInterval(timer)
    await running
  }
}
