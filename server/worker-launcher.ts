import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { getLogFormat, log } from "#app/kit/lib/log.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { onWake } from "#app/kit/lib/wake-job.server.ts"
import { type WorkerName, workerFile } from "#app/kit/lib/worker-files.server.ts"
import type { WorkerOrder } from "./background-worker.ts"

/** So long at most nobody looks. */
const LOOK_MS = 30_000
/** A job that takes longer hangs: its process is killed, which counts as an attempt. */
const MAX_JOB_MS = 3_600_000
const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 60_000
const END_TIMEOUT_MS = 5_000
/** What decoders use comes on top. */
const HEAP_MB = 400

/** What only Vite can import, where the sources run. */
const SOURCE_IMPORTS = import.meta.url.endsWith(".js")
  ? []
  : [`--import=${new URL("./source-imports.ts", import.meta.url).href}`]

export type Worker = {
  name: WorkerName
  /** In how many milliseconds something is to be done; undefined while nothing is known of. */
  msToNext: () => Promise<number | undefined>
  /** So long nobody looks again once something is. */
  pauseMs?: number
}

/**
 * Starts a worker process whenever something waits for it, and again when it ended before its time.
 *
 * @returns the function that stops it
 */
export function launchWorker({ name, msToNext, pauseMs = LOOK_MS }: Worker, databaseUrl: string) {
  let child: ChildProcess | undefined
  let delayMs = FIRST_DELAY_MS
  let isStopping = false
  let next: NodeJS.Timeout | undefined
  let later: NodeJS.Timeout | undefined

  const look = async () => {
    const ms = await msToNext().catch((error: unknown) => {
      log.debug(error, `queue of the ${name} not read`)
      return undefined
    })
    if (isStopping) return
    clearTimeout(next)
    const waitMs = ms === 0 ? pauseMs : Math.min(LOOK_MS, ms ?? LOOK_MS)
    next = setTimeout(() => void look(), waitMs).unref()
    if (ms !== 0) return
    if (child?.connected) child.send("wake")
    else if (!child && !later) launch()
  }

  const launch = () => {
    const worker = startProcess(name, databaseUrl)
    child = worker
    worker.on("message", () => (delayMs = FIRST_DELAY_MS))
    // A machine without room for one more process: it ends before it began, and says so by an error alone.
    worker.once(worker.pid === undefined ? "error" : "exit", (code: unknown, signal: unknown) => {
      child = undefined
      if (isStopping) return
      if (code === 0) return void look()
      log.warn({ code, signal, worker: name }, "worker ended; it is started again")
      later = setTimeout(() => {
        later = undefined
        void look()
      }, delayMs).unref()
      delayMs = Math.min(MAX_DELAY_MS, delayMs * 2)
    })
  }

  const endWaking = onWake(name, () => void look())
  void look()
  return async () => {
    isStopping = true
    endWaking()
    clearTimeout(next)
    clearTimeout(later)
    if (child) await end(child)
  }
}

function startProcess(name: WorkerName, databaseUrl: string) {
  const worker = fork(workerFile(name), [], {
    execArgv: [`--max-old-space-size=${HEAP_MB}`, ...SOURCE_IMPORTS],
  })
  const { cookieSecret: _, ...settings } = getSettings()
  const order: WorkerOrder = { settings, databaseUrl, logLevel: log.level, logFormat: getLogFormat() }
  worker.send(order)
  let timer = setTimeout(kill, MAX_JOB_MS)
  function kill() {
    worker.kill("SIGKILL")
  }
  worker.on("message", () => {
    clearTimeout(timer)
    timer = setTimeout(kill, MAX_JOB_MS)
  })
  worker.once("exit", () => clearTimeout(timer))
  worker.on("error", (error) => log.error(error, `${name} not reached`))
  return worker
}

async function end(worker: ChildProcess) {
  const ended = once(worker, "exit")
  worker.kill("SIGTERM")
  const timer = setTimeout(() => worker.kill("SIGKILL"), END_TIMEOUT_MS)
  await ended
  clearTimeout(timer)
}
