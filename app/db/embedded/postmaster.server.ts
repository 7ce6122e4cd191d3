import { spawnSync } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs"
import { readFile, rm, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { EmbeddedDatabaseError } from "./embedded-error.ts"
import { databaseFolder, ensureFolder } from "./folder.server.ts"
import { findIdentity } from "./identity.server.ts"
import type { Programs } from "./programs.server.ts"
import { ensureSocketFolder, type Reach } from "./reach.server.ts"
import { run } from "./run.server.ts"

export type Server = {
  dataDir: string
  programs: Programs
  reach: Reach
  /** Beside `SETTINGS`, or instead of them. */
  settings?: Record<string, string>
}

/** Small: the machine is shared with the site, and often little. All else is PostgreSQL's own choice. */
const SETTINGS = {
  max_connections: "250",
  shared_buffers: "32MB",
  max_wal_size: "256MB",
  min_wal_size: "32MB",
  // Nobody follows this server.
  wal_level: "minimal",
  max_wal_senders: "0",
  max_logical_replication_workers: "0",
  // One process a query: containers often have next to no shared memory, and the site's queries are short.
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  autovacuum_max_workers: "1",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // A file for each day of the week. What statements fail with is said to the site, and holds what people wrote.
  logging_collector: "on",
  log_directory: "log",
  log_filename: "postgresql-%a.log",
  log_truncate_on_rotation: "on",
  log_rotation_age: "1d",
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
}
/** From 18 on: reads need no processes of their own. */
const SETTINGS_OF_18 = { io_method: "sync" }

const INTERVAL_MS = 5
/** Processes of a killed postmaster end by themselves within moments; after this time they are helped. */
const ORPHANS_MS = 3_000
const STOP_TIMEOUT_MS = 30_000

type Found = { pid: number; status: string }

/**
 * The running postmaster of a folder, as its own file says; one that says so of a process that is none (the machine was
 * started anew, or the folder copied) does not count.
 */
export function findPostmaster(dataDir: string): Found | undefined {
  const folder = databaseFolder(dataDir)
  const lines = unlessGone(() => readFileSync(join(folder, "postmaster.pid"), "utf8"))?.split("\n")
  const pid = Number.parseInt(lines?.[0] ?? "", 10)
  if (!(pid > 0) || !isOf(folder, pid)) return undefined
  return { pid, status: lines?.[7]?.trim() ?? "" }
}

/** Whether somebody listens where the database is reached. */
export function isListening({ address }: Reach) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(address)
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false))
    socket.on("connect", () => socket.destroy())
  })
}

/**
 * Starts PostgreSQL on a folder, which is made where there is none, and waits until it answers.
 *
 * @throws EmbeddedDatabaseError with what it said
 */
export async function startPostmaster(server: Server) {
  const { dataDir, programs, reach } = server
  const folder = databaseFolder(dataDir)
  const identity = await findIdentity(folder)
  await ensureFolder(dataDir, programs, identity, reach.initArgs)
  if (reach.socketFolder) await ensureSocketFolder(reach.socketFolder, identity.own)
  await disown(join(folder, "postmaster.pid"), folder)
  if ("path" in reach.address) await disown(`${reach.address.path}.lock`, folder)

  const settings = {
    ...SETTINGS,
    ...(programs.major >= 18 ? SETTINGS_OF_18 : {}),
    ...reach.settings,
    ...server.settings,
  }
  const args = [
    "-D",
    folder,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ]
  const deadline = performance.now() + 2 * ORPHANS_MS
  for (let attempt = 1; ; attempt += 1) {
    const problem = await startOnce()
    if (problem === undefined) return
    // Those of a killed postmaster are still at work.
    const isTooEarly =
      /still in use|lock file .* already exists/.test(problem) && performance.now() < deadline
    if (!isTooEarly) throw new EmbeddedDatabaseError(notStartedText(folder, problem))
    if (performance.now() > deadline - ORPHANS_MS) killOrphans(folder)
    await sleep(20 * attempt)
  }

  /** @returns what it said when it ended instead */
  async function startOnce() {
    if (process.platform === "win32") return startByControl(server, args.slice(2))
    const child = identity.spawnApart(programs.postgres, args)
    let output = ""
    child.stderr.on("data", (text: Buffer) => (output += String(text)))
    const ended = Promise.race([
      once(child, "exit").then(() => true),
      once(child, "error").then(([error]) => {
        output += String(error)
        return true
      }),
    ])
    while (findPostmaster(dataDir)?.status !== "ready") {
      if (await Promise.race([ended, sleep(INTERVAL_MS, false)])) return output
    }
    child.stderr.destroy()
    child.unref()
    return undefined
  }
}

/** Waits until a postmaster that is starting answers, or has ended. */
export async function waitUntilReady(dataDir: string, pid: number) {
  for (;;) {
    const found = findPostmaster(dataDir)
    if (found?.pid !== pid || found.status === "ready") return
    await sleep(INTERVAL_MS)
  }
}

/** Tells a postmaster to cut its clients off and end, and waits until it has. */
export async function stopPostmaster({ dataDir, programs, reach }: Server) {
  if (process.platform === "win32") {
    await run(programs.pg_ctl, ["stop", "-D", databaseFolder(dataDir), "-m", "fast", "-w"])
    return
  }
  const pid = tellToStop(dataDir)
  if (pid) await waitForEnd(dataDir, pid)
  if (reach.socketFolder) await rm(reach.socketFolder, { recursive: true, force: true })
}

/** @returns the process that was told */
export function tellToStop(dataDir: string) {
  const found = findPostmaster(dataDir)
  if (found) process.kill(found.pid, "SIGINT")
  return found?.pid
}

/** @throws EmbeddedDatabaseError when it takes longer than 30 seconds */
export async function waitForEnd(dataDir: string, pid: number) {
  const deadline = performance.now() + STOP_TIMEOUT_MS
  while (findPostmaster(dataDir)?.pid === pid) {
    if (performance.now() > deadline) throw new EmbeddedDatabaseError(notStoppedText(dataDir, pid))
    await sleep(INTERVAL_MS)
  }
}

/** Windows has no signals, and PostgreSQL no way to be its administrator but this program. */
async function startByControl({ dataDir, programs }: Server, settings: string[]) {
  const options = settings
    .map((part) => (part === "-c" ? part : `"${part.replaceAll('"', '\\"')}"`))
    .join(" ")
  const { status, output } = await run(programs.pg_ctl, [
    ...["start", "-D", databaseFolder(dataDir), "-w", "-s"],
    ...["-l", join(dataDir, "database-start.log"), "-o", options],
  ])
  return status === 0 ? undefined : output
}

/** Whether a process is PostgreSQL's on this folder, which it changes to; elsewhere than on Linux only its name is seen. */
function isOf(folder: string, pid: number) {
  if (process.platform === "linux") {
    const name = unlessGone(() => readFileSync(`/proc/${pid}/comm`, "utf8"))
    return (
      name === "postgres\n" && unlessGone(() => readlinkSync(`/proc/${pid}/cwd`)) === realpathSync(folder)
    )
  }
  if (process.platform === "win32") return unlessGone(() => process.kill(pid, 0)) ?? false
  return spawnSync("ps", ["-o", "command=", "-p", String(pid)]).stdout.includes("postgres")
}

/**
 * PostgreSQL takes any living process whose number is in its files for another postmaster, and starts on no account. Of
 * the number of its own parent it knows that it is from an earlier time. The rest of a file stays: by it, it finds what
 * a killed postmaster left at work.
 */
async function disown(file: string, folder: string) {
  const text = await readFile(file, "utf8").catch(() => undefined)
  if (text === undefined || isOf(folder, Number.parseInt(text, 10))) return
  await writeFile(file, text.replace(/^\d+/, String(process.pid)))
}

/** What is left of a killed postmaster holds its memory: nobody else may start before it is gone. */
function killOrphans(folder: string) {
  if (process.platform !== "linux") return
  for (const name of readdirSync("/proc")) {
    if (Number(name) > 0 && isOf(folder, Number(name))) process.kill(Number(name), "SIGKILL")
  }
}

function unlessGone<Result>(look: () => Result) {
  try {
    return look()
  } catch {
    return undefined
  }
}

function notStoppedText(dataDir: string, pid: number) {
  return `La base de données du dossier ${databaseFolder(dataDir)} ne s’arrête pas. Arrêtez le processus ${pid}, puis recommencez.`
}

/** What it says once its own log is open is there only. */
function notStartedText(folder: string, output: string) {
  const problem = output.split("\n").findLast((line) => line !== "" && !/ (LOG|HINT): /.test(line))
  const reason = problem ? ` : ${problem.replace(/^.*(FATAL|PANIC): +/, "")}` : "."
  return `La base de données du dossier ${folder} ne démarre pas${reason} Son journal est dans ${join(folder, "log")}.`
}
