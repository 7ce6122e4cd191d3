import { and, inArray, sql } from "drizzle-orm"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { whereIsPublic } from "#app/content/published.server.ts"
import { db } from "#app/db/client.server.ts"
import { frenchText } from "#app/db/french-text.server.ts"
import { pictureOf } from "#app/db/pictures.server.ts"
import { blogPosts, customPages, episodes, news } from "#app/db/schema/content.server.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { toPlainText } from "#app/kit/lib/markdown.server.ts"
import { roundOf } from "#app/podcast/episodes/episodes.schema.ts"
import type { OwnContent } from "./own-address.ts"
import { wholeAddress } from "./mail-picture.ts"
import type { Card } from "./written-letter.ts"

const EXCERPT_LENGTH = 200

/** What letters show of the contents that they name, by path; without those that not everybody may see. One query a kind. */
export async function loadCards(contents: OwnContent[], publicUrl: string) {
  const ids = (kind: "episode" | "news") =>
    contents.flatMap((content) => (content.kind === kind ? [content.id] : []))
  const slugs = (kind: "post" | "page") =>
    contents.flatMap((content) => (content.kind === kind ? [content.slug] : []))
  const found = await Promise.all([
    loadEpisodes(ids("episode")),
    loadNews(ids("news")),
    loadPosts(slugs("post")),
    loadPages(slugs("page")),
  ])
  return new Map<string, Card>(
    found
      .flat()
      .map(({ path, leadsTo = path, ...card }) => [
        path,
        { ...card, address: wholeAddress(leadsTo, publicUrl) },
      ]),
  )
}

type Loaded = Omit<Card, "address"> & { path: string; leadsTo?: string }

async function loadEpisodes(ids: number[]): Promise<Loaded[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({
      id: episodes.id,
      title: frenchText(episodes.title),
      guest: frenchText(episodes.guest),
      season: episodes.season,
      number: episodes.number,
      subtitle: frenchText(episodes.subtitle),
      description: episodes.description,
      audioUrl: episodes.audioUrl,
      publishedAt: episodes.publishedAt,
      pictureUrl: episodes.thumbnailUrl,
      picture: pictureOf(episodes.thumbnailUrl),
    })
    .from(episodes)
    .where(and(inArray(episodes.id, ids), whereIsPublic(episodes)))
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

const shownNewsPicture = sql<
  string | null
>`coalesce(${news.thumbnailUrl}, case ${news.mediaType} when 'image' then ${news.mediaUrl} end)`

async function loadPosts(slugs: string[]): Promise<Loaded[]> {
  if (slugs.length === 0) return []
  const rows = await db
    .select({
      slug: blogPosts.slug,
      title: frenchText(blogPosts.title),
      excerpt: frenchText(blogPosts.excerpt),
      content: blogPosts.content,
      publishedAt: blogPosts.publishedAt,
      pictureUrl: blogPosts.coverImageUrl,
      picture: pictureOf(blogPosts.coverImageUrl),
    })
    .from(blogPosts)
    .where(and(inArray(blogPosts.slug, slugs), whereIsPublic(blogPosts)))
  return rows.map(({ slug, excerpt, content, publishedAt, ...card }) => ({
    ...card,
    path: `/blog/${slug}`,
    about: publishedAt ? formatLongDate(publishedAt) : "",
    excerpt: excerpt || toPlainText(content, EXCERPT_LENGTH),
    action: "Lire l’article",
  }))
}

async function loadPages(slugs: string[]): Promise<Loaded[]> {
  if (slugs.length === 0) return []
  const rows = await db
    .select({
      slug: customPages.slug,
      title: frenchText(customPages.title),
      content: customPages.content,
      metaDescription: frenchText(customPages.metaDescription),
    })
    .from(customPages)
    .where(and(inArray(customPages.slug, slugs), whereIsPublic(customPages)))
  return rows.map(({ slug, title, content, metaDescription }) => ({
    title,
    path: `/page/${slug}`,
    about: "",
    excerpt: metaDescription || toPlainText(content, EXCERPT_LENGTH),
    action: "Lire la page",
    pictureUrl: null,
    picture: null,
  }))
}
