import { setImmediate } from "node:timers/promises"

/** What a reader calls again and again: it lets everybody else have a turn once it has worked for long enough. */
export function createPause() {
  let working = performance.now()
  return async () => {
    if (performance.now() - working < MAX_WORK_MS) return
    await setImmediate()
    working = performance.now()
  }
}

const MAX_WORK_MS = 20
