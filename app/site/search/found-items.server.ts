import { sql } from "drizzle-orm"
import { whereIsPublic } from "#app/content/published.server.ts"
import { db } from "#app/db/client.server.ts"
import { blogPosts, customPages, episodes, news } from "#app/db/schema/content.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import { NEWS_PER_PAGE } from "#app/writing/news/news.schema.ts"
import type { Found } from "./find-documents.server.ts"

/** What the page shows of something found. */
export type FoundItem = {
  kind: string
  id: number
  title: string
  /** Of an episode: who came, as posters have it. */
  guest: string
  summary: string
  /** Markdown. */
  text: string
  /** Where it is read. */
  path: string
  publishedAt: Date | null
  season: number | null
  number: number | null
  durationSeconds: number | null
  audioUrl: string | null
  imageUrl: string | null
  category: string | null
}

/** Of a text, what is looked through for a passage to show, in characters. */
const MOST_SHOWN_FROM = 60_000

/** What was found, in that order; without what has gone in the meantime. */
export async function loadFound(found: Found[]): Promise<FoundItem[]> {
  if (found.length === 0) return []
  const ids = (kind: string) =>
    sql`any(${sql.param(found.filter((one) => one.kind === kind).map(({ id }) => id))}::int[])`
  const none = sql`null::int as season, null::int as number, null::int as "durationSeconds", null::text as "audioUrl",
    null::text as "imageUrl", null::text as category`
  // A news item stands on one of the pages of all news: so many are newer.
  const newsPage = sql`1 + (select count(*) from ${news} newer where newer.is_published and newer.published_at <= now()
    and (newer.published_at, newer.id) > (${news.publishedAt}, ${news.id})) / ${NEWS_PER_PAGE}`
  const { rows } = await db.execute<Omit<FoundItem, "publishedAt"> & { publishedAt: string | null }>(sql`
    select 'episode' as kind, id, title, guest, subtitle as summary, left(description, ${MOST_SHOWN_FROM}) as text,
        '/episodes/' || id as path, published_at as "publishedAt", season, number,
        duration_seconds as "durationSeconds", audio_url as "audioUrl", thumbnail_url as "imageUrl", null as category
      from ${episodes} where id = ${ids("episode")} and ${whereIsPublic(episodes)}
    union all select 'news', id, title, '', '', left(content, ${MOST_SHOWN_FROM}),
        case when media_type <> 'article' then '/news/galeries/' || id
          else '/news?page=' || (${newsPage}) || '#actualite-' || id end,
        published_at, null, null, null, null, null, category
      from ${news} where id = ${ids("news")} and ${whereIsPublic(news)}
    union all select 'post', id, title, '', excerpt, left(content, ${MOST_SHOWN_FROM}), '/blog/' || slug,
        published_at, ${none}
      from ${blogPosts} where id = ${ids("post")} and ${whereIsPublic(blogPosts)}
    union all select 'page', id, title, '', meta_description, left(content, ${MOST_SHOWN_FROM}), '/page/' || slug,
        null, ${none}
      from ${customPages} where id = ${ids("page")} and ${whereIsPublic(customPages)}
    union all select 'letter', id, title, '', preview_text, left(content, ${MOST_SHOWN_FROM}), '/lettres/' || id,
        published_at, ${none}
      from ${letters} where id = ${ids("letter")} and ${whereIsPublic(letters)}`)
  const byKey = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]))
  return found.flatMap(({ kind, id }) => {
    const row = byKey.get(`${kind} ${id}`)
    return row ? [{ ...row, publishedAt: row.publishedAt === null ? null : new Date(row.publishedAt) }] : []
  })
}
