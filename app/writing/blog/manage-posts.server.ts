import { movingPage, movingSaved } from "#app/base/redirects/moved-pages.server.ts"
import { statusRank, whereStatus } from "#app/content/lists/content-rows.server.ts"
import { listedRows } from "#app/content/lists/listed-rows.server.ts"
import { columnsOf, versioned } from "#app/content/versioned.server.ts"
import { blogPosts } from "#app/db/schema/content.server.ts"
import { contains } from "#app/db/search.server.ts"
import type { PostForm } from "./post-form.schema.ts"
import { POSTS } from "./post-list.ts"

const rows = listedRows(POSTS, {
  table: blogPosts,
  title: blogPosts.title,
  search: (search) => contains(blogPosts.searchText, search),
  filters: { etat: whereStatus(blogPosts) },
  sorts: {
    creation: { index: [blogPosts.createdAt] },
    date: { row: blogPosts.publishedAt },
    titre: { row: blogPosts.searchText },
    etat: { row: statusRank(blogPosts) },
  },
})

const posts = versioned(blogPosts, {
  kind: "post",
  rows,
  listed: columnsOf(blogPosts, "title", "slug", "isPublished", "publishedAt", "isStarter"),
  edited: columnsOf(blogPosts, "title", "slug", "coverImageUrl", "excerpt", "content", "isPublished"),
})

export const { rows: postRows, list: listPosts, find: findEditedPost, remove: deletePost } = posts

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
