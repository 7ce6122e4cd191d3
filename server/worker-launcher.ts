import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { takeTurnNow } from "#app/db/embedded/folder-users.server.ts"
import { getLogFormat, log } from "#app/kit/lib/log.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { type WorkerName, workerFile } from "#app/kit/lib/worker-files.server.ts"
import type { WorkerOrder } from "./background-worker.ts"

const POLL_MS = 30_000
/** A job that takes longer hangs: its process is killed, which counts as an attempt. */
const MAX_JOB_MS = 3_600_000
const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 60_000
const END_TIMEOUT_MS = 5_000
/** What decoders use comes on top. */
const HEAP_MB = 400

type Worker = {
  name: WorkerName
  /** Below the data folder; whoever has the turn there has the worker. */
  folder: string
  isWaiting: () => Promise<boolean>
}

/**
 * Starts a worker process whenever something waits for it, and again when it ended before its time. Of a data folder's
 * processes one has such a worker at a time; other machines have theirs.
 *
 * @returns the functions that let it look now, and stop it
 */
export function launchWorker({ name, folder: subfolder, isWaiting }: Worker, databaseUrl: string) {
  let child: ChildProcess | undefined
  let delayMs = FIRST_DELAY_MS
  let isStopping = false
  let isLooking = false
  let later: NodeJS.Timeout | undefined

  const look = async () => {
    if (child) return void (child.connected && child.send("wake"))
    if (isLooking || isStopping || later) return
    isLooking = true
    try {
      if ((await isWaiting()) && !isStopping) launch()
    } catch (error) {
      log.debug(error, `queue of the ${name} not read`)
    }
    isLooking = false
  }

  const launch = () => {
    const folder = join(getSettings().dataDir, subfolder)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const endTurn = takeTurnNow(folder)
    if (!endTurn) return
    let worker: ChildProcess
    try {
      worker = startProcess(name, databaseUrl)
    } catch (error) {
      endTurn()
      throw error
    }
    child = worker
    worker.on("message", () => (delayMs = FIRST_DELAY_MS))
    // A machine without room for one more process: it ends before it began, and says so by an error alone.
    worker.once(worker.pid === undefined ? "error" : "exit", (code: unknown, signal: unknown) => {
      endTurn()
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

  const timer = setInterval(() => void look(), POLL_MS).unref()
  void look()
  return {
    wake: () => void look(),
    async stop() {
      isStopping = true
      clearInterval(timer)
      clearTimeout(later)
      if (child) await end(child)
    },
  }
}

function startProcess(name: WorkerName, databaseUrl: string) {
  const worker = fork(workerFile(name), [], { execArgv: [`--max-old-space-size=${HEAP_MB}`] })
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
