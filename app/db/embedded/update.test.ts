import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { packageRoot } from "#app/kit/lib/package-root.server.ts"
import { runOn } from "#test/server-database.ts"
import { joinEmbedded } from "./embedded.server.ts"
import { takeTurn, useFolder } from "./folder-users.server.ts"
import { endTrial, endUpdate, keepDatabase, undoUpdate } from "./keep.server.ts"
import { readUpdate, settleUpdate, type Update, undo, writeUpdate } from "./update.server.ts"

const OWN = { folder: packageRoot(), version: "1.0.0" }
const OTHER = { folder: "/opt/cko/cko-9.0.0", version: "9.0.0" }
const AS_OLD = { from: OWN, to: OTHER }
const AS_NEW = { from: OTHER, to: OWN }

let dataDir = ""
beforeEach(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), "cko-update-")))
})
afterEach(() => rm(dataDir, { recursive: true }))

/** Databases of one line, by what their folders are called, and an update that came as far as said. */
async function write(databases: Record<string, string>, update: Partial<Update>) {
  for (const [name, text] of Object.entries(databases)) {
    await mkdir(join(dataDir, name))
    await writeFile(join(dataDir, name, "text"), text)
  }
  const began = { id: "1", state: "trying", at: new Date().toISOString(), ...AS_OLD } as const
  await writeUpdate(dataDir, { ...began, ...update })
}

/** The databases that there are, by their folders' names. */
async function databases() {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith("database"))
  const texts = names.map(async (name) => [name, await readFile(join(dataDir, name, "text"), "utf8")])
  return Object.fromEntries(await Promise.all(texts))
}

const BEFORE = { database: "before" }

describe("27.8 whoever opens a folder after an update was killed finds its database as its program left it", () => {
  test.each<[string, Record<string, string>, Partial<Update>]>([
    ["while it was copied", { database: "before", "database.before.new": "half" }, { state: "keeping" }],
    ["once it was copied", { database: "before", "database.before": "before" }, { state: "keeping" }],
    ["once it was put aside", { "database.before": "before" }, { state: "keeping" }],
    ["while the new one tried", { database: "newer", "database.before": "before" }, {}],
    ["while the new one filled its own", { database: "half", "database.before": "before" }, {}],
    ["before the new one began its own", { "database.before": "before" }, {}],
    ["once the new one was ready", { database: "newer", "database.before": "before" }, { state: "ready" }],
    ["while it went back", { "database.before": "before", "database.failed": "newer" }, {}],
    ["once it was back", { database: "before", "database.failed": "newer" }, {}],
  ])("%s: the old program", async (_when, found, update) => {
    await write(found, update)
    await settleUpdate(dataDir, true)
    expect(await databases()).toEqual(BEFORE)
    expect(await readUpdate(dataDir)).toMatchObject({ state: "undone", reason: "elle a été interrompue." })
    await settleUpdate(dataDir, true)
    expect(await databases()).toEqual(BEFORE)
  })

  test("once it was ready: the new program, which is the site from then on", async () => {
    await write({ database: "newer", "database.before": "before" }, { ...AS_NEW, state: "ready" })
    await settleUpdate(dataDir, true)
    expect(await databases()).toEqual({ database: "newer", "database.before": "before" })
    expect(await readUpdate(dataDir)).toMatchObject({ state: "done" })
  })

  test("the one who tries it, and nobody else of the new program", async () => {
    await write({ database: "newer", "database.before": "before" }, AS_NEW)
    await settleUpdate(dataDir, true, "1")
    await expect(settleUpdate(dataDir, true, "2")).rejects.toThrow(/\/opt\/cko\/cko-9\.0\.0\/cko/)
    await expect(settleUpdate(dataDir, true)).rejects.toThrow(/n’est pas allée au bout/)
    expect(await databases()).toEqual({ database: "newer", "database.before": "before" })
  })
})

test("27.8 nobody comes in beside the program that is being tried", async () => {
  await write({ database: "newer", "database.before": "before" }, {})
  await expect(settleUpdate(dataDir, false)).rejects.toThrow(/en cours/)
  expect(await databases()).toEqual({ database: "newer", "database.before": "before" })
})

test("27.8 the database of before goes an hour after an update that nobody ended, and what came of one that was the site stays", async () => {
  const found = { database: "newer", "database.before": "before" }
  await write(found, { ...AS_NEW, state: "done" })
  await settleUpdate(dataDir, true)
  expect(await databases()).toEqual(found)
  const update = await readUpdate(dataDir)
  if (!update) throw new Error("there is none")
  const hourAgo = new Date(Date.now() - 3_600_001).toISOString()
  await writeUpdate(dataDir, { ...update, at: hourAgo })
  await settleUpdate(dataDir, false)
  expect(await databases()).toEqual(found)
  await settleUpdate(dataDir, true)
  expect(await databases()).toEqual({ database: "newer" })

  await mkdir(join(dataDir, "database.before"))
  await writeFile(join(dataDir, "database.before", "text"), "before")
  await undo(dataDir, update, "le site ne répond pas")
  expect(await databases()).toEqual({ database: "before", "database.failed": "newer" })
})

test("a journal that is no journal is told, and nothing is touched", async () => {
  await write(BEFORE, {})
  for (const text of ["", "{}", "null", '{"state":"trying"}', "a".repeat(100_000)]) {
    await writeFile(join(dataDir, "update.json"), text)
    await expect(settleUpdate(dataDir, true)).rejects.toThrow(/update\.json est abîmé/)
  }
  expect(await databases()).toEqual(BEFORE)
})

describe("27.8 a database that runs", () => {
  const ask = async (statement: string) => {
    const embedded = await joinEmbedded(dataDir)
    try {
      return await runOn<{ n: number }>(embedded.url, statement)
    } finally {
      await embedded.leave()
    }
  }
  beforeEach(() => ask("create table numbers as select 1 as n"))

  test("is put aside only once nobody has it open, and is whole again after the new program failed", async () => {
    const embedded = await joinEmbedded(dataDir)
    await expect(keepDatabase(dataDir, AS_OLD, { moves: false })).rejects.toThrow(/arrêtez-le/)
    await embedded.leave()
    const files = await readdir(join(dataDir, "database"), { recursive: true })
    const { id } = await keepDatabase(dataDir, AS_OLD, { moves: false })
    const kept = await readdir(join(dataDir, "database.before"), { recursive: true })
    expect(kept.toSorted()).toEqual(files.toSorted())
    await rm(join(dataDir, "database", "base"), { recursive: true })
    await undoUpdate(dataDir, id, "elle a échoué")
    expect(await ask("select n from numbers")).toEqual([{ n: 1 }])
    expect(await readUpdate(dataDir)).toMatchObject({ state: "undone", reason: "elle a échoué" })
  })

  test("leaves nothing in its place for another PostgreSQL, and comes back to the program that left it", async () => {
    await keepDatabase(dataDir, AS_OLD, { moves: true })
    expect(existsSync(join(dataDir, "database"))).toBe(false)
    expect(await ask("select n from numbers")).toEqual([{ n: 1 }])
    expect(existsSync(join(dataDir, "database.before"))).toBe(false)
  })

  test("is the new program's once it starts, and nobody's before", async () => {
    const { id } = await keepDatabase(dataDir, AS_NEW, { moves: false })
    await expect(joinEmbedded(dataDir)).rejects.toThrow(/n’est pas allée au bout/)
    const trial = await joinEmbedded(dataDir, undefined, id)
    await expect(endTrial(dataDir, id)).rejects.toThrow(/arrêtez-le/)
    await runOn(trial.url, "insert into numbers values (2)")
    await trial.leave()
    await endTrial(dataDir, id)
    await expect(endTrial(dataDir, id)).rejects.toThrow(/défaite/)
    expect(await ask("select n from numbers")).toEqual([{ n: 1 }, { n: 2 }])
    expect(await readUpdate(dataDir)).toMatchObject({ state: "done" })
    await endUpdate(dataDir)
    expect((await readdir(dataDir)).filter((name) => name.startsWith("database"))).toEqual(["database"])
  })

  test("waits for its turn like everybody else", async () => {
    const use = await takeTurn(dataDir, async () => useFolder(dataDir))
    await expect(keepDatabase(dataDir, AS_OLD, { moves: false })).rejects.toThrow(/arrêtez-le/)
    use.leave()
    expect(await readUpdate(dataDir)).toBeUndefined()
  })
})
