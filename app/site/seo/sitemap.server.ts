import { ARCHIVE } from "#app/audience/letters/archive/archive-addresses.ts"
import { SUPPORT } from "#app/audience/supporters/support-address.ts"
import { isSupportFilled } from "#app/audience/supporters/support.server.ts"
import { listPublishedAddresses } from "../shell/published-content.server.ts"

const FIXED = ["/", "/episodes", "/news", "/news?tab=galeries", "/blog", "/about", "/contact", "/ecouter"]

/** The addresses of all pages that everybody may find, as the sitemap names them: paths of this site, with when each changed. */
export async function listSitemapAddresses() {
  const [published, hasSupport] = await Promise.all([listPublishedAddresses(), isSupportFilled()])
  const hasLetters = published.some(({ path }) => path.startsWith("/lettres/"))
  const fixed = [...FIXED, ...(hasLetters ? [ARCHIVE] : []), ...(hasSupport ? [SUPPORT] : [])]
  return [...fixed.map((path) => ({ path, updatedAt: undefined })), ...published]
}
