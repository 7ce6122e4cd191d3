import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, inject, onTestFinished, test } from "vitest"
import { NOTES, readNotes } from "#test/noted-statements.ts"
import { createServerDatabase, refusedBy } from "#test/server-database.ts"
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
