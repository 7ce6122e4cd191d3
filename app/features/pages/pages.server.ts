import { and, asc, eq, inArray } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { customPages } from "#app/db/schema.server.ts"

/** One published custom page, or undefined. */
export async function findPublishedPage(slug: string) {
  const [page] = await db
    .select({
      slug: customPages.slug,
      title: customPages.title,
      content: customPages.content,
      metaDescription: customPages.metaDescription,
    })
    .from(customPages)
    .where(and(eq(customPages.slug, slug), eq(customPages.isPublished, true)))
  return page
}

/** Which of these slugs are published pages. */
export async function filterPublishedPages(slugs: string[]) {
  const rows = await db
    .select({ slug: customPages.slug })
    .from(customPages)
    .where(and(inArray(customPages.slug, slugs), eq(customPages.isPublished, true)))
  return rows.map((row) => row.slug)
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
