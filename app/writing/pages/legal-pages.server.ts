import { createHash } from "node:crypto"
import { z } from "zod"
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { readSetting, writeSetting } from "#app/db/settings.server.ts"
import { customPages } from "#app/db/schema/content.server.ts"
import { supporters } from "#app/db/schema/supporters.server.ts"
import { nextVersion } from "#app/content/versions.server.ts"
import { FORMER_PRIVACY, LEGAL_PAGES, type LegalSlug, PRIVACY } from "./legal-pages.ts"
import { type LegalFacts, makeLegalTexts } from "./legal-texts.ts"

/** Of the legal pages those that the site has made once. */
const readMade = async () => (await readSetting("legal-pages-made", z.array(z.string()))) ?? []

/**
 * Makes the legal pages that never were, for the hosts to edit; those that exist stay as they are, published or not, and
 * those that hosts deleted stay away. Any number of processes may do so at once. A page without a text has the one that is written from the settings: what was
 * made before that, and never edited, becomes one.
 */
export async function ensureLegalPages() {
  const isFree = sql`not exists (select from ${customPages} taken where taken.slug = ${PRIVACY})`
  await db
    .update(customPages)
    .set({ slug: PRIVACY, ...nextVersion(customPages) })
    .where(and(eq(customPages.slug, FORMER_PRIVACY), isFree))
  const isUntouched = and(
    eq(customPages.version, 1),
    isNull(customPages.authorId),
    ne(customPages.content, ""),
  )
  await db
    .update(customPages)
    .set({ content: "", metaDescription: "" })
    .where(and(inArray(customPages.slug, SLUGS), isUntouched))
  const made = await readMade()
  const missing = LEGAL_PAGES.filter(({ slug }) => !made.includes(slug))
  if (missing.length === 0) return
  await db.transaction(async (tx) => {
    await tx.insert(customPages).values(missing.map(newLegalPage)).onConflictDoNothing()
    await writeSetting(tx, "legal-pages-made", SLUGS)
  })
}

const SLUGS = LEGAL_PAGES.map(({ slug }) => slug)

/** Those that the site made, and nobody edited. */
export const areUntouchedLegalPages = and(
  inArray(customPages.slug, SLUGS),
  eq(customPages.version, 1),
  isNull(customPages.authorId),
  eq(customPages.content, ""),
)

/** The legal pages that answer, with a text of the hosts' or the one that comes with the site: all but those that were deleted. */
export async function findLegalSlugs() {
  const [made, found] = await Promise.all([
    readMade(),
    db.select({ slug: customPages.slug }).from(customPages).where(inArray(customPages.slug, SLUGS)),
  ])
  return SLUGS.filter((slug) => !made.includes(slug) || found.some((page) => page.slug === slug))
}

/** What answers at a legal page's address while the hosts show no text of their own there; undefined for other addresses. */
export async function findBuiltInPage(slug: string) {
  const page = LEGAL_PAGES.find((legal) => legal.slug === slug)
  if (!page || !(await findLegalSlugs()).includes(page.slug)) return undefined
  return { id: null, ...newLegalPage(page), ...proposedAt(page.slug, await findFacts()) }
}

/** A page with what it says: a legal page without a text of its own says what the settings make of it. */
export async function withProposedText<Page extends Written>(page: Page): Promise<Page> {
  const proposed = proposedAt(page.slug, await findFacts())
  if (!proposed || page.content !== "") return page
  const { content, metaDescription } = proposed
  return { ...page, content, metaDescription: page.metaDescription || metaDescription }
}

/** The key of the text that is proposed for a page, by which its form knows it again; empty for other pages. */
export async function proposalOf(slug: string) {
  const proposed = proposedAt(slug, await findFacts())
  return proposed ? textKey(proposed.content) : ""
}

/**
 * The other way round: a text that is the one proposed is not stored, so that it follows the settings; nor is the one that
 * was proposed when the form was filled (`proposal`), before somebody changed them.
 */
export function withoutProposedText<Page extends Written>({
  proposal,
  ...page
}: Page & { proposal: string }) {
  const [proposed, other] = [false, true].map((hasSupporters) => proposedAt(page.slug, { hasSupporters }))
  const keys = ["", textKey(proposed?.content ?? ""), textKey(other?.content ?? ""), proposal]
  if (!proposed || !keys.includes(page.content === "" ? "" : textKey(page.content))) return page
  const isProposed = page.metaDescription === proposed.metaDescription
  return { ...page, content: "", metaDescription: isProposed ? "" : page.metaDescription }
}

/** The legal pages, and whether each follows the settings. `id` is null where the hosts deleted it. */
export async function listLegalPages() {
  const found = await db
    .select({ id: customPages.id, slug: customPages.slug, content: customPages.content })
    .from(customPages)
    .where(inArray(customPages.slug, SLUGS))
  return LEGAL_PAGES.map(({ slug, title }) => {
    const page = found.find((row) => row.slug === slug)
    return { slug, title, id: page?.id ?? null, isProposed: !page || page.content === "" }
  })
}

/** How many places of a legal text the settings leave open. */
export function countMissing(slug: LegalSlug) {
  return makeLegalTexts({ hasSupporters: false })[slug].content.split("[à compléter").length - 1
}

function textKey(text: string) {
  return createHash("sha256").update(text.trim()).digest("base64url").slice(0, 22)
}

type Written = { slug: string; content: string; metaDescription: string }

function proposedAt(slug: string, facts: LegalFacts) {
  const page = LEGAL_PAGES.find((legal) => legal.slug === slug)
  return page && makeLegalTexts(facts)[page.slug]
}

async function findFacts(): Promise<LegalFacts> {
  const { rows } = await db.execute<LegalFacts>(
    sql`select exists (select from ${supporters}) as "hasSupporters"`,
  )
  return rows[0] ?? { hasSupporters: false }
}

/** A legal page as the site makes it: it follows the settings. */
export function newLegalPage({ slug, title }: { slug: LegalSlug; title: string }) {
  return { slug, title, content: "", metaDescription: "", isPublished: true }
}
