import { statusRank, whereStatus } from "#app/content/lists/content-rows.server.ts"
import { listedRows } from "#app/content/lists/listed-rows.server.ts"
import { columnsOf, versioned } from "#app/content/versioned.server.ts"
import { customPages } from "#app/db/schema/content.server.ts"
import { contains } from "#app/db/search.server.ts"
import { movingPage, movingSaved } from "../redirects/moved-pages.server.ts"
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

export const { rows: pageRows, list: listPages, find: findEditedPage, remove: deleteCustomPage } = pages

const PREFIX = "/page/"

export function createCustomPage(form: PageForm, createdBy: string) {
  return movingSaved(PREFIX, customPages, undefined, (tx) => pages.create({ ...form, createdBy }, tx))
}

/** A published page that gets another slug is found by its former one, too. */
export function updateCustomPage(id: number, version: number, form: PageForm) {
  return movingSaved(PREFIX, customPages, id, (tx) => pages.update(id, version, form, tx))
}

export function setPagePublished(id: number, isPublished: boolean) {
  return movingPage(PREFIX, customPages, id, async (tx) => {
    const result = await pages.setPublished(id, { isPublished }, tx)
    return { result, id: result ? id : undefined }
  })
}
