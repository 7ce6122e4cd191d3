import { getTableColumns, getTableName, sql } from "drizzle-orm"
import { getTableConfig } from "drizzle-orm/pg-core"
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api"
import { readdir, readFile } from "node:fs/promises"
import { beforeAll, expect, test } from "vitest"
import { openTestDatabase } from "#test/database.ts"
import { schema, tables } from "#test/schema.ts"
import { db } from "./client.server.ts"

const FOLDER = new URL("../../drizzle/meta/", import.meta.url)

beforeAll(openTestDatabase)

test("the last migration knows the whole schema", async () => {
  const snapshots = (await readdir(FOLDER)).filter((name) => name.endsWith("_snapshot.json")).sort()
  const last = JSON.parse(await readFile(new URL(snapshots.at(-1) ?? "", FOLDER), "utf8"))
  expect(await generateMigration(last, generateDrizzleJson(schema, last.id))).toEqual([])
})

test.each(tables.map((table) => [getTableName(table), table] as const))(
  "the migrated table %s has the columns of the schema",
  async (name, table) => {
    const { rows } = await db.execute<{ name: string; type: string; isNullable: boolean }>(sql`
      select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as "isNullable"
      from pg_attribute where attrelid = ${name}::regclass and attnum > 0 and not attisdropped order by attname`)
    const wanted = Object.values(getTableColumns(table)).map((column) => ({
      name: column.name,
      type: column.getSQLType().replace("varchar", "character varying").replace(" (", "("),
      isNullable: !column.notNull,
    }))
    expect(rows).toEqual(wanted.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
  },
)

test.each(tables.map((table) => [getTableName(table), table] as const))(
  "the migrated table %s has the indexes of the schema",
  async (name, table) => {
    const { rows } = await db.execute<{ name: string }>(sql`
      select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = ${name}::regclass and not exists (select from pg_constraint where conindid = indexrelid)`)
    const wanted = getTableConfig(table).indexes.map((index) => index.config.name)
    expect(rows.map((row) => row.name).sort()).toEqual(wanted.sort())
  },
)

test("the index of every list ends in the identifier, as its order does", async () => {
  const { rows } = await db.execute<{ indexdef: string }>(
    sql`select indexdef from pg_indexes where schemaname = 'public' and indexname ~ '_(published|newest|gallery)'`,
  )
  expect(rows).not.toEqual([])
  for (const { indexdef } of rows) expect(indexdef).toMatch(/(_at|day) DESC, id DESC[),]/)
})
