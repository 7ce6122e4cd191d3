import { desc, eq, sql } from "drizzle-orm"
import { whereIsPublic } from "#app/content/published.server.ts"
import { db } from "#app/db/client.server.ts"
import { profiles } from "#app/db/schema/accounts.server.ts"
import { blogPosts, news } from "#app/db/schema/content.server.ts"
import { renderMarkdown } from "#app/kit/lib/markdown.server.ts"
import { toWhole } from "../enclosure.ts"
import { directoryHtml, withWholeAddresses } from "../directory-html.ts"
import { element, escapeXml, textElement } from "../xml.ts"
import type { ArticleFeed } from "./article-feed-addresses.ts"

type Article = {
  guid: string
  title: string
  path: string
  excerpt: string
  content: string
  publishedAt: Date | null
  /** As they sign. */
  author?: string | null
}

/** Readers ask often enough to miss none. */
const NEWEST = 50

/** What each feed holds: what is public, newest first. An item is known by its number, whatever becomes of its address. */
const ARTICLES: Record<ArticleFeed, () => PromiseLike<Article[]>> = {
  "/blog.xml": () =>
    db
      .select({
        guid: sql<string>`'blog/' || ${blogPosts.id}`,
        title: blogPosts.title,
        path: sql<string>`'/blog/' || ${blogPosts.slug}`,
        excerpt: blogPosts.excerpt,
        content: blogPosts.content,
        publishedAt: blogPosts.publishedAt,
        author: sql<string | null>`nullif(${profiles.displayName}, '')`,
      })
      .from(blogPosts)
      .leftJoin(profiles, eq(profiles.userId, blogPosts.authorId))
      .where(whereIsPublic(blogPosts))
      .orderBy(desc(blogPosts.publishedAt), desc(blogPosts.id))
      .limit(NEWEST),
  "/news.xml": () =>
    db
      .select({
        guid: sql<string>`'news/' || ${news.id}`,
        title: news.title,
        // They have no pages of their own.
        path: sql<string>`coalesce(nullif(${news.externalUrl}, ''), '/news')`,
        excerpt: sql<string>`''`,
        content: news.content,
        publishedAt: news.publishedAt,
      })
      .from(news)
      .where(whereIsPublic(news))
      .orderBy(desc(news.publishedAt), desc(news.id))
      .limit(NEWEST),
}

type About = { path: ArticleFeed; title: string; page: string; language: string; publicUrl: string }

/** The newest articles or news as RSS. @returns the whole document */
export async function writeArticleFeed({ path, title, page, language, publicUrl }: About) {
  const items: Promise<string>[] = (await ARTICLES[path]()).map((article) => writeArticle(article, publicUrl))
  const channel = element("channel", {}, [
    textElement("title", title),
    textElement("link", publicUrl + page),
    element("atom:link", { href: publicUrl + path, rel: "self", type: "application/rss+xml" }),
    textElement("description", title),
    textElement("language", language),
    textElement("generator", "CKO"),
  ])
  const end = "</channel>"
  const all = [channel.slice(0, -end.length), ...(await Promise.all(items)), end].join("")
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">${all}</rss>\n`
}

async function writeArticle(
  { guid, title, path, excerpt, content, publishedAt, author }: Article,
  publicUrl: string,
) {
  const html = await renderMarkdown(content)
  const short = excerpt ? escapeHtml(excerpt) : directoryHtml(html, publicUrl).html
  return element("item", {}, [
    textElement("title", title),
    textElement("link", toWhole(path, publicUrl)),
    textElement("guid", guid, { isPermaLink: "false" }),
    textElement("dc:creator", author ?? undefined),
    textElement("pubDate", publishedAt?.toUTCString()),
    textElement("description", short),
    textElement("content:encoded", withWholeAddresses(html, publicUrl)),
  ])
}

/** A text that is no HTML, where HTML is read. */
const escapeHtml = (text: string): string => escapeXml(text)
