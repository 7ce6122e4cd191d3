import { and, desc, eq } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { countUpTo } from "#app/db/counting.server.ts"
import { selectPage } from "#app/db/page.server.ts"
import { blogPosts } from "#app/db/schema/content.server.ts"
import { contains } from "#app/db/search.server.ts"
import { nextVersion, type Saved, unlessSlugTaken } from "#app/db/versions.server.ts"
import type { PostForm } from "./post-form.schema.ts"

const matching = (search: string) => (search ? contains(blogPosts.searchText, search) : undefined)

const orderBy = [desc(blogPosts.createdAt), desc(blogPosts.id)]

/**
 * Articles, published or not, newest first.
 *
 * @param options.search a literal substring of the title; empty for all
 */
export function listPosts({ search, limit, offset }: { search: string; limit: number; offset: number }) {
  const page = selectPage(blogPosts, { where: matching(search), orderBy, limit, offset })
  return db
    .select({
      id: blogPosts.id,
      slug: blogPosts.slug,
      title: blogPosts.title,
      isPublished: blogPosts.isPublished,
      publishedAt: blogPosts.publishedAt,
    })
    .from(page)
    .innerJoin(blogPosts, eq(blogPosts.id, page.id))
    .orderBy(...orderBy)
}

/** How many articles `listPosts` would go through, counted up to `most`. */
export function countPosts(search: string, most: number) {
  return countUpTo(most, blogPosts, matching(search))
}

/** What the form edits of one article, or undefined. */
export async function findEditedPost(id: number) {
  const [post] = await db
    .select({
      id: blogPosts.id,
      version: blogPosts.version,
      title: blogPosts.title,
      slug: blogPosts.slug,
      coverImageUrl: blogPosts.coverImageUrl,
      excerpt: blogPosts.excerpt,
      content: blogPosts.content,
      isPublished: blogPosts.isPublished,
    })
    .from(blogPosts)
    .where(eq(blogPosts.id, id))
  return post
}

/** Creates an article; published, it is dated now. */
export function createPost(form: PostForm, authorId: string) {
  return unlessSlugTaken(async () => {
    const [created] = await db
      .insert(blogPosts)
      .values({ ...form, authorId, publishedAt: form.isPublished ? new Date() : null })
      .returning({ id: blogPosts.id })
    if (!created) throw new Error("the article was not inserted")
    return { outcome: "saved", id: created.id }
  })
}

/**
 * Saves an edited article, unless somebody else saved it since the form was filled. Published, it is dated now;
 * unpublished, it has no date (docs/product.md 6.2).
 *
 * @param version the version that the form was filled from
 */
export function updatePost(id: number, version: number, form: PostForm): Promise<Saved> {
  return unlessSlugTaken(async () => {
    const saved = await db
      .update(blogPosts)
      .set({ ...form, publishedAt: form.isPublished ? new Date() : null, ...nextVersion(blogPosts) })
      .where(and(eq(blogPosts.id, id), eq(blogPosts.version, version)))
      .returning({ id: blogPosts.id })
    if (saved.length > 0) return { outcome: "saved", id }
    const newer = await findEditedPost(id)
    return newer ? { outcome: "stale", version: newer.version } : { outcome: "missing" }
  })
}

/** Publishes an article as of now, or takes it back. @returns false when there is no such article */
export async function setPostPublished(id: number, isPublished: boolean) {
  const changed = await db
    .update(blogPosts)
    .set({ isPublished, publishedAt: isPublished ? new Date() : null, ...nextVersion(blogPosts) })
    .where(eq(blogPosts.id, id))
    .returning({ id: blogPosts.id })
  return changed.length > 0
}

/** @returns false when there is no such article */
export async function deletePost(id: number) {
  const deleted = await db.delete(blogPosts).where(eq(blogPosts.id, id)).returning({ id: blogPosts.id })
  return deleted.length > 0
}
