import { getTableName, sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { RETENTION_RULES } from "#app/audience/personal-data/retention-rules.server.ts"
import { openTestDatabase } from "./database.ts"
import { type Decided, TABLES } from "./tables.ts"
import { listTables } from "#app/db/backup/catalog.server.ts"
import { db } from "#app/db/client.server.ts"

beforeAll(openTestDatabase)

const those = (isOne: (decided: Decided) => boolean) =>
  Object.entries(TABLES).flatMap(([name, decided]) => (isOne(decided) ? [name] : []))

test("of every table it is decided whether it is copied, whom it is about, and until when it is kept", async () => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  expect(
    rows.map(({ name }) => name),
    "decide in test/tables.ts",
  ).toEqual(Object.keys(TABLES).toSorted())
})

test("what is copied is in backups, and nothing else", async () => {
  expect((await listTables(db)).map(({ name }) => name)).toEqual(those(({ isCopied }) => isCopied).toSorted())
})

test("what a setting says how long to keep goes by it", () => {
  const going = new Set(Object.values(RETENTION_RULES).map(({ table }) => getTableName(table)))
  expect(those(({ kept }) => kept === "by a setting").filter((name) => !going.has(name))).toEqual([])
})
