import { readFile } from "node:fs/promises"
import { gunzipSync } from "node:zlib"
import { afterEach, beforeEach, expect, inject, test } from "vitest"
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

/** Columns (in whatever order), constraints, indexes, triggers and functions, each with its definition. */
async function schemaOf(databaseUrl: string) {
  const rows = await runOn<{ line: string }>(
    databaseUrl,
    `with ours as (select oid, relname, relkind, reloptions from pg_class where relnamespace = 'public'::regnamespace)
    select concat_ws(' ', relname, relkind, reloptions::text) as line from ours
    union all select concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated, attidentity,
      pg_get_expr(adbin, adrelid)) from pg_attribute join ours on ours.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum where relkind in ('r', 'v') and attnum > 0 and not attisdropped
    union all select concat_ws(' ', conrelid::regclass::text, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select pg_get_indexdef(indexrelid) from pg_index join ours on ours.oid = indrelid
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select pg_get_viewdef(oid) from ours where relkind = 'v'
    union all select pg_get_functiondef(oid) from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'f'
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    order by 1`,
  )
  // A dump says in other parentheses what a trigger waits for.
  return rows.map(({ line }) => line.replaceAll(/[()]/g, ""))
}
