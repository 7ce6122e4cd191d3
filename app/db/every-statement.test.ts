import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { expect, inject, onTestFinished, test } from "vitest"
import { NOTES } from "#test/noted-statements.ts"
import { createServerDatabase } from "#test/server-database.ts"
import { closeDatabase, openDatabase } from "./client.server.ts"
import { joinEmbedded } from "./embedded/embedded.server.ts"

const GIVEN = process.env.TEST_DATABASE_URL

/** What an earlier run noted was answered by the embedded database: names, types and syntax that an older one may lack. */
test.skipIf(!NOTES || !GIVEN)(
  "every statement that the embedded database takes, this server takes",
  async () => {
    const statements = await readNotes(NOTES ?? "")
    expect(statements.length).toBeGreaterThan(1_000)
    const here = await createServerDatabase(inject("databaseServer"), inject("databaseTemplate"))
    onTestFinished(async () => void (await here.drop()))
    // Some are refused on purpose, or name tables that only their test had.
    const refused = await refusedBy(here.databaseUrl, statements)
    const refusedThere = await refusedBy(await openEmbedded(), [...refused.keys()])
    for (const statement of refusedThere.keys()) refused.delete(statement)
    expect([...refused]).toEqual([])
    expect(refusedThere.size).toBeLessThan(statements.length / 4)
  },
)

async function readNotes(folder: string) {
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), "utf8")))
  const lines = files.flatMap((text) => text.split("\n").filter(Boolean))
  return [...new Set(lines)].map((line) => JSON.parse(line) as string)
}

/** What is wrong with each statement that a database cannot even prepare. */
async function refusedBy(databaseUrl: string, statements: string[]) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const refused = new Map<string, string>()
  for (const statement of statements) {
    // The extended protocol takes one statement at a time: what comes after a semicolon is not run.
    const prepared = { text: `prepare looked_at as ${statement}`, queryMode: "extended" }
    await client.query(prepared).then(
      () => client.query("deallocate looked_at"),
      (error: Error) => refused.set(statement, error.message),
    )
  }
  await client.end()
  return refused
}

/** @returns the address of a migrated database of the embedded kind, gone with the test */
async function openEmbedded() {
  const folder = await mkdtemp(join(tmpdir(), "cko-test-"))
  const { url, leave } = await joinEmbedded(folder)
  onTestFinished(async () => {
    await leave()
    await rm(folder, { recursive: true })
  })
  await openDatabase({ databaseUrl: url, dataDir: folder })
  await closeDatabase()
  return url
}
