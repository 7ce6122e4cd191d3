import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { joinEmbedded } from "./embedded.server.ts"
import { readMajor } from "./folder.server.ts"
import { findPrograms } from "./programs.server.ts"

let dataDir = ""

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "cko-folder-"))
})
afterEach(() => rm(dataDir, { recursive: true }))

/** Files as they lie in a folder's database. */
async function writeDatabase(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    const file = join(dataDir, "database", name)
    await mkdir(join(file, ".."), { recursive: true })
    await writeFile(file, text)
  }
}

async function problem() {
  return joinEmbedded(dataDir).then(
    () => Promise.reject(new Error("it was opened")),
    (error: Error) => error,
  )
}

test("a folder without a database has no version", async () => {
  expect(await readMajor(dataDir)).toBeUndefined()
})

test("another major version is refused with the two commands that move it", async () => {
  await writeDatabase({ PG_VERSION: "14\n", "postgresql.conf": "# PostgreSQL configuration file\n" })
  const { major } = await findPrograms()
  const { name, message } = await problem()
  expect(name).toBe("EmbeddedDatabaseError")
  expect(message).toContain(`est une base de PostgreSQL 14, et celui d’ici est le ${major}.`)
  expect(message).toContain("npm run backup -- copie.cko.gz")
  expect(message).toContain(
    `mv "${dataDir}/database" "${dataDir}/database-14" && npm run restore -- copie.cko.gz`,
  )
})

test("a folder of the earlier kind is named, with its newest daily copy", async () => {
  await writeDatabase({ PG_VERSION: "18\n", "postgresql.conf": "shared_buffers=32MB\nrandom_page_cost=1.1" })
  const without = await problem()
  expect(without.message).toMatch(/PGlite.*il n’y a pas de copie.*npm run backup/)

  await mkdir(join(dataDir, "backups"))
  for (const name of ["2026-11-20.cko.gz", "2026-11-21.cko.gz", "lock"]) {
    await writeFile(join(dataDir, "backups", name), "")
  }
  const { message } = await problem()
  expect(message).toContain(`mv "${dataDir}/database" "${dataDir}/database-pglite"`)
  expect(message).toContain(`npm run restore -- "${dataDir}/backups/2026-11-21.cko.gz"`)
})

test("a folder with something else in it is left alone", async () => {
  await writeDatabase({ "photos/vacances.txt": "à garder" })
  expect((await problem()).message).toMatch(/ne peut pas être créée dans/)
  expect(await readMajor(dataDir)).toBeUndefined()
})

test("what killed processes began to make is removed, whatever name it had", async () => {
  for (const name of ["database.new", "database.new-Ab12cd"]) {
    await mkdir(join(dataDir, name, "base"), { recursive: true })
    await writeFile(join(dataDir, name, "base", "1"), "")
  }
  const embedded = await joinEmbedded(dataDir)
  await embedded.leave()
  expect((await readdir(dataDir)).filter((name) => name.startsWith("database"))).toEqual(["database"])
})

test("a database that does not start says why, and where its log is", async () => {
  const embedded = await joinEmbedded(dataDir)
  await embedded.leave()
  await writeDatabase({ "global/pg_control": "broken" })
  const { name, message } = await problem()
  expect(name).toBe("EmbeddedDatabaseError")
  expect(message).toMatch(/ne démarre pas : .*pg_control.*Son journal est dans .*database\/log\.$/)
})

test("a place where nothing can be made says so", async () => {
  const file = join(dataDir, "fichier")
  await writeFile(file, "")
  await expect(joinEmbedded(join(file, "data"))).rejects.toThrow(/ne peut pas être utilisé \(ENOTDIR\)/)
})
