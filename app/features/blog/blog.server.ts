import { and, desc, eq, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { blogPosts } from "#app/db/schema.server.ts"

export type BlogPostCard = Awaited<ReturnType<typeof listPublishedPosts>>[number]

const cardColumns = {
  slug: blogPosts.slug,
  title: blogPosts.title,
  excerpt: blogPosts.excerpt,
  coverImageUrl: blogPosts.coverImageUrl,
  publishedAt: blogPosts.publishedAt,
}

/** Published and not dated in the future. */
const isPublic = sql`${blogPosts.isPublished} and ${blogPosts.publishedAt} <= now()`

/** Published articles, newest first. */
export function listPublishedPosts({ limit, offset = 0 }: { limit: number; offset?: number }) {
  return db
    .select(cardColumns)
    .from(blogPosts)
    .where(isPublic)
    .orderBy(desc(blogPosts.publishedAt), desc(blogPosts.id))
    .limit(limit)
    .offset(offset)
}

/** One published article, or undefined. */
export async function findPublishedPost(slug: string) {
  const [post] = await db
    .select({ ...cardColumns, content: blogPosts.content, updatedAt: blogPosts.updatedAt })
    .from(blogPosts)
    .where(and(eq(blogPosts.slug, slug), isPublic))
  return post
}

/** Addresses of published articles, newest first, for the sitemap. */
export function listPublishedPostAddresses(limit: number) {
  return db
    .select({ slug: blogPosts.slug, updatedAt: blogPosts.updatedAt })
    .from(blogPosts)
    .where(isPublic)
    .orderBy(desc(blogPosts.publishedAt), desc(blogPosts.id))
    .limit(limit)
}
