import { getTableName, sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import "#app/office/types/types.server.ts"
import { openTestDatabase } from "#test/database.ts"
import { listTables } from "#app/db/backup/catalog.server.ts"
import { managedTypes } from "#app/content/types.server.ts"
import { db } from "#app/db/client.server.ts"
import { createEpisode, createNews, createPage, createPost } from "#test/factories.ts"
import { listPublishedAddresses, msToNextAppearance } from "./published-content.server.ts"

beforeAll(openTestDatabase)

const registered = managedTypes().flatMap(({ published }) =>
  published ? [getTableName(published.written ?? published.table)] : [],
)

test("all tables of what is published are registered", async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select attrelid::regclass::text as name from pg_attribute join pg_class c on c.oid = attrelid
    where attname = 'is_published' and relkind = 'r' and relpersistence <> 't'
      -- A part of its episode's page, which its own triggers purge.
      and relname <> 'transcripts'`)
  expect(registered.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test.each(registered)(
  "each write to %s, whatever it changes, purges the pages that show it",
  async (table) => {
    const { rows } = await db.execute<{ definition: string }>(sql`
    select pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = ${table}::regclass and tgfoid = 'purge_pages'::regproc`)
    const events = rows.flatMap(
      ({ definition }) => / AFTER (.+) ON /.exec(definition)?.[1]?.split(" OR ") ?? [],
    )
    expect(events.toSorted()).toEqual(["DELETE", "INSERT", "TRUNCATE", "UPDATE"])
  },
)

test.each(registered)("%s is searched without case and accents, and is in backups", async (table) => {
  const tables = await listTables(db)
  expect(tables.map(({ name }) => name)).toContain(table)
  const { rows } = await db.execute<{ indexname: string }>(
    sql`select indexname from pg_indexes where tablename = ${table} and indexname like '%\_search%' order by 1`,
  )
  expect(rows.map(({ indexname }) => indexname)).toEqual([`${table}_search`, `${table}_search_short`])
})

test("the next appearance is that of what is dated first, and published", async () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  expect(await msToNextAppearance()).toBeUndefined()
  await createEpisode({ publishedAt: inHours(3) })
  await createNews({ publishedAt: inHours(2) })
  await createPost({ publishedAt: inHours(1), isPublished: false })
  const hours = async () => Math.round(((await msToNextAppearance()) ?? 0) / 36_000) / 100
  expect(await hours()).toBe(2)
  await createPost({ publishedAt: inHours(1) })
  expect(await hours()).toBe(1)
})

test("addresses are those of what everybody may see, newest first", async () => {
  for (const day of [1, 3, 2]) await createPost({ slug: `jour-${day}`, publishedAt: new Date(2026, 0, day) })
  const page = await createPage({ slug: "equipe", isPublished: false })
  const paths = (await listPublishedAddresses()).map(({ path }) => path)
  expect(paths).toEqual(["/blog/jour-3", "/blog/jour-2", "/blog/jour-1"])
  await db.execute(sql`update custom_pages set is_published = true where id = ${page.id}`)
  expect(await listPublishedAddresses()).toContainEqual({ path: "/page/equipe", updatedAt: expect.any(Date) })
})
