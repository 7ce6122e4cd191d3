import { accessSync, constants, readFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { availableParallelism, tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import pg from "pg"
import manifest from "#package" with { type: "json" }
import { closeDatabase, openDatabase } from "../../app/db/client.server.ts"
import { joinEmbedded } from "../../app/db/embedded/embedded.server.ts"
import { findPostmaster } from "../../app/db/embedded/postmaster.server.ts"
import type { BucketSettings } from "../../app/kit/lib/settings.server.ts"
import { freePort } from "#test/free-port.ts"
import { startSite } from "#test/running-site.ts"
import { seedStatements, type Sizes } from "#test/seed.ts"
import { createServerDatabase } from "#test/server-database.ts"

const open: (() => unknown)[] = []

/** Has what is open taken away again when the part is over, or the person stops it: the last first. */
export const atEnd = (close: () => unknown) => void open.push(close)

let closing = Promise.resolve()

export function closeAll() {
  closing = closing.then(async () => {
    for (let close = open.pop(); close; close = open.pop()) await close()
  })
  return closing
}

export async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), "cko-bench-"))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A PostgreSQL server to measure on as well, of a role that may create databases. */
const SERVER = process.env.BENCH_DATABASE_URL

export type Kind = "PostgreSQL" | "embedded"

/** The kinds of database that are measured. */
export const KINDS: Kind[] = SERVER ? ["PostgreSQL", "embedded"] : ["embedded"]

/** About what the podcast has. */
export const PODCAST: Sizes = {
  episodes: 200,
  comments: 2_000,
  busiest: 200,
  likes: 2_000,
  others: 100,
  deeds: 1_000,
}
/** The episode with the most comments. */
export const BUSIEST = `/episodes/${PODCAST.episodes - 1}`
/** A session that is none: what carries it is never answered from the page cache. */
export const NOT_CACHED = { Cookie: "cko.session_token=none" }

type Data = { dataDir: string; databaseUrl?: string }

/** A data folder whose database has what a podcast has. */
export async function makeData(kind: Kind = "embedded", sizes = PODCAST): Promise<Data> {
  const dataDir = await makeFolder()
  if (kind === "PostgreSQL" && SERVER) {
    const databaseUrl = await makeDatabase(SERVER)
    await fill(databaseUrl, sizes)
    return { dataDir, databaseUrl }
  }
  const { url, leave } = await joinEmbedded(dataDir)
  await migrate(url)
  await fill(url, sizes)
  await leave()
  return { dataDir }
}

/** An embedded database that stays until the end. */
export async function startEmbedded(dataDir: string) {
  const { url, leave } = await joinEmbedded(dataDir)
  atEnd(leave)
  return url
}

/** A migrated, empty database of its own on a server: that of the settings, otherwise one that is started. */
export async function makeDatabase(server?: string) {
  const { databaseUrl, drop } = await createServerDatabase(
    server ?? (await startEmbedded(await makeFolder())),
  )
  atEnd(drop)
  await migrate(databaseUrl)
  return databaseUrl
}

export async function migrate(databaseUrl: string) {
  await openDatabase({ databaseUrl, dataDir: "" })
  await closeDatabase()
}

export async function fill(databaseUrl: string, sizes: Sizes) {
  await onDatabase(databaseUrl, [
    "set synchronous_commit = off",
    "set maintenance_work_mem = '512MB'",
    // A site that has started has pages already, which are entered with the others.
    "delete from search_documents",
    ...seedStatements(sizes),
  ])
}

/** @returns the rows of the last statement */
export async function onDatabase(connectionString: string, statements: string[]) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    let rows: Record<string, number | string>[] = []
    for (const statement of statements) ({ rows } = await client.query(statement))
    return rows
  } finally {
    await client.end()
  }
}

const START = manifest.scripts.start.split(" ").slice(1)
const SCRIPT = START.indexOf("server/start.js")

type Options = Data & { core?: number; variables?: Record<string, string>; workers?: number; port?: number }

/** Starts the built site as `npm start` does. @param core the one that it may use; all without it */
export async function openSite({ dataDir, databaseUrl = "", core, variables, workers = 1, port }: Options) {
  const started = performance.now()
  const free = port ?? (await freePort())
  const site = await startSite(
    {
      PORT: String(free),
      PUBLIC_URL: `http://127.0.0.1:${free}`,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      STARTER_CONTENT: "0",
      ...variables,
    },
    ["--workers", String(workers)],
    START.slice(0, SCRIPT),
    onCore(core),
  )
  atEnd(() => site.stop())
  await (await fetch(site.url)).arrayBuffer()
  /** From the command to the last byte of the first page. */
  const startedInMs = Math.round(performance.now() - started)
  const memory = () =>
    siteProcesses(site.pid).reduce((sum, pid) => sum + megabytes(pid, "status", "VmRSS"), 0)
  return { ...site, startedInMs, memory }
}

export type Site = Awaited<ReturnType<typeof openSite>>

/** A site with a podcast's data, kept on one core where that is possible. */
export const openPodcast = async (kind: Kind = "embedded") => openSite({ ...(await makeData(kind)), core: 0 })

/** The settings of a site whose media are in a bucket. */
export const variablesOf = (bucket?: BucketSettings): Record<string, string> =>
  bucket
    ? {
        S3_ENDPOINT: bucket.endpoint,
        S3_BUCKET: bucket.name,
        S3_ACCESS_KEY_ID: bucket.accessKeyId,
        S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
      }
    : {}

/** Where servers and load can be kept on cores of their own. */
export const canPin = () => availableParallelism() > 1 && findProgram("taskset") !== undefined
/** What a command begins with that stays on one core. */
export const onCore = (core?: number) =>
  core !== undefined && canPin() ? ["taskset", "-c", String(core)] : []

/** Where an installed program is, or undefined. */
export function findProgram(name: string) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"]
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** Ids of the processes of an embedded database. */
export function databaseProcesses(dataDir: string) {
  const postmaster = findPostmaster(dataDir)?.pid
  return postmaster ? [postmaster, ...childrenOf(postmaster)] : []
}

/** The site's own: not its database, nor what works on media. */
export function siteProcesses(pid: number) {
  const isOurs = (one: number) => {
    const command = readFileSync(`/proc/${one}/cmdline`, "utf8")
    return command.includes("server/start.js") && !command.includes("media-worker")
  }
  return [pid, ...childrenOf(pid).filter(isOurs)]
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number)

/** A figure of a process's memory, in MB. */
export function megabytes(pid: number, file: "status" | "smaps_rollup", name: "VmRSS" | "VmHWM" | "Pss") {
  try {
    const text = readFileSync(`/proc/${pid}/${file}`, "utf8")
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0) / 1_024
  } catch {
    // It has ended.
    return 0
  }
}

/** Site and embedded database, in MB. */
export function memoryOf(site: Site, dataDir: string) {
  const database = databaseProcesses(dataDir).reduce(
    (sum, pid) => sum + megabytes(pid, "smaps_rollup", "Pss"),
    0,
  )
  return `${Math.round(site.memory())}${database ? ` + ${Math.round(database)}` : ""}`
}
