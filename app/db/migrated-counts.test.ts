import { readFile } from "node:fs/promises"
import { expect, inject, test } from "vitest"
import { createServerDatabase, runOn } from "#test/server-database.ts"
import journal from "../../drizzle/meta/_journal.json" with { type: "json" }

const NAME = "0009_episode-counts"
const place = journal.entries.findIndex(({ tag }) => tag === NAME)
const before = journal.entries.slice(0, place).map(({ tag }) => tag)

test("counts of before are carried over, and counted on", async () => {
  const { databaseUrl, drop } = await createServerDatabase(inject("databaseServer"))
  const run = (statement: string) => runOn(databaseUrl, statement)
  const migrate = async (tag: string) =>
    run(
      (await readFile(new URL(`../../drizzle/${tag}.sql`, import.meta.url), "utf8")).replaceAll(
        "--> ",
        "-- ",
      ),
    )
  for (const tag of before) await migrate(tag)
  await run(`insert into episodes (title, views) values ('Un', 41), ('Deux', 2147483647), ('Trois', 0)`)
  await run(`insert into likes (episode_id, session_id) values (1, 'a'), (1, 'b'), (2, 'a')`)
  await run(`insert into comments (episode_id, author_name, author_email, content, status)
    select 1, 'Ana', 'ana@cko.test', 'Un commentaire ' || n, case when n > 3 then 'hidden' else 'visible' end
    from generate_series(1, 5) n`)

  await migrate(NAME)
  const counts = () => run(`select episode_id as id, views, likes, comments from episode_counts order by 1`)
  expect((await counts()).map((row) => Object.values(row))).toEqual([
    [1, 41, 2, 3],
    [2, 2_147_483_647, 1, 0],
    [3, 0, 0, 0],
  ])

  await run(`delete from likes where session_id = 'a'`)
  await run(`update comments set status = 'visible'`)
  await run(`delete from episodes where id = 2`)
  await run(`with made as (insert into episodes (title) values ('Quatre'), ('Cinq') returning id) table made`)
  expect((await counts()).map((row) => Object.values(row))).toEqual([
    [1, 41, 1, 5],
    [3, 0, 0, 0],
    [4, 0, 0, 0],
    [5, 0, 0, 0],
  ])
  await drop()
})
