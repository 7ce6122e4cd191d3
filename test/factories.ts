import { eq, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { blogPosts, customPages, episodes, news } from "#app/db/schema/content.server.ts"
import { guests } from "#app/db/schema/guests.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { episodeCounts } from "#app/db/schema/visitors.server.ts"
import { emptyTables } from "./database.ts"

let count = 0
const YESTERDAY = () => new Date(Date.now() - 86_400_000)

/** A published episode of yesterday, unless told otherwise. */
export async function createEpisode({
  views,
  ...values
}: Partial<typeof episodes.$inferInsert> & { views?: number } = {}) {
  count += 1
  const rows = await db
    .insert(episodes)
    .values({
      title: `Épisode d’essai ${count}`,
      guest: `Invitée ${count}`,
      publishedAt: YESTERDAY(),
      ...values,
    })
    .returning()
  const episode = first(rows)
  if (views !== undefined) await setViews(views, episode.id)
  return episode
}

/** Of one episode, or of all. */
export function setViews(views: number, episodeId?: number) {
  const one = episodeId === undefined ? undefined : eq(episodeCounts.episodeId, episodeId)
  return db.update(episodeCounts).set({ views }).where(one)
}

/** A published article-type news item of yesterday, unless told otherwise. */
export async function createNews(values: Partial<typeof news.$inferInsert> = {}) {
  count += 1
  const rows = await db
    .insert(news)
    .values({ title: `Actualité d’essai ${count}`, isPublished: true, publishedAt: YESTERDAY(), ...values })
    .returning()
  return first(rows)
}

/** A published article of yesterday, unless told otherwise. */
export async function createPost(values: Partial<typeof blogPosts.$inferInsert> = {}) {
  count += 1
  const rows = await db
    .insert(blogPosts)
    .values({
      slug: `article-${count}`,
      title: `Article d’essai ${count}`,
      content: "Un texte.",
      isPublished: true,
      publishedAt: YESTERDAY(),
      ...values,
    })
    .returning()
  return first(rows)
}

/** A published custom page, unless told otherwise. */
export async function createPage(values: Partial<typeof customPages.$inferInsert> = {}) {
  count += 1
  const rows = await db
    .insert(customPages)
    .values({ slug: `page-${count}`, title: `Page d’essai ${count}`, isPublished: true, ...values })
    .returning()
  return first(rows)
}

/** A letter that is being written, unless told otherwise. */
export function createDraftLetter(values: Partial<typeof letters.$inferInsert> = {}) {
  return createLetter({ content: "Bonjour.", state: "draft", publishedAt: null, endedAt: null, ...values })
}

/** A letter that was sent yesterday and is in the archive, unless told otherwise. */
export async function createLetter(values: Partial<typeof letters.$inferInsert> = {}) {
  count += 1
  const sent = { state: "sent", publishedAt: YESTERDAY(), endedAt: YESTERDAY() } as const
  const rows = await db
    .insert(letters)
    .values({ title: `Lettre d’essai ${count}`, content: "Un texte.", ...sent, ...values })
    .returning()
  return first(rows)
}

/** A picture of the library that is ready, unless told otherwise; its files are not there. */
export async function createMedium(values: Partial<typeof media.$inferInsert> = {}) {
  count += 1
  const rows = await db
    .insert(media)
    .values({
      key: String(count).padStart(22, "k"),
      kind: "image",
      type: "image/png",
      title: `photo-${count}.png`,
      bytes: 1_000,
      sha256: String(count).padStart(64, "0"),
      state: "ready",
      width: 1600,
      height: 1200,
      ...values,
    })
    .returning()
  return first(rows)
}

export async function createGuest(values: Partial<typeof guests.$inferInsert> = {}) {
  count += 1
  const rows = await db
    .insert(guests)
    .values({ slug: `invitee-${count}`, name: `Invitée ${count}`, ...values })
    .returning()
  return first(rows)
}

function first<Row>(rows: Row[]) {
  const [row] = rows
  if (row === undefined) throw new Error("nothing was inserted")
  return row
}

/** What the back office manages: where, in which table, and the least that its form sends. */
export const MANAGERS = [
  {
    path: "/admin/episodes",
    table: "episodes",
    make: createEpisode,
    fields: { title: "Été à Paris", guest: "Awa" },
  },
  { path: "/admin/news", table: "news", make: createNews, fields: { title: "Été à Paris" } },
  {
    path: "/admin/pages",
    table: "custom_pages",
    make: createPage,
    fields: { title: "Été à Paris", slug: "ete-a-paris" },
  },
  {
    path: "/admin/blog",
    table: "blog_posts",
    make: createPost,
    fields: { title: "Été à Paris", slug: "ete-a-paris", content: "Un texte." },
  },
] as const

/** Empties what the back office manages, and keeps the people. */
export function emptyContents() {
  return emptyTables(
    ...MANAGERS.map(({ table }) => table),
    "episode_counts",
    "feed_items",
    "feed_words",
    "comments",
    "likes",
    "letters",
    "letter_recipients",
    "guests",
    "episode_guests",
    "transcripts",
    "transcript_versions",
    "transcriptions",
    "news_media",
    "media",
    "media_files",
    "media_captions",
    "media_uses",
    "file_copies",
    "uploads",
    "drafts",
    "revisions",
    "preview_links",
    "search_documents",
  )
}

/** A table's rows as they are stored, oldest first; an episode with its counts. */
export async function storedRows(table: string) {
  const from =
    table === "episodes" ? "(select * from episodes join episode_counts on episode_id = id)" : table
  const { rows } = await db.execute<{ row: Record<string, string | number | boolean | null> }>(
    sql.raw(`select to_jsonb(t) as row from ${from} t order by 1`),
  )
  return rows.map(({ row }) => row)
}
