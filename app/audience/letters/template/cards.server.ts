import { and, inArray, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { addressOf, whereIsPublic } from "#app/content/published.server.ts"
import { findManagedType, managedTypes } from "#app/content/types.server.ts"
import { db } from "#app/db/client.server.ts"
import { frenchText } from "#app/db/french-text.server.ts"
import { pictureOf } from "#app/db/pictures.server.ts"
import { publicEpisodes } from "#app/db/public-episodes.server.ts"
import { news } from "#app/db/schema/content.server.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { toPlainText } from "#app/kit/lib/markdown.server.ts"
import { roundOf } from "#app/podcast/episodes/episodes.schema.ts"
import { publishedNews } from "#app/writing/news/news.server.ts"
import type { OwnContent } from "./own-address.ts"
import { wholeAddress } from "./mail-picture.ts"
import type { Card } from "./written-letter.ts"

const EXCERPT_LENGTH = 200

/** What letters show of the contents that they name, by path; without those that not everybody may see. One query a kind. */
export async function loadCards(contents: OwnContent[], publicUrl: string) {
  const kinds = [...new Set(contents.map(({ kind }) => kind))]
  const found = await Promise.all(
    kinds.map((kind) => {
      const keys = contents.flatMap((content) => (content.kind === kind ? [content.key] : []))
      if (kind === "episode") return loadEpisodes(keys.map(Number))
      return kind === "news" ? loadNews(keys.map(Number)) : loadOfType(kind, keys)
    }),
  )
  return new Map<string, Card>(
    found
      .flat()
      .map(({ path, leadsTo = path, ...card }) => [
        path,
        { ...card, address: wholeAddress(leadsTo, publicUrl) },
      ]),
  )
}

/** The pages of what letters show as cards: a letter shows no other one. */
export const listCardPages = () =>
  managedTypes().flatMap(({ kind, published }) => {
    if (!published?.page || kind === "letter") return []
    const { prefix, anchor, key } = published.page
    return [{ kind, prefix, anchor, hasSlugs: key.columnType === "PgText" }]
  })

type Loaded = Omit<Card, "address"> & { path: string; leadsTo?: string }

async function loadEpisodes(ids: number[]): Promise<Loaded[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({
      id: publicEpisodes.id,
      title: frenchText(publicEpisodes.title),
      guest: frenchText(publicEpisodes.guest),
      season: publicEpisodes.season,
      number: publicEpisodes.number,
      subtitle: frenchText(publicEpisodes.subtitle),
      description: publicEpisodes.description,
      audioUrl: publicEpisodes.audioUrl,
      publishedAt: publicEpisodes.publishedAt,
      pictureUrl: publicEpisodes.thumbnailUrl,
      picture: pictureOf(publicEpisodes.thumbnailUrl),
    })
    .from(publicEpisodes)
    .where(and(inArray(publicEpisodes.id, ids), whereIsPublic(publicEpisodes)))
  const word = siteSettings().texts.round
  return rows.map(({ id, guest, subtitle, description, audioUrl, publishedAt, season, number, ...card }) => ({
    ...card,
    path: `/episodes/${id}`,
    about: [roundOf({ season, number }, word), guest, formatLongDate(publishedAt)]
      .filter(Boolean)
      .join(" · "),
    excerpt: subtitle || toPlainText(description, EXCERPT_LENGTH),
    action: audioUrl ? "Écouter l’épisode" : "Voir l’épisode",
  }))
}

async function loadNews(ids: number[]): Promise<Loaded[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({
      id: news.id,
      title: frenchText(news.title),
      content: news.content,
      mediaType: news.mediaType,
      publishedAt: news.publishedAt,
      pictureUrl: shownNewsPicture,
      picture: pictureOf(shownNewsPicture),
    })
    .from(news)
    .where(and(inArray(news.id, ids), whereIsPublic(news)))
  return rows.map(({ id, content, mediaType, publishedAt, ...card }) => ({
    ...card,
    path: `/news#actualite-${id}`,
    // Pictures and films have an address of their own, which stays when newer news come.
    leadsTo: mediaType === "article" ? undefined : `/news/galeries/${id}`,
    about: publishedAt ? formatLongDate(publishedAt) : "",
    excerpt: toPlainText(content, EXCERPT_LENGTH),
    action: mediaType === "article" ? "Lire l’actualité" : "Voir",
  }))
}

/** Where a news item has a picture to show. */
const shownNewsPicture = sql<string | null>`${publishedNews.picture}`

/** Of what has a page of its own. */
async function loadOfType(kind: string, keys: (string | number)[]): Promise<Loaded[]> {
  const type = findManagedType(kind)
  if (!type?.published?.page) return []
  const { table, page, summary, text, picture } = type.published
  const rows = await db
    .select({
      path: addressOf(page),
      title: frenchText(table.title),
      summary: summary ? frenchText(summary) : sql<string>`''`,
      text: sql<string>`${text}`,
      publishedAt: table.publishedAt ?? sql<null>`null`,
      pictureUrl: sql<string | null>`${picture ?? null}`,
      picture: picture ? pictureOf(picture) : sql<null>`null`,
    })
    .from(table as PgTable)
    .where(and(inArray(page.key, keys), whereIsPublic(table)))
  return rows.map(({ summary: sum, text: markdown, publishedAt, ...card }) => ({
    ...card,
    about: publishedAt instanceof Date ? formatLongDate(publishedAt) : "",
    excerpt: sum || toPlainText(markdown, EXCERPT_LENGTH),
    action: `Lire ${type.words.theOne}`,
  }))
}
