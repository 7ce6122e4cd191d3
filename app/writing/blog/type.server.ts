import { movingPages } from "#app/base/redirects/moved-pages.server.ts"
import {
  byCreation,
  byPublication,
  byState,
  byStatus,
  byTitle,
} from "#app/content/lists/content-rows.server.ts"
import { managedList } from "#app/content/lists/managed-list.server.ts"
import { managedType } from "#app/content/managed-type.server.ts"
import { addressOnSite, fieldColumns, publicationColumns } from "#app/content/publication-columns.server.ts"
import { wordsOf } from "#app/content/managed-type.ts"
import { exampleOf } from "#app/content/starter-label.ts"
import { columnsIn, columnsOf, versioned } from "#app/content/versioned.server.ts"
import { thumbnailOf } from "#app/db/pictures.server.ts"
import { blogPosts } from "#app/db/schema/content.server.ts"
import { publishedPosts } from "./blog.server.ts"
import { type PostForm, postSchema } from "./post-form.schema.ts"

const content = versioned(blogPosts, { kind: "post", edited: columnsIn(blogPosts, postSchema) })

/** For what writes articles by queries of its own. */
export const keepPostVersions = content.saveVersions

/** Published, an article is dated now; unpublished, it has no date (docs/product.md 6.2). */
const dated = <Form extends { isPublished: boolean }>(form: Form, at = new Date()) => ({
  ...form,
  publishedAt: form.isPublished ? at : null,
})

/** The back office of articles. */
export const posts = managedType({
  kind: "post",
  hasDrafts: true,
  permission: "writing",
  written: blogPosts,
  label: "Blog",
  icon: "pen-line",
  words: wordsOf({ path: "/admin/blog", title: "Gestion du blog", one: "article", many: "articles" }),
  list: managedList({
    table: blogPosts,
    title: blogPosts.title,
    columns: {
      ...columnsOf(blogPosts, "slug", "isPublished", "publishedAt", "isStarter"),
      picture: thumbnailOf(blogPosts.coverImageUrl),
    },
    filters: { etat: byStatus(blogPosts) },
    sorts: {
      creation: byCreation(blogPosts),
      date: byPublication(blogPosts),
      titre: byTitle(blogPosts),
      etat: byState(blogPosts),
    },
  }),
  row: ({ slug, ...row }, { publishedOn }) => ({
    details: [`/${slug}`, publishedOn, exampleOf(row)],
    address: `/blog/${slug}`,
    picture: row.picture,
  }),
  csv: {
    ...fieldColumns(postSchema, "title"),
    ...publicationColumns,
    Adresse: ({ slug }) => addressOnSite(`/blog/${slug}`),
  },
  otherWords: "créer publier ajouter écrire rédiger blog billet",
  letter: "article",
  published: publishedPosts,
  form: postSchema,
  cardFields: ["title", "slug", "coverImageUrl", "excerpt", "content", "isPublished"],
  store: {
    ...content,
    ...movingPages("/blog/", blogPosts, {
      create: (form: PostForm, authorId, typed, tx) =>
        content.create({ ...dated(form), authorId }, typed, tx),
      update: (id, version, form, typed, tx) => content.update(id, version, dated(form), typed, tx),
      setPublished: (id, isPublished, tx, at) => content.setPublished(id, dated({ isPublished }, at), tx),
    }),
  },
  addressOf: (_id, { slug }) => `/blog/${slug}`,
})
