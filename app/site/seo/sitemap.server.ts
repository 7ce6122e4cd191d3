import { listPublishedAddresses } from "../shell/published-content.server.ts"

const FIXED = ["/", "/episodes", "/news", "/news?tab=galeries", "/blog", "/about", "/contact", "/ecouter"]

/** The addresses of all pages that everybody may find, as the sitemap names them: paths of this site, with when each changed. */
export async function listSitemapAddresses() {
  const published = await listPublishedAddresses()
  const hasLetters = published.some(({ path }) => path.startsWith("/lettres/"))
  return [
    ...[...FIXED, ...(hasLetters ? ["/lettres"] : [])].map((path) => ({ path, updatedAt: undefined })),
    ...published,
  ]
}
