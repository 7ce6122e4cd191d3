import { log } from "#app/kit/lib/log.server.ts"
import { readMailbox } from "./read-mailbox.server.ts"

/** Not at the start itself, when visitors wait for their first pages. */
const FIRST_LOOK_MS = 25_000
const LOOK_MS = 30_000

let reader: { wake: () => void } | undefined

/** Reads the bounce mailbox from now on, whenever it is due. @returns the function that stops it, a reading included */
export function startBounceReader() {
  const stop = new AbortController()
  let running: Promise<void> | undefined
  const run = async () => {
    await readMailbox({ signal: stop.signal }).catch((error: unknown) => {
      if (!stop.signal.aborted) log.error(error, "bounce mailbox not looked after")
    })
    running = undefined
  }
  const wake = () => {
    if (!stop.signal.aborted) running ??= run()
  }
  const first = setTimeout(wake, FIRST_LOOK_MS).unref()
  const timer = setInterval(wake, LOOK_MS).unref()
  reader = { wake }
  return async () => {
    reader = undefined
    clearTimeout(first)
    clearInterval(timer)
    stop.abort()
    await running
  }
}

/** Lets a mailbox that has just become due be read now rather than at the next look. */
export function wakeBounceReader() {
  reader?.wake()
}
