import { type SQLWrapper, sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { listPublishedEpisodes } from "#app/podcast/episodes/episodes.server.ts"
import { listPublishedPosts } from "#app/writing/blog/blog.server.ts"
import { listPublishedNews } from "#app/writing/news/news.server.ts"
import { fillUnsearched, openOwnDatabase } from "#test/database.ts"
import { db } from "./client.server.ts"
import { episodes } from "./schema/content.server.ts"

/** More than the podcast will ever have, and enough for the planner to care. */
const ROWS = 5_000

beforeAll(async () => {
  const close = await openOwnDatabase()
  await fillUnsearched(
    ["episodes", "news", "blog_posts"],
    sql`insert into episodes (title, guest, is_published, published_at)
      select 'Épisode numéro ' || n, md5(n::text), n % 3 > 0, now() - n * interval '1 hour' from generate_series(1, ${ROWS}::int) n`,
    sql`insert into news (title, content, category, media_type, is_published, published_at)
      select 'Actualité ' || n, repeat('Un texte. ', 60), case when n % 40 = 0 then 'event' else 'music' end,
        case when n % 50 = 0 then 'image' else 'article' end, true, now() - n * interval '1 hour'
      from generate_series(1, ${ROWS}::int) n`,
    sql`insert into blog_posts (slug, title, content, is_published, published_at)
      select 'article-' || n, 'Article ' || n, 'Texte', true, now() - n * interval '1 hour'
      from generate_series(1, ${ROWS}::int) n`,
  )
  await db.execute(sql`vacuum analyze episodes, news, blog_posts`)
  return close
})

async function explain(query: SQLWrapper) {
  const { rows } = await db.execute<Record<string, string>>(sql`explain ${query}`)
  return rows.map((row) => Object.values(row).join()).join("\n")
}

/** Not prepared: the plan depends on what is searched for. */
function searchEpisodes(search: string) {
  return listPublishedEpisodes({ search, limit: 25 }) as unknown as SQLWrapper
}

const listNews = (options: { category?: string; onlyMedia?: boolean; limit: number }) =>
  listPublishedNews(options) as unknown as SQLWrapper

describe("with 5,000 rows of each", () => {
  const queries: [string, string, () => SQLWrapper][] = [
    ["a rare search", "episodes_search", () => searchEpisodes("NUMÉRO 1999")],
    ["a search that finds nothing", "episodes_search", () => searchEpisodes("xyzzy")],
    ["a category", "news_published_by_category", () => listNews({ category: "event", limit: 25 })],
    ["the gallery", "news_gallery", () => listNews({ onlyMedia: true, limit: 25 })],
  ]

  test.each(queries)(
    "with 5,000 rows of each %s: by the index %s, without looking at every row",
    async (_name, index, query) => {
      const plan = await explain(query())
      expect(plan).toMatch(new RegExp(`Scan (using|on) ${index}\\b`))
      expect(plan).not.toContain("Seq Scan")
    },
  )

  const lists = [
    ["episodes", listPublishedEpisodes],
    ["news", listPublishedNews],
    ["posts", listPublishedPosts],
  ] as const
  test.each(lists.flatMap(([name, list]) => [0, 240].map((offset) => [name, offset, list] as const)))(
    "with 5,000 rows of each the newest %s, after %i others: by the index, however often asked",
    async (name, offset, list) => {
      for (let n = 0; n < 7; n += 1) await list({ limit: 25, offset })
      const statement = offset === 0 ? `published_${name}_25` : `published_${name}(25, ${offset})`
      const plan = await explain(sql.raw(`execute ${statement}`))
      expect(plan).toMatch(/Index Only Scan using \w+_published\b/)
      expect(plan).not.toContain("Seq Scan")
    },
  )

  test("with 5,000 rows of each the index finds what looking at every row finds", async () => {
    const search = { search: "numero 123", limit: 100 }
    const byIndex = await listPublishedEpisodes(search)
    const byHand = await db
      .select({ id: episodes.id })
      .from(episodes)
      .where(sql`title like '%numéro 123%' and is_published`)
      .orderBy(episodes.id)
    expect(byIndex.map(({ id }) => id)).toEqual(byHand.map(({ id }) => id))
    expect(byHand).toHaveLength(6)
  })
})
