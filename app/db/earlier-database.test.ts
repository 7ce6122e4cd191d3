import { readFile } from "node:fs/promises"
import { gunzipSync } from "node:zlib"
import { afterEach, beforeEach, expect, inject, test } from "vitest"
import { schemaOf } from "#test/schema-of.ts"
import { createServerDatabase, runOn } from "#test/server-database.ts"
import { closeDatabase, openDatabase } from "./client.server.ts"

/** What pg_dump wrote of a site with the starter content, as the last of the migrations left it that are gone. */
const DUMP = new URL("../../test/earlier-database.sql.gz", import.meta.url)

let earlier: Awaited<ReturnType<typeof createServerDatabase>>
beforeEach(async () => {
  earlier = await createServerDatabase(inject("databaseServer"))
  await runOn(earlier.databaseUrl, gunzipSync(await readFile(DUMP)).toString())
})
afterEach(async () => {
  await closeDatabase()
  await earlier.drop()
})
const open = () => openDatabase({ databaseUrl: earlier.databaseUrl, dataDir: "unused" })

test("a database of before the first migrations were joined goes on, with the schema of a new one and what it held", async () => {
  await open()
  const fresh = await createServerDatabase(inject("databaseServer"), inject("databaseTemplate"))
  expect(await schemaOf(earlier.databaseUrl)).toEqual(await schemaOf(fresh.databaseUrl))
  await fresh.drop()
  expect(
    await runOn(
      earlier.databaseUrl,
      `select title, likes, comments from public.episodes join public.episode_counts on episode_id = id where id = 1`,
    ),
  ).toEqual([{ title: "La couronne se partage", likes: 1, comments: 1 }])
})

test("one of before that is left alone, and says by which version it comes here", async () => {
  await runOn(earlier.databaseUrl, "delete from drizzle.__drizzle_migrations where id = 38")
  const before = await schemaOf(earlier.databaseUrl)
  await expect(open()).rejects.toThrow(/git checkout bd406577/)
  expect(await schemaOf(earlier.databaseUrl)).toEqual(before)
})
