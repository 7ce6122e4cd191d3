import { log } from "#app/kit/lib/log.server.ts"
import { deleteOldHits, writeHits } from "./hits.server.ts"
import { recallMissing, writeMissing } from "./missing/missing.server.ts"

const WRITE_MS = 10_000
const SWEEP_MS = 3_600_000

/** Writes from time to time what was counted of visits, and lets old days go. A failure is logged. @returns the function that stops it */
export function startCounting() {
  const write = oneAtATime("visits of redirects not written", () =>
    Promise.all([writeHits(), writeMissing()]),
  )
  const sweep = oneAtATime("old visits of redirects not deleted", deleteOldHits)
  void oneAtATime("missing addresses not recalled", recallMissing)()
  const timers = [setInterval(write, WRITE_MS).unref(), setInterval(sweep, SWEEP_MS).unref()]
  return async () => {
    timers.forEach(clearInterval)
    await sweep.running()
    await write.running()
    await write()
  }
}

function oneAtATime(failed: string, work: () => Promise<unknown>) {
  let running: Promise<void> | undefined
  const run = () =>
    (running ??= work()
      .then(() => {})
      .catch((error: unknown) => log.error(error, failed))
      .finally(() => (running = undefined)))
  return Object.assign(run, { running: () => running })
}
