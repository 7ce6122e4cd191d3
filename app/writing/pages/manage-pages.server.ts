import { movingPage, movingSaved } from "#app/base/redirects/moved-pages.server.ts"
import { statusRank, whereStatus } from "#app/content/lists/content-rows.server.ts"
import { listedRows } from "#app/content/lists/listed-rows.server.ts"
import { columnsOf, versioned } from "#app/content/versioned.server.ts"
import { customPages } from "#app/db/schema/content.server.ts"
import { contains } from "#app/db/search.server.ts"
import {
  listLegalPages,
  newLegalPage,
  proposalOf,
  withoutProposedText,
  withProposedText,
} from "./legal-pages.server.ts"
import type { LegalSlug } from "./legal-pages.ts"
import type { PageForm } from "./page-form.schema.ts"
import { PAGES } from "./page-list.ts"

const rows = listedRows(PAGES, {
  table: customPages,
  title: customPages.title,
  search: (search) => contains(customPages.searchText, search),
  filters: { etat: whereStatus(customPages) },
  sorts: {
    creation: { index: [customPages.createdAt] },
    modification: { row: customPages.updatedAt },
    titre: { row: customPages.searchText },
    etat: { row: statusRank(customPages) },
  },
})

const pages = versioned(customPages, {
  kind: "page",
  rows,
  listed: columnsOf(customPages, "title", "slug", "isPublished"),
  edited: columnsOf(customPages, "title", "slug", "metaDescription", "content", "isPublished"),
})

export const { rows: pageRows, list: listPages, remove: deleteCustomPage } = pages

const PREFIX = "/page/"

export function createCustomPage(form: PageForm, createdBy: string) {
  const values = { ...withoutProposedText(form), createdBy }
  return movingSaved(PREFIX, customPages, undefined, (tx) => pages.create(values, tx))
}

/** What the form edits of one page: a legal page that follows the settings with the text that they make. */
export async function findEditedPage(id: number) {
  const page = await pages.find(id)
  return page && { ...withProposedText(page), proposal: proposalOf(page.slug) }
}

/**
 * A published page that gets another slug is found by its former one, too.
 *
 * @param from the version that the form was filled from
 */
export function updateCustomPage(id: number, from: number, form: PageForm) {
  const values = withoutProposedText(form)
  return movingSaved(PREFIX, customPages, id, (tx) => pages.update(id, from, values, tx))
}

/** Lets a legal page follow the settings again; what it said stays among its versions. @returns false when it does, or is missing */
export async function proposeLegalText(slug: LegalSlug) {
  const found = (await listLegalPages()).find((page) => page.slug === slug)
  const page = found?.id && !found.isProposed ? await pages.find(found.id) : undefined
  if (!page) return false
  const saved = await pages.update(page.id, page.version, { content: "", metaDescription: "" })
  return saved.outcome === "saved"
}

/** Makes a legal page that was deleted anew, with the proposed text. @returns false when it is there */
export async function restoreLegalPage(slug: LegalSlug, createdBy: string) {
  const deleted = (await listLegalPages()).find((page) => page.slug === slug && page.id === null)
  if (!deleted) return false
  const saved = await createCustomPage({ ...newLegalPage(deleted), proposal: proposalOf(slug) }, createdBy)
  return saved.outcome === "saved"
}

export function setPagePublished(id: number, isPublished: boolean) {
  return movingPage(PREFIX, customPages, id, async (tx) => {
    const result = await pages.setPublished(id, { isPublished }, tx)
    return { result, id: result ? id : undefined }
  })
}
