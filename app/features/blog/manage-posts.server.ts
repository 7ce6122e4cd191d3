import { columnsOf, versioned } from "#app/content/versioned.server.ts"
import { blogPosts } from "#app/db/schema/content.server.ts"
import { movingPage, movingSaved } from "../redirects/moved-pages.server.ts"
import type { PostForm } from "./post-form.schema.ts"

const posts = versioned(blogPosts, {
  kind: "post",
  listed: columnsOf(blogPosts, "title", "slug", "isPublished", "publishedAt"),
  edited: columnsOf(blogPosts, "title", "slug", "coverImageUrl", "excerpt", "content", "isPublished"),
})

export const { list: listPosts, count: countPosts, find: findEditedPost, remove: deletePost } = posts

const PREFIX = "/blog/"

export function createPost(form: PostForm, authorId: string) {
  const values = { ...form, ...datedNow(form), authorId }
  return movingSaved(PREFIX, blogPosts, undefined, (tx) => posts.create(values, tx))
}

/** A published article that gets another slug is found by its former one, too. */
export function updatePost(id: number, version: number, form: PostForm) {
  const values = { ...form, ...datedNow(form) }
  return movingSaved(PREFIX, blogPosts, id, (tx) => posts.update(id, version, values, tx))
}

export function setPostPublished(id: number, isPublished: boolean) {
  return movingPage(PREFIX, blogPosts, id, async (tx) => {
    const result = await posts.setPublished(id, datedNow({ isPublished }), tx)
    return { result, id: result ? id : undefined }
  })
}

/** Published, an article is dated now; unpublished, it has no date (docs/product.md 6.2). */
function datedNow({ isPublished }: { isPublished: boolean }) {
  return { isPublished, publishedAt: isPublished ? new Date() : null }
}
