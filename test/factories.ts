import "#app/office/types/types.server.ts"
import { eq, getTableColumns, getTableName, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import type { z } from "zod"
import type { WrittenTable } from "#app/content/managed-type.server.ts"
import { managedTypes } from "#app/content/types.server.ts"
import { db } from "#app/db/client.server.ts"
import { fieldsIn } from "#app/kit/form/field-facts.ts"
import { blogPosts, customPages, episodes, news } from "#app/db/schema/content.server.ts"
import { guests } from "#app/db/schema/guests.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { levels } from "#app/db/schema/supporters.server.ts"
import { episodeCounts } from "#app/db/schema/visitors.server.ts"
import { emptyTables } from "./database.ts"

let count = 0
const something = (isDay: boolean) => (isDay ? "2026-03-04" : "Un texte.")
const YESTERDAY = () => new Date(Date.now() - 86_400_000)

/** Of a type one that was published yesterday, unless told otherwise; in what it must have there is something. */
async function createContent<Table extends WrittenTable>(
  table: Table,
  noun: string,
  values: Partial<Table["$inferInsert"]>,
): Promise<Table["$inferSelect"]> {
  count += 1
  const columns = getTableColumns<PgTable>(table)
  const needed = Object.keys(columns).filter((name) => columns[name]?.notNull && !columns[name]?.hasDefault)
  const rows = await db
    .insert<PgTable>(table)
    .values({
      ...Object.fromEntries(needed.map((name) => [name, something(columns[name]?.getSQLType() === "date")])),
      ...("slug" in columns && { slug: `essai-${count}` }),
      title: `${noun} d’essai ${count}`,
      isPublished: true,
      ...("publishedAt" in columns && { publishedAt: YESTERDAY() }),
      ...values,
    })
    .returning()
  return first(rows)
}

/** A published episode of yesterday, unless told otherwise. */
export async function createEpisode({
  views,
  ...values
}: Partial<typeof episodes.$inferInsert> & { views?: number } = {}) {
  const guest = `Invitée ${count + 1}`
  const episode = await createContent(episodes, "Épisode", { guest, ...values })
  if (views !== undefined) await setViews(views, episode.id)
  return episode
}

/** Of one episode, or of all. */
export function setViews(views: number, episodeId?: number) {
  const one = episodeId === undefined ? undefined : eq(episodeCounts.episodeId, episodeId)
  return db.update(episodeCounts).set({ views }).where(one)
}

/** A published article-type news item of yesterday, unless told otherwise. */
export const createNews = (values: Partial<typeof news.$inferInsert> = {}) =>
  createContent(news, "Actualité", values)

/** A published article of yesterday, unless told otherwise. */
export const createPost = (values: Partial<typeof blogPosts.$inferInsert> = {}) =>
  createContent(blogPosts, "Article", values)

/** A published custom page, unless told otherwise. */
export const createPage = (values: Partial<typeof customPages.$inferInsert> = {}) =>
  createContent(customPages, "Page", values)

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

/** A level of support, of the lowest rank unless told otherwise. */
export async function createLevel(values: Partial<typeof levels.$inferInsert> = {}) {
  count += 1
  const rows = await db
    .insert(levels)
    .values({ name: `Palier ${count}`, ...values })
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

/** What hosts write and publish: what its type says of it, one of it (`make`), and the least that its form sends. */
export const MANAGERS = managedTypes().flatMap(({ words, form, written, owner }) => {
  if (!written || !owner) return []
  const make = (values: object = {}) => createContent(written, words.singular, values)
  const isDated = "publishedAt" in getTableColumns<PgTable>(written)
  const table = getTableName(written)
  return [{ path: words.path, words, table, isDated, owner, make, fields: leastOf(form) }]
})

export function managerAt(path: string) {
  const found = MANAGERS.find((one) => one.path === path)
  if (!found) throw new Error(`no manager at ${path}`)
  return found
}

/** What a form cannot do without. */
function leastOf(form: z.ZodType) {
  const missed = form.safeParse({}).error?.issues.map(({ path: [name] }) => String(name)) ?? []
  const known: Record<string, string> = { title: "Été à Paris", slug: "ete-a-paris" }
  const isDay = (name: string) => fieldsIn(form).get(name)?.takes === "day"
  return Object.fromEntries(missed.map((name) => [name, known[name] ?? something(isDay(name))]))
}

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
    "levels",
    "guests",
    "supporters",
    "supporter_networks",
    "payments",
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
