import { sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import "#app/office/types/types.server.ts"
import { db } from "#app/db/client.server.ts"
import { fillUnsearched, openOwnDatabase } from "#test/database.ts"
import { findDocuments } from "./find-documents.server.ts"
import { parseTerms } from "./search-terms.ts"

const MANY = 5_000

beforeAll(openOwnDatabase)
// Every one says « rap »; every other « jazz » too, in titles of the older half; every hundredth is a news item; one of the
// oldest says « xylophone ». There is one an hour, in no order of time, and the last dozen are to come.
beforeAll(async () => {
  await fillUnsearched(
    ["episodes", "news"],
    sql.raw(`insert into episodes (title, published_at, is_published, description)
       select case when hour > ${MANY / 2} and hour % 2 = 0 then 'Jazz ' || n else 'Titre ' || n end,
         now() - (hour - 12.5) * interval '1 hour', true,
         'rap ' || case when hour % 2 = 0 then 'jazz moderne ' else '' end || case when hour = ${MANY - 10} then 'xylophone' else '' end
       from (select n, 1 + n * 7 % ${MANY} as hour from generate_series(1, ${MANY}) n) e`),
    sql.raw(`insert into news (title, published_at, is_published, content)
       select 'Titre ' || n, now() - n * interval '100 hours', true, 'rap' from generate_series(1, ${MANY / 100}) n`),
  )
  await db.execute(sql`select index_content('episode', id) from episodes`)
  await db.execute(sql`select index_content('news', id) from news`)
  await db.execute(sql`analyze search_documents`)
})

/** What a search of every row would find: the newest of those whose text or title is so. */
async function newestWith(condition: string, most = 500) {
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from (
      select 'episode ' || id as key, title || ' ' || description as text, published_at from episodes
      union all select 'news ' || id, title || ' ' || content, published_at from news
    ) c where published_at <= now() and ${sql.raw(condition)} order by published_at desc limit ${most}`)
  return rows.map(({ key }) => key).toSorted()
}

async function find(typed: string, filters: Parameters<typeof findDocuments>[1] = {}) {
  const { found } = await findDocuments(parseTerms(typed).parts, filters)
  return found.map(({ kind, id }) => `${kind} ${id}`).toSorted()
}

test("40.1 of more than can be shown the newest are found, wherever they stand", async () => {
  expect(await find("rap ")).toEqual(await newestWith("true"))
  expect(await find("raps modernes")).toEqual(await newestWith("text like '%moderne%'"))
  expect(await find("rap -jazz")).toEqual(await newestWith("text not ilike '%jazz%'"))
})

test("what is rare is found among the oldest", async () => {
  expect(await find("xylophone")).toEqual(await newestWith("text like '%xylophone%'"))
  expect(await find("rap xylophone")).toHaveLength(1)
  expect(await find("rap zzyzx")).toEqual([])
})

test("titles are found before texts that are newer, the newest of them", async () => {
  expect(await find("jazz")).toEqual(await newestWith("text like 'Jazz%'"))
})

test("of the newest that hold the words of a phrase those are found that have it", async () => {
  expect(await find('"jazz moderne"')).toEqual(await newestWith("text like '%jazz moderne%'", 300))
  expect(await find('"moderne jazz"')).toEqual([])
})

test("kinds and years are found wherever they stand", async () => {
  expect(await find("rap", { kind: "actualites" })).toEqual(await newestWith("key like 'news%'"))
  expect(await find("rap", { kind: "pages" })).toEqual([])
  const { rows } = await db.execute<{ year: number }>(
    sql`select distinct year from search_documents where published_at <= now() order by year`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { year } of rows)
    expect(await find("rap", { year })).toEqual(
      await newestWith(`extract(year from published_at at time zone 'Europe/Paris') = ${year}`),
    )
})

test("words that nothing is looked up by find nothing by what narrows down", async () => {
  for (const kind of [undefined, "episodes"] as const) {
    expect(await find("et de la", { kind })).toEqual([])
    expect(await find("~2026 ~episode", { kind })).toEqual([])
  }
})
