import { globSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest"
import { refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { getPage } from "#test/app.ts"
import { schemaOf } from "#test/schema-of.ts"
import { createServerDatabase, refusedBy, runOn } from "#test/server-database.ts"
import { closeDatabase, openDatabase } from "./client.server.ts"

/** What each released version left (docs/updates.md). */
describe.each(globSync("test/released/*.sql.gz"))("%s", (path) => {
  let released: Awaited<ReturnType<typeof createServerDatabase>>
  let before: { rows: Record<string, number>; needed: string[] }

  beforeEach(async () => {
    released = await createServerDatabase(inject("databaseServer"))
    await runOn(released.databaseUrl, gunzipSync(await readFile(path)).toString())
    before = {
      rows: await countRows(released.databaseUrl),
      needed: await neededColumns(released.databaseUrl),
    }
    await openDatabase({ databaseUrl: released.databaseUrl, dataDir: "unused" })
  })
  afterEach(async () => {
    await closeDatabase()
    await released.drop()
  })

  test("gets the schema of a new database, and keeps every row", async () => {
    const fresh = await createServerDatabase(inject("databaseServer"), inject("databaseTemplate"))
    expect(await schemaOf(released.databaseUrl)).toEqual(await schemaOf(fresh.databaseUrl))
    await fresh.drop()
    expect(await countRows(released.databaseUrl)).toMatchObject(before.rows)
  })

  test("still takes rows of the program that made it, which knows no newer column", async () => {
    const added = (await neededColumns(released.databaseUrl)).filter((name) => !before.needed.includes(name))
    const isOfThen = (name: string) => name.slice(0, name.indexOf(".")) in before.rows
    expect(added.filter(isOfThen)).toEqual([])
  })

  test("is a site whose every page answers", async () => {
    await refreshSiteSettings()
    const addresses = [
      ...(await getPage("/sitemap.xml")).html.matchAll(/<loc>https:\/\/cko\.test(.*?)<\/loc>/g),
    ].map(([, address = ""]) => address)
    for (const kind of ["/episodes/", "/blog/", "/page/", "/guests/", "/lettres/"])
      expect(addresses).toContainEqual(expect.stringContaining(kind))
    for (const address of [...addresses, "/feed.xml", "/blog.xml", "/recherche?q=rap", "/healthz"])
      expect.soft((await getPage(address)).status, address).toBe(200)
  })
})

test.each(globSync("test/released/*.statements.br"))(
  "a database of today takes %s, so that an older program goes on beside a newer one",
  async (path) => {
    const said: string[] = JSON.parse(brotliDecompressSync(await readFile(path)).toString())
    expect(said.length).toBeGreaterThan(1_000)
    const today = await createServerDatabase(inject("databaseServer"), inject("databaseTemplate"))
    const refused = await refusedBy(today.databaseUrl, said)
    await today.drop()
    expect([...refused]).toEqual([])
  },
)

async function countRows(databaseUrl: string) {
  const tables = await runOn<{ name: string }>(
    databaseUrl,
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  const counts = await runOn<{ name: string; rows: number }>(
    databaseUrl,
    tables
      .map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`)
      .join(" union all "),
  )
  return Object.fromEntries(counts.map(({ name, rows }) => [name, rows]))
}

/** The columns that no row can be without, and that nothing fills by itself. */
async function neededColumns(databaseUrl: string) {
  const columns = await runOn<{ name: string }>(
    databaseUrl,
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'
      and is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'`,
  )
  return columns.map(({ name }) => name)
}
