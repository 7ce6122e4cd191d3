import { readdirSync } from "node:fs"
import { constants, setPriority } from "node:os"
import { closeDatabase, openDatabase } from "#app/db/client.server.ts"
import { getSecret } from "#app/db/secrets.server.ts"
import { keepPrivate } from "#app/kit/lib/data-folder.server.ts"
import { log, type LogFormat, setLogFormat } from "#app/kit/lib/log.server.ts"
import { applySettings, type Settings } from "#app/kit/lib/settings.server.ts"

/** What the site tells a worker at its start. */
export type WorkerOrder = {
  settings: Omit<Settings, "cookieSecret">
  databaseUrl: string
  logLevel: string
  logFormat: LogFormat
}

type Work = {
  /** Does all that waits; `onBeat` says now and then that it has not got stuck. */
  work: (options: { signal: AbortSignal; onBeat: () => void }) => Promise<unknown>
  /** Leaves what it is at to the next one, quickly; without, it ends by itself when it is told to stop. */
  giveBack?: () => Promise<unknown>
  /** How many to the database. */
  connections?: number
  /** How long that may take. */
  leaveMs?: number
}

const CONNECTIONS = 2
/** A batch of uploads comes with pauses, and a start costs a second of processor. */
const IDLE_MS = 30_000
const LEAVE_MS = 2_000
const stop = new AbortController()
let isAsked = false
let working: Promise<unknown> | undefined
let wake = () => {}

/**
 * What a process does that works behind the site with a low priority: it is told what it needs to know, works until nothing
 * has come for a while, and ends with the site, however that ends.
 */
export function runInBackground(doing: Work) {
  stayBehind()
  process.once("message", (order: WorkerOrder) => void run(order, doing).catch(fail))
  process.on("message", () => {
    isAsked = true
    wake()
  })
  process.once("disconnect", () => void leave(doing))
  process.once("SIGTERM", () => void leave(doing))
  // A terminal sends it to all its processes: the site says when to end.
  process.on("SIGINT", () => {})
  process.on("SIGHUP", () => {})
}

async function run(
  { settings, databaseUrl, logLevel, logFormat }: WorkerOrder,
  { work, connections = CONNECTIONS }: Work,
) {
  log.level = logLevel
  setLogFormat(logFormat)
  applySettings({ ...settings, cookieSecret: () => getSecret("cookies") })
  await keepPrivate(settings.dataDir)
  await openDatabase({ databaseUrl, dataDir: settings.dataDir, connections })
  do {
    isAsked = false
    working = work({ signal: stop.signal, onBeat: () => process.send?.("done") })
    await working
  } while (!stop.signal.aborted && (isAsked || (await hearsMore())))
  if (stop.signal.aborted) return
  await closeDatabase()
  process.exit(0)
}

/** @returns false when nothing came for a while */
function hearsMore() {
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), IDLE_MS)
    wake = () => {
      clearTimeout(timer)
      resolve(true)
    }
  })
}

/** Gives back what it was at, which then counts as no attempt, and ends. */
async function leave({ giveBack, leaveMs = LEAVE_MS }: Work) {
  if (stop.signal.aborted) return
  stop.abort()
  setTimeout(() => process.exit(0), leaveMs).unref()
  await (giveBack ? giveBack() : working)?.catch(() => {})
  process.exit(0)
}

function fail(error: unknown) {
  log.error(error, "worker failed")
  process.exit(1)
}

/**
 * On Linux each thread has a priority, which those that it starts inherit. Behind visitors, not behind everything
 * (docs/decisions/media.md): with the lowest one it stands still on a busy machine.
 */
function stayBehind() {
  const threads = process.platform === "linux" ? readdirSync("/proc/self/task").map(Number) : [0]
  for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
}
