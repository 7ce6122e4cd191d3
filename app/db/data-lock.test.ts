import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { DataFolderInUseError, lockDataFolder } from "./data-lock.server.ts"

const MODULE = new URL("data-lock.server.ts", import.meta.url).href
let folder = ""

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cko-lock-"))
})
afterEach(() => rm(folder, { recursive: true }))

/** Another process that holds the folder until it is killed. */
async function startHolder() {
  const code = `
    import { lockDataFolder } from ${JSON.stringify(MODULE)}
    lockDataFolder(${JSON.stringify(folder)})
    process.stdout.write("locked")
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  await once(child.stdout, "data")
  return child
}

test("a folder has one holder, until it gives it back", () => {
  const unlock = lockDataFolder(folder)
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError)
  expect(() => lockDataFolder(folder)).toThrow(folder)
  unlock()
  lockDataFolder(folder)()
})

test("a folder that does not exist is made", () => {
  lockDataFolder(join(folder, "a/b"))()
  expect(existsSync(join(folder, "a/b"))).toBe(true)
})

test("two folders do not stand in each other's way", () => {
  const unlocks = ["a", "b"].map((name) => lockDataFolder(join(folder, name)))
  expect(unlocks).toHaveLength(2)
  for (const unlock of unlocks) unlock()
})

test("another process holds it as well, and a killed one no longer", async () => {
  const child = await startHolder()
  try {
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError)
  } finally {
    child.kill("SIGKILL")
    await once(child, "exit")
  }
  expect(lockDataFolder(folder)).not.toThrow()
})

test("the message names the folder and the way out, in French", () => {
  const { message, name } = new DataFolderInUseError("/srv/cko")
  expect(name).toBe("DataFolderInUseError")
  expect(message).toMatch(/^Un autre processus utilise déjà le dossier de données \/srv\/cko\. .*DATA_DIR\.$/)
})
