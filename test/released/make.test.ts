import { execFile } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { promisify } from "node:util"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { sql } from "drizzle-orm"
import { expect, onTestFinished, test } from "vitest"
import { version } from "#package"
import { db } from "#app/db/client.server.ts"
import { loadStarterContent } from "#app/db/starter/starter.server.ts"
import { databaseUrl, openOwnDatabase } from "../database.ts"
import { seedEveryTable } from "../every-table.ts"
import { fillBesides } from "../filled-office.ts"
import { NOTES, readNotes } from "../noted-statements.ts"
import { refusedBy } from "../server-database.ts"

/** Both are made once for a release, by hand (docs/updates.md), and never again: they are what that version left, and what it says. */
const isMade = process.env.RELEASED === "1"

test.runIf(isMade)("a site of this version is kept, with something in every table", async () => {
  onTestFinished(await openOwnDatabase())
  await loadStarterContent()
  await fillBesides()
  await seedEveryTable()
  // Backups hold even these days, but no page could have made them.
  await db.execute(
    sql`update news set published_at = created_at where not isfinite(published_at) or published_at < '0001-01-01'`,
  )
  // The starter content's feed is shown to nobody.
  await db.execute(sql`update settings set value = 'true' where name = 'podcast-named'`)
  // As statements that any server takes, not only pg_dump's psql.
  const dump = await promisify(execFile)(
    "pg_dump",
    ["--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=50", databaseUrl],
    { maxBuffer: 100_000_000 },
  )
  const kept = gzipSync(dump.stdout.replaceAll(/^\\(un)?restrict .*\n/gm, ""), { level: 9 })
  expect(kept.length).toBeLessThan(200_000)
  await writeFile(`test/released/${version}.sql.gz`, kept)
})

test.runIf(isMade && NOTES)(
  "what this version says to its database is kept, where the database takes it",
  async () => {
    onTestFinished(await openOwnDatabase())
    // Some are as long as the file that their test reads.
    const said = (await readNotes(NOTES ?? "")).filter((statement) => statement.length < 10_000)
    const refused = await refusedBy(databaseUrl, said)
    const kept = said.filter((statement) => !refused.has(statement)).toSorted()
    const compressed = brotliCompressSync(JSON.stringify(kept))
    expect(compressed.length).toBeLessThan(300_000)
    await writeFile(`test/released/${version}.statements.br`, compressed)
  },
)
