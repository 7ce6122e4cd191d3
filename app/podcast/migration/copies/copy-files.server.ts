import { type Actor, actAs } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { carryOutCopy } from "./carry-out-copy.server.ts"
import { takeCopy } from "./copy-lease.server.ts"
import { readCopying } from "./copying.server.ts"
import type { CopyOptions } from "./download-copy.server.ts"
import { enterCopies } from "./enter-copies.server.ts"
import { sweepPartials } from "./partial-file.server.ts"
import { placeCopies, type PlaceInTexts } from "./place-copy.server.ts"

/** Who the log says did it. */
const COPIER: Actor = { id: null, name: "copie des fichiers", role: null }

/**
 * Copies what waits, one file after the other, and lets episodes lead to what is ready. Any number of processes may do this
 * at once.
 *
 * @returns how many files were taken
 */
export async function copyFiles({
  placeInTexts,
  ...options
}: CopyOptions & { placeInTexts?: PlaceInTexts } = {}) {
  return actAs(COPIER, async () => {
    let count = 0
    while (!options.signal?.aborted) {
      await placeCopies(placeInTexts)
      if (!(await readCopying())?.isOn) break
      const copy = await takeCopy()
      if (!copy) break
      count += 1
      await carryOutCopy(copy, options)
    }
    return count
  })
}

/** Queues the files of episodes that are new, and deletes the partial downloads of files that are not copied any more. */
export async function lookForFiles() {
  const copying = await readCopying()
  if (copying?.isOn) await enterCopies(db, { isAsked: false })
  if (copying) await sweepPartials()
}
