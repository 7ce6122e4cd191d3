import { and, eq, inArray, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { customPages } from "#app/db/schema/content.server.ts"
import { nextVersion } from "#app/content/versions.server.ts"
import { FORMER_PRIVACY, LEGAL_PAGES, PRIVACY } from "./legal-pages.ts"
import { makeLegalTexts } from "./legal-texts.ts"

/**
 * Makes the legal pages that are missing, for the hosts to edit; those that exist stay as they are, published or not. Any
 * number of processes may do so at once.
 */
export async function ensureLegalPages() {
  const isFree = sql`not exists (select from ${customPages} taken where taken.slug = ${PRIVACY})`
  await db
    .update(customPages)
    .set({ slug: PRIVACY, ...nextVersion(customPages) })
    .where(and(eq(customPages.slug, FORMER_PRIVACY), isFree))
  const slugs = LEGAL_PAGES.map(({ slug }) => slug)
  const found = await db
    .select({ slug: customPages.slug })
    .from(customPages)
    .where(inArray(customPages.slug, slugs))
  const missing = LEGAL_PAGES.filter(({ slug }) => !found.some((page) => page.slug === slug))
  if (missing.length > 0) await db.insert(customPages).values(missing.map(toRow)).onConflictDoNothing()
}

/** What answers at a legal page's address while the hosts show none of their own there; undefined for other addresses. */
export function findBuiltInPage(slug: string) {
  const page = LEGAL_PAGES.find((legal) => legal.slug === slug)
  return page && { id: null, ...toRow(page) }
}

function toRow({ slug, title }: (typeof LEGAL_PAGES)[number]) {
  return { slug, title, ...makeLegalTexts()[slug], isPublished: true }
}
