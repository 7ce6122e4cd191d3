import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { isTellingDue } from "./hub-state.server.ts"
import type { PostOptions } from "./post-to-hub.server.ts"
import { createQuietTimer } from "./quiet-timer.ts"
import { tellHub } from "./tell-hub.server.ts"

type Options = Partial<PostOptions> & {
  /** So long nothing more has to change before the hub is told, and so long at most it is put off. */
  quietMs?: number
  longestMs?: number
}

/** Not at the start itself, when visitors wait for their first pages. */
const FIRST_LOOK_MS = 20_000
const LOOK_MS = 15_000

let teller: { note: () => void; wake: () => void } | undefined

/** Tells the feed's hub of changes from now on, those before the start included. @returns the function that stops it */
export function startHubTeller({ quietMs = 2_000, longestMs = 10_000, ...options }: Options = {}) {
  const stop = new AbortController()
  let running: Promise<void> | undefined
  let isAskedAgain = false

  const run = async () => {
    do {
      isAskedAgain = false
      await tellHub({ ...options, signal: stop.signal }).catch((error: unknown) => {
        if (!stop.signal.aborted) log.error(error, "feed's hub not told")
      })
    } while (isAskedAgain && !stop.signal.aborted)
    running = undefined
  }
  const wake = () => {
    quiet.forget()
    isAskedAgain = true
    if (!stop.signal.aborted) running ??= run()
  }
  /** Ten changes within seconds are one message. */
  const quiet = createQuietTimer(wake, quietMs, longestMs)
  const note = () => {
    if (siteSettings().feed.hub) quiet.note()
  }
  const look = async () => {
    const { hub } = siteSettings().feed
    if (!hub || running) return
    const isDue = await isTellingDue(hub).catch((error: unknown) => {
      log.warn(error, "feed's hub not looked after")
      return false
    })
    if (isDue) wake()
  }
  const first = setTimeout(note, FIRST_LOOK_MS).unref()
  const looking = setInterval(() => void look(), LOOK_MS).unref()
  teller = { note, wake }
  return async () => {
    teller = undefined
    clearTimeout(first)
    quiet.forget()
    clearInterval(looking)
    stop.abort()
    await running
  }
}

/** Something changed that the feed may show. */
export function noteFeedChange() {
  teller?.note()
}

/** Lets what was just asked for be done now rather than at the next look. */
export function wakeHubTeller() {
  teller?.wake()
}
