import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import manifest from "#package" with { type: "json" }
import { findPostmaster } from "../../app/db/embedded/postmaster.server.ts"
import { closing } from "./cleanup.ts"
import { findProgram } from "./programs.ts"

let port = Number(process.env.BENCH_PORT ?? 3_980)

/** A port that no other measurement of this run uses. */
export const nextPort = () => (port += 1)

type Options = {
  /** Embedded in `dataDir` without it. */
  databaseUrl?: string
  /** A new one, deleted afterwards, without it. */
  dataDir?: string
  /** The one core that it may use; all without it. */
  core?: number
  /** Further settings. */
  variables?: Record<string, string>
}

export type Site = {
  url: string
  /** From the command to the last byte of the first page. */
  startedInMs: number
  /** What the process holds of the machine's memory, in MB, and what its embedded database does. */
  memory: () => Promise<string>
  /** What the process alone holds, in MB. */
  ownMemory: () => number
}

/** As `npm start` does it. */
const START = manifest.scripts.start.split(" ").slice(1)

/** Starts the built site as `npm start` does, on a port of its own, and stops it after `work`. */
export async function withSite<Result>(options: Options, work: (site: Site) => Promise<Result>) {
  const { databaseUrl = "", core } = options
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "cko-bench-")))
  const sitePort = nextPort()
  const url = `http://localhost:${sitePort}`
  const started = performance.now()
  const child = startPinned(core, process.execPath, START, {
    PORT: String(sitePort),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: "warn",
    STARTER_CONTENT: "0",
    // Visitors are told apart by the `X-Forwarded-For` that the measurements make up: limits are for each of them.
    TRUST_PROXY: "1",
    ...options.variables,
  })
  const close = async () => {
    await stop(child)
    if (!options.dataDir) await rm(dataDir, { recursive: true })
  }
  return closing(close, async () => {
    await waitFor(url, child)
    const startedInMs = Math.round(performance.now() - started)
    return work({
      url,
      startedInMs,
      memory: () => readMemory(child.pid, dataDir),
      ownMemory: () => megabytes(child.pid, "status", "VmRSS"),
    })
  })
}

/** Starts a program, on one core only where `taskset` and a second core are at hand. */
export function startPinned(
  core: number | undefined,
  program: string,
  args: string[],
  env: Record<string, string> = {},
) {
  const isPinned = core !== undefined && canPin()
  return spawn(isPinned ? "taskset" : program, isPinned ? ["-c", String(core), program, ...args] : args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  })
}

/** True where servers and load can be kept on cores of their own. */
export function canPin() {
  return availableParallelism() > 1 && findProgram("taskset") !== undefined
}

/** Waits until an address answers. @throws Error when the program ended instead, or after a minute */
export async function waitFor(url: string, child: ChildProcess) {
  for (let attempt = 0; attempt < 2_400 && child.exitCode === null; attempt += 1) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return void (await response.arrayBuffer())
    await sleep(25)
  }
  throw new Error(`${child.spawnargs.join(" ")} did not start`)
}

export async function stop(child: ChildProcess) {
  if (child.exitCode !== null) return
  child.kill("SIGTERM")
  await once(child, "exit")
}

async function readMemory(pid: number | undefined, dataDir: string) {
  const site = megabytes(pid, "status", "VmRSS")
  const postmaster = findPostmaster(dataDir)?.pid
  if (!postmaster) return String(site)
  const others = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8").trim().split(" ")
  const database = [String(postmaster), ...others]
    .map((one) => megabytes(one, "smaps_rollup", "Pss"))
    .reduce((sum, one) => sum + one, 0)
  return `${Math.round(site)} + ${Math.round(database)}`
}

function megabytes(pid: number | string | undefined, file: string, name: string) {
  const text = readFileSync(`/proc/${pid}/${file}`, "utf8")
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1]) / 1024
}
