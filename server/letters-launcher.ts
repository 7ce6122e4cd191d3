import { msToNextLetter } from "#app/audience/letters/sending/letters-waiting.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { launchWorker } from "./worker-launcher.ts"

/** So long at most nobody looks; what is due sooner is looked at then. */
const LOOK_MS = 30_000
/** Where somebody is at it already. */
const PAUSE_MS = 1_000

let wake = () => {}

/** Sends letters whenever some are due (letters-worker.ts), to the second. @returns the function that stops it */
export function startLettersWorker(databaseUrl: string) {
  const launcher = launchWorker(
    {
      name: "letters-worker",
      folder: "letters/.worker",
      isWaiting: async () => (await msToNextLetter()) === 0,
    },
    databaseUrl,
  )
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const plan = async () => {
    clearTimeout(timer)
    const ms = await msToNextLetter().catch((error: unknown) => {
      log.debug(error, "next letter not found out")
      return undefined
    })
    if (isStopped) return
    clearTimeout(timer)
    if (ms === 0) launcher.wake()
    timer = setTimeout(() => void plan(), Math.min(LOOK_MS, Math.max(PAUSE_MS, ms ?? LOOK_MS))).unref()
  }
  wake = () => void plan()
  wake()
  return async () => {
    isStopped = true
    wake = () => {}
    clearTimeout(timer)
    await launcher.stop()
  }
}

/** Lets the letters worker look now: something is to be sent, or not any more. */
export function wakeLettersWorker() {
  wake()
}
