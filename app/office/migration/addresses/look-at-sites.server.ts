import { setImmediate as nextTurn } from "node:timers/promises"
import { hasControls, numbersIn, pathKey, segmentsOf, SITE } from "#app/base/redirects/addresses.ts"
import { listSitePages } from "#app/base/redirects/site-pages.server.ts"
import { findRedirect } from "#app/base/redirects/snapshot.server.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { listSitemapAddresses } from "#app/site/seo/sitemap.server.ts"
import type { ComparedSite, Lost } from "./address-findings.ts"
import { readSitemaps } from "./read-sitemaps.server.ts"

const NAMED = 50
const MAX_SHOWN = 300

/** Where the addresses of the site that a podcast comes from lead here; nothing is stored. */
export async function lookAtOldSite(site: string, guard?: AddressGuard): Promise<ComparedSite> {
  const read = await readSitemaps(site, guard)
  if (read.outcome !== "there") return read
  const { paths, ...facts } = read
  const unruled: Asked[] = []
  for await (const path of inTurns(paths)) {
    const url = new URL(path, SITE)
    if (!findRedirect(url.pathname, url.search)) unruled.push({ path, url, name: nameOf(url) })
  }
  const pages = await findPages(unruled)
  const lost = unruled.filter((one) => !isPage(one, pages)).map(({ path }) => path)
  const redirected = paths.length - unruled.length
  return { ...facts, total: paths.length, redirected, lost: lostOf(lost) }
}

/** Which of this site's pages are not among the addresses of the site that it goes to; nothing is stored. */
export async function lookAtNewSite(site: string, guard?: AddressGuard): Promise<ComparedSite> {
  const read = await readSitemaps(site, guard)
  if (read.outcome !== "there") return read
  const { paths, ...facts } = read
  const there = new Set<string>()
  for await (const path of inTurns(paths)) there.add(pathKey(new URL(path, SITE).pathname))
  const own = new Set<string>()
  const lost: string[] = []
  for await (const { path } of inTurns(await listSitemapAddresses())) {
    const { pathname } = new URL(path, SITE)
    if (own.has(pathname)) continue
    own.add(pathname)
    if (!there.has(pathKey(pathname))) lost.push(pathname)
  }
  return { ...facts, total: own.size, redirected: 0, lost: lostOf(lost) }
}

/** An address of the other site, and how a page here would be called that it leads to. */
type Asked = { path: string; url: URL; name: string }

const AT_ONCE = 100

/** Between some of them others have their turn: a path may have a thousand parts. */
async function* inTurns<Item>(items: Item[]) {
  for (const [at, item] of items.entries()) {
    if (at % AT_ONCE === 0) await nextTurn()
    yield item
  }
}

/** By name, those of some addresses at which everybody finds a page here, and all that the sitemap names. */
async function findPages(asked: Asked[]) {
  const listed = (await listSitemapAddresses()).map(({ path }) => nameOf(new URL(path, SITE)))
  const pages = new Set(listed)
  const others = asked.map(({ name }) => name).filter((name) => !pages.has(name) && !hasControls(name))
  // Short addresses of pages are in no sitemap.
  for (const name of await listSitePages([...new Set(others)])) pages.add(name)
  return pages
}

function isPage({ url, name }: Asked, pages: Set<string>) {
  // « /?p=12 » is another page than « / », to which it would lead.
  return pages.has(name) && (name !== "/" || numbersIn(url.search).length === 0)
}

/** A path as pages are told by: unlike rules, they heed capitals. */
function nameOf({ pathname }: URL) {
  const decoded = segmentsOf(pathname).map((segment) => {
    try {
      return decodeURIComponent(segment)
    } catch (error) {
      if (error instanceof URIError) return segment
      throw error
    }
  })
  return `/${decoded.join("/")}`
}

function lostOf(paths: string[]): Lost {
  return {
    count: paths.length,
    first: paths.slice(0, NAMED).map((path) => path.slice(0, MAX_SHOWN)),
  }
}
