import { eq, inArray, sql } from "drizzle-orm"
import { shownPodcast } from "#app/base/settings/shown-podcast.server.ts"
import {
  byCreation,
  byPublication,
  byState,
  byStatus,
  byTitle,
} from "#app/content/lists/content-rows.server.ts"
import { each } from "#app/content/lists/bulk-actions.server.ts"
import { filterBy } from "#app/content/lists/list-type.ts"
import { managedList } from "#app/content/lists/managed-list.server.ts"
import { managedType } from "#app/content/managed-type.server.ts"
import { fieldColumns, publicationColumns } from "#app/content/publication-columns.server.ts"
import { wordsOf } from "#app/content/managed-type.ts"
import { exampleOf } from "#app/content/starter-label.ts"
import type { TypedForm } from "#app/content/drafts/typed-form.ts"
import { columnsIn, columnsOf, versioned } from "#app/content/versioned.server.ts"
import type { Saved } from "#app/content/versions.server.ts"
import { db } from "#app/db/client.server.ts"
import { listDistinct } from "#app/db/distinct.server.ts"
import { thumbnailOf } from "#app/db/pictures.server.ts"
import { news as table, newsMedia } from "#app/db/schema/content.server.ts"
import { formatLongDate, publicationTime, toDay } from "#app/kit/lib/dates.ts"
import { listNamedMedia } from "#app/media/library/named-media.server.ts"
import { publishedNews } from "./news.server.ts"
import { type NewsForm, newsSchema } from "./news-form.schema.ts"
import { writeMedia } from "./media-list.ts"
import { listedMedia, replaceMedia } from "./news-media.server.ts"
import { CATEGORIES, categoryLabel, MEDIA_TYPE_LABELS, MEDIA_TYPES } from "./news.schema.ts"

const content = versioned(table, {
  kind: "news",
  edited: { ...columnsIn(table, newsSchema.in), publishedAt: table.publishedAt },
  beside: async (tx, id) => ({ media: await listedMedia(id, tx) }),
})

/** For what writes news by queries of its own. */
export const keepNewsVersions = content.saveVersions

/** The back office of news. */
export const news = managedType({
  kind: "news",
  hasDrafts: true,
  permission: "writing",
  written: table,
  label: "Actualités",
  icon: "newspaper",
  words: wordsOf(
    {
      path: "/admin/news",
      title: "Gestion des actualités",
      one: "actualité",
      many: "actualités",
      isFeminine: true,
    },
    { created: "Actualité créée", updated: "Actualité mise à jour" },
  ),
  list: managedList({
    table,
    title: table.title,
    columns: {
      ...columnsOf(
        table,
        ...(["category", "mediaType", "isPublished", "publishedAt", "createdAt", "isStarter"] as const),
      ),
      picture: thumbnailOf(
        sql`coalesce(${table.thumbnailUrl}, case ${table.mediaType} when 'image' then ${table.mediaUrl} end)`,
      ),
    },
    filters: {
      etat: byStatus(table),
      categorie: {
        label: "Catégorie",
        all: "Toutes les catégories",
        choices: categoryChoices,
        find: listCategories,
        others: /^[^\p{Cc}]{1,100}$/u,
        where: (category) => eq(table.category, category),
      },
      type: {
        ...filterBy("Type", "Tous les types", MEDIA_TYPE_LABELS),
        where: (type) =>
          inArray(
            table.mediaType,
            MEDIA_TYPES.filter((known) => known === type),
          ),
      },
    },
    sorts: {
      creation: byCreation(table),
      date: byPublication(table),
      titre: byTitle(table),
      categorie: { label: "Catégorie", first: "asc", row: table.category },
      etat: byState(table),
    },
    bulkActions: {
      category: {
        label: "Changer la catégorie",
        preposition: "de",
        icon: "list",
        done: ["Catégorie changée", "actualités changées de catégorie"],
        failed: "Impossible de changer la catégorie",
        choose: { label: "Nouvelle catégorie", choices: categoryChoices },
        run: each((id, category) => content.change(id, { category })),
      },
    },
  }),
  row: ({ category, mediaType, createdAt, ...row }) => ({
    details: [
      categoryLabel(category, shownPodcast().texts.categories),
      MEDIA_TYPE_LABELS[mediaType],
      `Créée le ${formatLongDate(createdAt)}`,
      exampleOf(row),
    ],
    picture: row.picture,
  }),
  csv: {
    ...fieldColumns(newsSchema, "title"),
    Catégorie: ({ category }) => categoryLabel(category, shownPodcast().texts.categories),
    Type: ({ mediaType }) => MEDIA_TYPE_LABELS[mediaType],
    ...publicationColumns,
  },
  parts: { table: newsMedia, of: newsMedia.newsId },
  otherWords: "créer publier ajouter galerie photos actus news",
  letter: "news",
  startsFrom: "image",
  async formShows(url, edited) {
    const pictures = edited ? [] : await listNamedMedia(url, "image")
    return pictures.length > 0 ? { key: url.search, started: galleryOf(pictures) } : {}
  },
  published: publishedNews,
  form: newsSchema,
  cardFields: [
    ...["title", "mediaType", "category", "publicationDay", "mediaUrl", "thumbnailUrl"],
    ...["content", "externalUrl", "isPublished"],
  ],
  store: {
    ...content,
    find: findNews,
    create: createNews,
    update: updateNews,
    setPublished: (id, isPublished, at = new Date()) =>
      content.setPublished(id, { isPublished, publishedAt: isPublished ? at : null }),
  },
  addressOf: (_id, { isPublished }) => (isPublished ? "/news" : undefined),
})

/** A new item of pictures of the library. */
function galleryOf(pictures: { address: string }[]) {
  const [first, ...others] = pictures.map(({ address }) => address)
  const media = others.map((mediaUrl) => ({
    mediaUrl,
    mediaType: "image" as const,
    thumbnailUrl: null,
    caption: "",
  }))
  return { mediaType: "image" as const, mediaUrl: first, media: writeMedia(media) }
}

/** The known categories, as hosts call them. */
function categoryChoices() {
  const labels = shownPodcast().texts.categories
  return CATEGORIES.map((value) => ({ value, label: categoryLabel(value, labels) }))
}

const MAX_CATEGORIES = 100

/** The categories of what is published, beside those that are known. */
async function listCategories() {
  const labels = shownPodcast().texts.categories
  const found = await listDistinct<string>(
    table,
    sql`${table.category}`,
    sql`${table.isPublished}`,
    MAX_CATEGORIES,
  )
  return found.map((category) => ({ value: category, label: categoryLabel(category, labels) }))
}

async function findNews(id: number) {
  const [item, media] = await Promise.all([content.find(id), listedMedia(id)])
  return item && { ...item, media, publicationDay: item.publishedAt ? toDay(item.publishedAt) : "" }
}

/** Published without a day, it is dated now. */
function createNews({ media, ...form }: NewsForm, authorId: string, typed: TypedForm | null) {
  return db.transaction(async (tx) => {
    const { id, after } = await content.insert(tx, { ...toRow(form), authorId })
    if (media) await replaceMedia(tx, id, media)
    return content.finish(tx, { action: "create", id, after: { ...after, media } }, typed)
  })
}

function updateNews(id: number, version: number, { media, ...form }: NewsForm, typed: TypedForm | null) {
  return db.transaction(async (tx): Promise<Saved> => {
    const held = await content.hold(tx, id, version)
    if (held.outcome !== "held") return held
    const before = { ...held.before, media: await listedMedia(id, tx) }
    const after = await content.write(tx, id, toRow(form, held.before.publishedAt))
    if (media !== before.media) await replaceMedia(tx, id, media)
    return content.finish(tx, { action: "update", id, before, after: { ...after, media } }, typed)
  })
}

/** The day chosen by hand counts; without one, what is published is dated now (docs/product.md 5.3). */
function toRow({ publicationDay, ...values }: Omit<NewsForm, "media">, previous: Date | null = null) {
  const now = new Date()
  const undated = values.isPublished ? now : null
  const publishedAt = publicationDay === null ? undated : publicationTime(publicationDay, now, previous)
  return { ...values, publishedAt, source: "manual" }
}
