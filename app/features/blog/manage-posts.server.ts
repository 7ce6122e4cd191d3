import { columnsOf, versioned } from "#app/content/versioned.server.ts"
import { blogPosts } from "#app/db/schema/content.server.ts"
import type { PostForm } from "./post-form.schema.ts"

const posts = versioned(blogPosts, {
  kind: "post",
  listed: columnsOf(blogPosts, "title", "slug", "isPublished", "publishedAt", "isStarter"),
  edited: columnsOf(blogPosts, "title", "slug", "coverImageUrl", "excerpt", "content", "isPublished"),
})

export const { list: listPosts, count: countPosts, find: findEditedPost, remove: deletePost } = posts

export function createPost(form: PostForm, authorId: string) {
  return posts.create({ ...form, ...datedNow(form), authorId })
}

export function updatePost(id: number, version: number, form: PostForm) {
  return posts.update(id, version, { ...form, ...datedNow(form) })
}

export function setPostPublished(id: number, isPublished: boolean) {
  return posts.setPublished(id, datedNow({ isPublished }))
}

/** Published, an article is dated now; unpublished, it has no date (docs/product.md 6.2). */
function datedNow({ isPublished }: { isPublished: boolean }) {
  return { isPublished, publishedAt: isPublished ? new Date() : null }
}
