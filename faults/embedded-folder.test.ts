import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { chmod, cp, mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { findPostmaster } from "../app/db/embedded/postmaster.server.ts"
import { findReach } from "../app/db/embedded/reach.server.ts"
import type { RunningSite } from "#test/running-site.ts"
import { expectStopped, killPostmaster, variablesOf } from "./embedded-database.ts"
import { makeFolder, startOwnSite } from "./for-one-test.ts"
import { childrenOf } from "./processes.ts"
import { prepare } from "./prepared-site.ts"
import { visit } from "./visitor.ts"

/** Kills a site and its database, down to what outlives these for a moment. @returns the database's first process */
async function killWholly(site: RunningSite, dataDir: string) {
  const children = await childrenOf(findPostmaster(dataDir)?.pid ?? 0)
  await site.stop("SIGKILL")
  const killed = killPostmaster(dataDir)
  await expect.poll(() => children.filter(isAlive), { timeout: 60_000 }).toEqual([])
  return killed
}

function isAlive(pid: number) {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"))
  } catch {
    return false
  }
}

test("a folder with the process file of an earlier time, whose number somebody else has now, opens", async () => {
  const dataDir = await makeFolder()
  const site = await startOwnSite(variablesOf(dataDir))
  const killed = await killWholly(site, dataDir)
  const other: ChildProcess = spawn("sleep", ["600"], { stdio: "ignore" })
  onTestFinished(() => void other.kill())
  for (const name of ["postmaster.pid", ".s.PGSQL.5432.lock"]) {
    const file = join(dataDir, "database", name)
    const text = await readFile(file, "utf8")
    await writeFile(file, text.replace(new RegExp(`^${killed}$`, "m"), String(other.pid)))
  }
  const next = await startOwnSite(variablesOf(dataDir))
  expect((await visit(`${next.url}/`)).status).toBe(200)
  expect(other.exitCode).toBe(null)
  expect(await next.stop("SIGINT")).toBe(0)
})

test("a folder copied from elsewhere, with rights for everybody, opens and is private again", async () => {
  const dataDir = await makeFolder()
  const site = await startOwnSite(variablesOf(dataDir))
  const cookie = await prepare(site.url)
  await killWholly(site, dataDir)
  const copy = join(await makeFolder(), "ailleurs")
  await cp(dataDir, copy, { recursive: true, filter: (path) => !path.includes(".s.PGSQL") })
  for (const path of ["", "database"]) await chmod(join(copy, path), 0o755)
  const next = await startOwnSite(variablesOf(copy))
  expect((await visit(`${next.url}/episodes/1`)).status).toBe(200)
  expect((await visit(`${next.url}/admin/episodes`, { cookie })).status).toBe(200)
  expect(await next.stop("SIGINT")).toBe(0)
  expect(execFileSync("stat", ["-c", "%a", copy, join(copy, "database")]).toString()).toBe("700\n700\n")
})

test("a folder with a very long name, spaces, accents and quotes is reached all the same", async () => {
  const dataDir = join(await makeFolder(), `été "de l'ours" $HOME, ${"long ".repeat(30)}`)
  await mkdir(dataDir)
  const site = await startOwnSite(variablesOf(dataDir))
  expect((await visit(`${site.url}/`)).status).toBe(200)
  expect(await site.stop("SIGINT")).toBe(0)
  await expectStopped(dataDir)
  // What stood in for its name.
  const { socketFolder = "" } = await findReach(dataDir)
  expect(socketFolder).not.toBe("")
  expect(existsSync(socketFolder)).toBe(false)
})
