import { listPublishedLetters } from "#app/audience/letters/archive/published-letters.server.ts"
import { isSupportFilled } from "#app/audience/supporters/support.server.ts"
import { isFeedWithheld } from "#app/base/settings/own-podcast.server.ts"
import { oncePerDatabase } from "#app/db/client.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { findLegalSlugs } from "#app/writing/pages/legal-pages.server.ts"
import { LEGAL_PAGES, type LegalSlug } from "#app/writing/pages/legal-pages.ts"

/** What every page leads to only while it is there. */
export type FooterPages = { legal: LegalSlug[]; hasLetters: boolean; hasFeed: boolean; hasSupport: boolean }

const known = oncePerDatabase(() => ({
  pages: {
    legal: LEGAL_PAGES.map(({ slug }) => slug),
    ...{ hasLetters: false, hasFeed: true, hasSupport: false },
  } as FooterPages,
  reading: Promise.resolve(false),
}))

/** As this process last read it. */
export const footerPages = () => known().pages

/**
 * Reads it anew, after whoever reads it already: what was read first must not be noted last. What was known stays where the
 * database does not answer, which is logged.
 *
 * @returns whether it changed
 */
export function refreshFooterPages() {
  const state = known()
  state.reading = state.reading.then(() => read(state))
  return state.reading
}

async function read(state: { pages: FooterPages }) {
  try {
    const [legal, letters, isWithheld, hasSupport] = await Promise.all([
      findLegalSlugs(),
      listPublishedLetters({ limit: 1, offset: 0 }),
      isFeedWithheld(),
      isSupportFilled(),
    ])
    const before = JSON.stringify(state.pages)
    state.pages = { legal, hasLetters: letters.length > 0, hasFeed: !isWithheld, hasSupport }
    return JSON.stringify(state.pages) !== before
  } catch (error) {
    log.error(error, "footer's pages not read")
    return false
  }
}
