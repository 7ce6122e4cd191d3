import { afterEach, beforeEach, expect, inject, test } from "vitest"
import { createServerDatabase, runOn } from "#test/server-database.ts"
import { closeDatabase, openDatabase } from "./client.server.ts"
import { listMigrations, oldestThatFits } from "./schema-fits.server.ts"

/** A migration of a later version. */
const LATER = 9_999_999_999_999

let database: Awaited<ReturnType<typeof createServerDatabase>>
beforeEach(async () => {
  database = await createServerDatabase(inject("databaseServer"), inject("databaseTemplate"))
})
afterEach(async () => {
  await closeDatabase()
  await database.drop()
})

const run = (statement: string) => runOn<{ said: string }>(database.databaseUrl, statement)
const open = () => openDatabase({ databaseUrl: database.databaseUrl, dataDir: "unused" })
const readWords = async () =>
  (await run("select obj_description('drizzle.__drizzle_migrations'::regclass) as said"))[0]?.said

/** As a later version leaves it, saying which programs fit. */
async function makeNewer(words?: string) {
  await run(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${LATER})`)
  await run(`comment on table drizzle.__drizzle_migrations is ${words === undefined ? "null" : `'${words}'`}`)
}

test("27.8 a program says to older ones which of them go on with the database, also where that was not said yet", async () => {
  await run("comment on table drizzle.__drizzle_migrations is null")
  await open()
  const schema = (await listMigrations()).at(-1)?.when
  expect(JSON.parse((await readWords()) ?? "")).toEqual({ schema, fits: await oldestThatFits() })
})

test("27.8 a newer database that this program fits is opened, and left as it is", async () => {
  const words = JSON.stringify({ schema: LATER, fits: (await listMigrations()).at(-1)?.when })
  await makeNewer(words)
  await open()
  expect(await readWords()).toBe(words)
})

test.each([
  ["one that needs a later program", JSON.stringify({ schema: LATER, fits: LATER })],
  ["one of which that is not said", undefined],
  ["one that another version changed since", JSON.stringify({ schema: 1, fits: 1 })],
  ["one of which something else is said", "les migrations"],
])("27.8 %s is refused in a sentence", async (_which, words) => {
  await makeNewer(words)
  await expect(open()).rejects.toMatchObject({ name: "NewerDatabaseError", message: /rien n’a été changé/ })
})
