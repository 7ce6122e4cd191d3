/**
 * The media worker: a process of its own with a low priority, so that visitors never wait for pictures and sounds that are
 * worked on, and nothing that a file does to its decoder reaches the site. The site starts it when something waits
 * (media-launcher.ts) and says what it needs to know; it ends when nothing has come for a while, and with the site.
 */
import { readdirSync } from "node:fs"
import { constants, setPriority } from "node:os"
import { closeDatabase, openDatabase } from "#app/db/client.server.ts"
import { getSecret } from "#app/db/secrets.server.ts"
import { giveBackMedia, workThroughMedia } from "#app/features/media/processing/media-queue.server.ts"
import { keepPrivate } from "#app/lib/data-folder.server.ts"
import { log } from "#app/lib/log.server.ts"
import { applySettings, type Settings } from "#app/lib/settings.server.ts"

/** What the site tells it at its start. */
export type MediaOrder = {
  settings: Omit<Settings, "cookieSecret">
  databaseUrl: string
  logLevel: string
}

const CONNECTIONS = 2
/** A batch of uploads comes with pauses, and a start costs a second of processor. */
const IDLE_MS = 30_000
const stop = new AbortController()
let isAsked = false
let wake = () => {}

stayBehind()
process.once("message", (order: MediaOrder) => void run(order).catch(fail))
process.on("message", () => {
  isAsked = true
  wake()
})
process.once("disconnect", () => void leave())
process.once("SIGTERM", () => void leave())
// A terminal sends it to all its processes: the site says when to end.
process.on("SIGINT", () => {})
process.on("SIGHUP", () => {})

async function run({ settings, databaseUrl, logLevel }: MediaOrder) {
  log.level = logLevel
  applySettings({ ...settings, cookieSecret: () => getSecret("cookies") })
  await keepPrivate(settings.dataDir)
  await openDatabase({ databaseUrl, dataDir: settings.dataDir, connections: CONNECTIONS })
  do {
    isAsked = false
    await workThroughMedia({ signal: stop.signal, onJob: () => process.send?.("done") })
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
async function leave() {
  if (stop.signal.aborted) return
  stop.abort()
  setTimeout(() => process.exit(0), 2_000).unref()
  await giveBackMedia().catch(() => {})
  process.exit(0)
}

function fail(error: unknown) {
  log.error(error, "media worker failed")
  process.exit(1)
}

/**
 * On Linux each thread has a priority, which those that it starts inherit. Behind visitors, not behind everything (decision 41):
 * with the lowest one it stands still on a busy machine.
 */
function stayBehind() {
  const threads = process.platform === "linux" ? readdirSync("/proc/self/task").map(Number) : [0]
  for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
}
