import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { chmod, cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test } from "vitest"
import { expectStopped, killPostmaster, variablesOf } from "./embedded-database.ts"
import { makeFolder, startOwnSite } from "./for-one-test.ts"
import { prepare } from "./prepared-site.ts"
import { visit } from "./visitor.ts"

test("a folder with the process file of an earlier time, whose number somebody else has now, opens", async () => {
  const dataDir = await makeFolder()
  const site = await startOwnSite(variablesOf(dataDir))
  const killed = killPostmaster(dataDir)
  await site.stop("SIGKILL")
  await sleep(100)
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
  await site.stop("SIGKILL")
  killPostmaster(dataDir)
  await sleep(100)
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
  expect((await readdir("/tmp")).filter((name) => /^cko-[0-9a-f]{16}$/.test(name))).toEqual([])
})
