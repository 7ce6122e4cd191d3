import { type Actor, actAs } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { publicNetwork } from "#app/kit/http/public-network.server.ts"
import { carryOutCopy } from "./carry-out-copy.server.ts"
import { takeCopy } from "./copy-lease.server.ts"
import { readCopying } from "./copying.server.ts"
import type { CopyOptions } from "./download-copy.server.ts"
import { enterCopies } from "./enter-copies.server.ts"
import { sweepPartials } from "./partial-file.server.ts"
import { placeCopies } from "./place-copy.server.ts"

/** Not at the start itself, when visitors wait for their first pages. */
const FIRST_LOOK_MS = 30_000
/** The media worker ends its work by itself, and says so to nobody. */
const LOOK_MS = 5_000
/** Episodes come by feeds, from time to time. */
const ENTER_MS = 60_000
/** Who the log says did it. */
const COPIER: Actor = { id: null, name: "copie des fichiers", role: null }

/**
 * Copies what waits, one file after the other, and lets episodes lead to what is ready. Any number of processes may do this
 * at once.
 *
 * @returns how many files were taken
 */
export async function copyFiles(options: Partial<CopyOptions> = {}) {
  return actAs(COPIER, async () => {
    let count = 0
    while (!options.signal?.aborted) {
      await placeCopies()
      if (!(await readCopying())?.isOn) break
      const copy = await takeCopy()
      if (!copy) break
      count += 1
      await carryOutCopy(copy, { guard: publicNetwork, ...options })
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

let copier: { wake: () => void } | undefined

/** Copies files from now on, without holding up the start. @returns the function that stops it, downloads included */
export function startCopier() {
  const stop = new AbortController()
  const running = new Map<number, Promise<void>>()
  /** Without anything to copy, the database is asked once a minute only. */
  let isBusy = false

  const run = async () => {
    try {
      await copyFiles({ signal: stop.signal })
      isBusy = (await readCopying())?.isOn ?? false
    } catch (error) {
      isBusy = false
      if (!stop.signal.aborted) log.error(error, "files not copied")
    }
  }
  // As many at once as the whole database has, where this is its only process.
  const wake = () => {
    for (const slot of SLOTS) {
      if (!running.has(slot) && !stop.signal.aborted)
        running.set(
          slot,
          run().finally(() => running.delete(slot)),
        )
    }
  }
  let entering: Promise<void> | undefined
  const enter = () => {
    entering ??= lookForFiles()
      .then(wake)
      .catch((error: unknown) => void (stop.signal.aborted || log.error(error, "files not looked for")))
      .finally(() => (entering = undefined))
  }
  const first = setTimeout(enter, FIRST_LOOK_MS).unref()
  const often = setInterval(() => isBusy && wake(), LOOK_MS).unref()
  const rarely = setInterval(enter, ENTER_MS).unref()
  copier = { wake }
  return async () => {
    copier = undefined
    clearTimeout(first)
    clearInterval(often)
    clearInterval(rarely)
    stop.abort()
    await entering
    await Promise.all(running.values())
  }
}

/** Lets what was just asked for be copied now rather than at the next look. */
export function wakeCopier() {
  copier?.wake()
}

/** One for each file that this process copies at the same time. */
const SLOTS = [1, 2]
