import { movingPages } from "#app/base/redirects/moved-pages.server.ts"
import { byCreation, byState, byStatus, byTitle } from "#app/content/lists/content-rows.server.ts"
import { managedList } from "#app/content/lists/managed-list.server.ts"
import { managedType } from "#app/content/managed-type.server.ts"
import { wordsOf } from "#app/content/managed-type.ts"
import { columnsIn, columnsOf, versioned } from "#app/content/versioned.server.ts"
import { customPages } from "#app/db/schema/content.server.ts"
import {
  listLegalPages,
  newLegalPage,
  proposalOf,
  withoutProposedText,
  withProposedText,
} from "./legal-pages.server.ts"
import { publishedPages } from "./pages.server.ts"
import type { LegalSlug } from "./legal-pages.ts"
import { type PageForm, pageSchema } from "./page-form.schema.ts"

const content = versioned(customPages, { kind: "page", edited: columnsIn(customPages, pageSchema) })

const store = {
  ...content,
  ...movingPages("/page/", customPages, {
    create: (form: PageForm, authorId, typed, tx) =>
      content.create({ ...withoutProposedText(form), authorId }, typed, tx),
    update: (id, version, form, typed, tx) =>
      content.update(id, version, withoutProposedText(form), typed, tx),
    setPublished: (id, isPublished, tx) => content.setPublished(id, { isPublished }, tx),
  }),
  /** A legal page that follows the settings has the text that they make. */
  async find(id: number) {
    const page = await content.find(id)
    return page && { ...(await withProposedText(page)), proposal: await proposalOf(page.slug) }
  },
}

/** For what writes pages by queries of its own. */
export const keepPageVersions = content.saveVersions

/** The back office of pages. */
export const pages = managedType({
  kind: "page",
  hasDrafts: true,
  permission: "writing",
  written: customPages,
  label: "Pages",
  icon: "file-text",
  words: wordsOf({
    path: "/admin/pages",
    title: "Gestion des pages",
    one: "page",
    many: "pages",
    isFeminine: true,
  }),
  list: managedList({
    table: customPages,
    title: customPages.title,
    columns: columnsOf(customPages, "slug", "isPublished"),
    filters: { etat: byStatus(customPages) },
    sorts: {
      creation: byCreation(customPages),
      modification: { label: "Dernière modification", first: "desc", row: customPages.updatedAt },
      titre: byTitle(customPages),
      etat: byState(customPages),
    },
  }),
  row: ({ slug }) => ({ details: [`/${slug}`], address: `/page/${slug}` }),
  otherWords: "créer publier ajouter",
  published: publishedPages,
  form: pageSchema,
  store,
  addressOf: (_id, { slug }) => `/page/${slug}`,
})

/** Lets a legal page follow the settings again; what it said stays among its versions. @returns false when it does, or is missing */
export async function proposeLegalText(slug: LegalSlug) {
  const found = (await listLegalPages()).find((page) => page.slug === slug)
  const page = found?.id && !found.isProposed ? await content.find(found.id) : undefined
  if (!page) return false
  const saved = await content.update(page.id, page.version, { content: "", metaDescription: "" }, null)
  return saved.outcome === "saved"
}

/** Makes a legal page that was deleted anew, with the proposed text. @returns false when it is there */
export async function restoreLegalPage(slug: LegalSlug, authorId: string) {
  const deleted = (await listLegalPages()).find((page) => page.slug === slug && page.id === null)
  if (!deleted) return false
  const saved = await store.create(
    { ...newLegalPage(deleted), proposal: await proposalOf(slug) },
    authorId,
    null,
  )
  return saved.outcome === "saved"
}
