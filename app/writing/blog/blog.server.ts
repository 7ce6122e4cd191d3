import { and, desc, eq, type SQL, sql } from "drizzle-orm"
import { type PublishedContent, whereIsPublic } from "#app/content/published.server.ts"
import { mayReadDraft } from "#app/content/reach.server.ts"
import type { Contributor } from "#app/kit/lib/rights.ts"
import { db } from "#app/db/client.server.ts"
import { frenchText } from "#app/db/french-text.server.ts"
import { preparedList, selectPage } from "#app/db/page.server.ts"
import { pictureOf } from "#app/db/pictures.server.ts"
import { profiles } from "#app/db/schema/accounts.server.ts"
import { blogPosts } from "#app/db/schema/content.server.ts"

export type BlogPostCard = Awaited<ReturnType<typeof listPublishedPosts>>[number]

const cardColumns = {
  id: blogPosts.id,
  slug: blogPosts.slug,
  title: frenchText(blogPosts.title),
  excerpt: frenchText(blogPosts.excerpt),
  coverImageUrl: blogPosts.coverImageUrl,
  cover: pictureOf(blogPosts.coverImageUrl),
  publishedAt: blogPosts.publishedAt,
}

export const publishedPosts: PublishedContent = {
  table: blogPosts,
  page: { prefix: "/blog/", key: blogPosts.slug, inSitemap: 4_000 },
  summary: blogPosts.excerpt,
  text: blogPosts.content,
  picture: blogPosts.coverImageUrl,
  search: { name: "articles" },
}

const isPublic = whereIsPublic(blogPosts)

const orderBy = [desc(blogPosts.publishedAt), desc(blogPosts.id)]

/** Published articles, newest first. */
export const listPublishedPosts = preparedList("published_posts", (limit, offset) => {
  const page = selectPage(blogPosts, { where: isPublic, orderBy, limit, offset })
  return db
    .select(cardColumns)
    .from(page)
    .innerJoin(blogPosts, eq(blogPosts.id, page.id))
    .orderBy(...orderBy)
})

/** One published article, or undefined. */
export function findPublishedPost(slug: string) {
  return findPost(and(eq(blogPosts.slug, slug), isPublic))
}

/** One article for somebody, who may see drafts or not; or undefined. */
export async function findPostFor(viewer: Contributor | null, slug: string) {
  const is = eq(blogPosts.slug, slug)
  return (
    (await findPublishedPost(slug)) ??
    ((await mayReadDraft(viewer, blogPosts, is)) ? findPost(is) : undefined)
  )
}

async function findPost(condition: SQL | undefined) {
  const [post] = await db
    .select({
      ...cardColumns,
      id: blogPosts.id,
      content: blogPosts.content,
      isPublished: blogPosts.isPublished,
      updatedAt: blogPosts.updatedAt,
      author: sql<
        string | null
      >`coalesce(nullif(${blogPosts.signature}, ''), nullif(${profiles.displayName}, ''))`,
    })
    .from(blogPosts)
    .leftJoin(profiles, eq(profiles.userId, blogPosts.authorId))
    .where(condition)
  return post
}
