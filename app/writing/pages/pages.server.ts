import { and, eq, type SQL, sql } from "drizzle-orm"
import { type PublishedContent, whereIsPublic } from "#app/content/published.server.ts"
import { mayReadDraft } from "#app/content/reach.server.ts"
import type { Contributor } from "#app/kit/lib/rights.ts"
import { db } from "#app/db/client.server.ts"
import { frenchText } from "#app/db/french-text.server.ts"
import { customPages } from "#app/db/schema/content.server.ts"
import { withProposedText } from "./legal-pages.server.ts"

export const publishedPages: PublishedContent = {
  table: customPages,
  page: { prefix: "/page/", key: customPages.slug, inSitemap: 4_000 },
  summary: customPages.metaDescription,
  text: customPages.content,
  search: { name: "pages" },
}

/** One published custom page, or undefined. */
export function findPublishedPage(slug: string) {
  return findPage(and(eq(customPages.slug, slug), whereIsPublic(customPages)))
}

/** The titles and addresses of at most so many published custom pages, by title. */
export function listPageAddresses(limit: number) {
  return db
    .select({ label: frenchText(customPages.title), value: sql<string>`'/page/' || ${customPages.slug}` })
    .from(customPages)
    .where(whereIsPublic(customPages))
    .orderBy(customPages.title, customPages.id)
    .limit(limit)
}

/** One page for somebody, who may see drafts or not; or undefined. */
export async function findPageFor(viewer: Contributor | null, slug: string) {
  const is = eq(customPages.slug, slug)
  return (
    (await findPublishedPage(slug)) ??
    ((await mayReadDraft(viewer, customPages, is)) ? findPage(is) : undefined)
  )
}

async function findPage(condition: SQL | undefined) {
  const [page] = await db
    .select({
      id: customPages.id,
      slug: customPages.slug,
      title: frenchText(customPages.title),
      content: customPages.content,
      metaDescription: customPages.metaDescription,
      isPublished: customPages.isPublished,
    })
    .from(customPages)
    .where(condition)
  return page && withProposedText(page)
}
