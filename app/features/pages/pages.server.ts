import { and, asc, eq, type SQL } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { frenchText } from "#app/db/french-text.server.ts"
import { customPages } from "#app/db/schema/content.server.ts"

/** One published custom page, or undefined. */
export function findPublishedPage(slug: string) {
  return findPage(and(eq(customPages.slug, slug), eq(customPages.isPublished, true)))
}

/** One custom page, published or not, or undefined. For admins only. */
export function findAnyPage(slug: string) {
  return findPage(eq(customPages.slug, slug))
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
  return page
}

/** Addresses of published custom pages, for the sitemap. */
export function listPublishedPageAddresses(limit: number) {
  return db
    .select({ slug: customPages.slug, updatedAt: customPages.updatedAt })
    .from(customPages)
    .where(eq(customPages.isPublished, true))
    .orderBy(asc(customPages.id))
    .limit(limit)
}
