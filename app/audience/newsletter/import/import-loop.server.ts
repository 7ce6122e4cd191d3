import { log } from "#app/kit/lib/log.server.ts"
import { loadLinks } from "../newsletter-links.server.ts"
import { isAnyUnderWay, takeBackSome, takeUpSome } from "./imports.server.ts"

const POLL_MS = 60_000

/**
 * Takes up all that hosts brought along, and back what they took back: some people in each transaction, so that a process may be
 * killed at any time and others go on. Any number of processes may do this at once.
 */
export async function workOffImports(signal?: AbortSignal) {
  if (await isAnyUnderWay()) {
    const links = await loadLinks()
    while (!signal?.aborted && (await takeUpSome(links))) await letOthers()
  }
  while (!signal?.aborted && (await takeBackSome())) await letOthers()
}

/** Visitors' requests come first. */
const letOthers = () => new Promise((resolve) => setImmediate(resolve))

let worker: { wake: () => void } | undefined

/** Works imports off from now on. @returns the function that stops it, after what is under way */
export function startSubscriberImports() {
  const stop = new AbortController()
  let running: Promise<void> | undefined
  let isAskedAgain = false
  const run = async () => {
    do {
      isAskedAgain = false
      await workOffImports(stop.signal).catch((error: unknown) => log.error(error, "import not worked off"))
    } while (isAskedAgain)
    running = undefined
  }
  const wake = () => {
    isAskedAgain = true
    running ??= run()
  }
  const timer = setInterval(wake, POLL_MS).unref()
  worker = { wake }
  wake()
  return async () => {
    worker = undefined
    clearInterval(timer)
    stop.abort()
    isAskedAgain = false
    await running
  }
}

/** Lets an import begin now rather than at the next look. */
export function wakeImports() {
  worker?.wake()
}
