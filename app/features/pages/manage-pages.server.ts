import { and, desc, eq } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { countUpTo } from "#app/db/counting.server.ts"
import { selectPage } from "#app/db/page.server.ts"
import { customPages } from "#app/db/schema/content.server.ts"
import { contains } from "#app/db/search.server.ts"
import { nextVersion, type Saved, unlessSlugTaken } from "#app/db/versions.server.ts"
import type { PageForm } from "./page-form.schema.ts"

const matching = (search: string) => (search ? contains(customPages.searchText, search) : undefined)

const orderBy = [desc(customPages.createdAt), desc(customPages.id)]

/**
 * Custom pages, published or not, newest first.
 *
 * @param options.search a literal substring of the title; empty for all
 */
export function listPages({ search, limit, offset }: { search: string; limit: number; offset: number }) {
  const page = selectPage(customPages, { where: matching(search), orderBy, limit, offset })
  return db
    .select({
      id: customPages.id,
      slug: customPages.slug,
      title: customPages.title,
      isPublished: customPages.isPublished,
    })
    .from(page)
    .innerJoin(customPages, eq(customPages.id, page.id))
    .orderBy(...orderBy)
}

/** How many pages `listPages` would go through, counted up to `most`. */
export function countPages(search: string, most: number) {
  return countUpTo(most, customPages, matching(search))
}

/** What the form edits of one page, or undefined. */
export async function findEditedPage(id: number) {
  const [page] = await db
    .select({
      id: customPages.id,
      version: customPages.version,
      title: customPages.title,
      slug: customPages.slug,
      metaDescription: customPages.metaDescription,

      content: customPages.content,
      isPublished: customPages.isPublished,
    })
    .from(customPages)
    .where(eq(customPages.id, id))
  return page
}

/** Creates a page. */
export function createCustomPage(form: PageForm, createdBy: string) {
  return unlessSlugTaken(async () => {
    const [created] = await db
      .insert(customPages)
      .values({ ...form, createdBy })
      .returning({ id: customPages.id })
    if (!created) throw new Error("the page was not inserted")
    return { outcome: "saved", id: created.id }
  })
}

/**
 * Saves an edited page, unless somebody else saved it since the form was filled.
 *
 * @param version the version that the form was filled from
 */
export function updateCustomPage(id: number, version: number, form: PageForm): Promise<Saved> {
  return unlessSlugTaken(async () => {
    const saved = await db
      .update(customPages)
      .set({ ...form, ...nextVersion(customPages) })
      .where(and(eq(customPages.id, id), eq(customPages.version, version)))
      .returning({ id: customPages.id })
    if (saved.length > 0) return { outcome: "saved", id }
    const newer = await findEditedPage(id)
    return newer ? { outcome: "stale", version: newer.version } : { outcome: "missing" }
  })
}

/** Publishes a page, or takes it back. @returns false when there is no such page */
export async function setPagePublished(id: number, isPublished: boolean) {
  const changed = await db
    .update(customPages)
    .set({ isPublished, ...nextVersion(customPages) })
    .where(eq(customPages.id, id))
    .returning({ id: customPages.id })
  return changed.length > 0
}

/** @returns false when there is no such page */
export async function deleteCustomPage(id: number) {
  const deleted = await db.delete(customPages).where(eq(customPages.id, id)).returning({ id: customPages.id })
  return deleted.length > 0
}
