const INTERVAL_MS = 200

/** Calls back once the process that started this one has ended. */
export function onOrphaned(callback: () => void) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    callback()
  }, INTERVAL_MS)
  timer.unref()
}
