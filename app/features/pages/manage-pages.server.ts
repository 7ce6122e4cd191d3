import { columnsOf, versioned } from "#app/content/versioned.server.ts"
import { customPages } from "#app/db/schema/content.server.ts"
import type { PageForm } from "./page-form.schema.ts"

const pages = versioned(customPages, {
  kind: "page",
  listed: columnsOf(customPages, "title", "slug", "isPublished"),
  edited: columnsOf(customPages, "title", "slug", "metaDescription", "content", "isPublished"),
})

export const {
  list: listPages,
  count: countPages,
  find: findEditedPage,
  update: updateCustomPage,
  remove: deleteCustomPage,
} = pages

export function createCustomPage(form: PageForm, createdBy: string) {
  return pages.create({ ...form, createdBy })
}

export function setPagePublished(id: number, isPublished: boolean) {
  return pages.setPublished(id, { isPublished })
}
