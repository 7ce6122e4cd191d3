/** What is open and must not stay: servers, databases, folders. */
const open = new Set<() => Promise<unknown>>()
let isStopped = false

/**
 * Runs `work` and then `close`, also when it fails or the person stops the measurements (Ctrl+C).
 *
 * @returns what `work` returns
 */
export async function closing<Result>(close: () => Promise<unknown>, work: () => Promise<Result>) {
  open.add(close)
  try {
    return await work()
  } finally {
    // When stopped, everything is closed in order below.
    if (!isStopped) {
      open.delete(close)
      await close()
    }
  }
}

/** Runs everything there is to measure, and says what went wrong unless that is that it was stopped. */
export async function runUntilStopped(work: () => Promise<void>) {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, async () => {
      isStopped = true
      // What was opened last goes first: servers before their databases.
      for (const close of [...open].reverse()) await close().catch(() => {})
      process.exit(1)
    })
  }
  try {
    await work()
  } catch (error) {
    if (isStopped) return
    console.error(error)
    process.exitCode = 1
  }
}
