/** What every site shows, whatever its hosts set. */
const ALWAYS = ["/healthz", "/", "/sitemap.xml"]
/** What hosts may have moved or withheld (a feed without a name, one that is elsewhere now): only that it fails is wrong. */
const MOSTLY = ["/feed.xml", "/robots.txt", "/auth", "/episodes", "/contact"]
/** Of each kind of page that the site itself lists one is looked at. */
const MAX_PAGES = 20
/** A page is made within moments; a machine that has just started is slow. */
const PAGE_MS = 20_000
const ENDS: [type: string, end: RegExp][] = [
  ["text/html", /<\/html>\s*$/],
  ["application/rss+xml", /<\/rss>\s*$/],
  ["application/xml", /<\/urlset>\s*$/],
]

type Ask = (path: string, signal: AbortSignal) => Promise<Response>

/**
 * Looks at a page of every kind that the site shows to anybody.
 *
 * @returns how many there are, and what is wrong with which, in French
 */
export async function lookAtSite(ask: Ask) {
  const texts = new Map<string, string>()
  const wrong: string[] = []
  /** @param most the highest status that is right */
  const look = async (path: string, most: number) => {
    const problem = await lookAtPage(path, most).catch(String)
    if (problem !== undefined) wrong.push(`${path} : ${problem}`)
  }
  /** @returns what is wrong with it */
  const lookAtPage = async (path: string, most: number) => {
    const response = await ask(path, AbortSignal.timeout(PAGE_MS))
    const text = await response.text()
    if (response.status > most) return `réponse ${response.status}`
    const type = response.headers.get("Content-Type") ?? ""
    const end = ENDS.find(([name]) => type.startsWith(name))?.[1]
    if (response.status === 200 && end && !end.test(text)) return "page incomplète"
    texts.set(path, text)
    return undefined
  }
  for (const path of ALWAYS) await look(path, 200)
  for (const path of MOSTLY) await look(path, 499)
  const known = [...ALWAYS, ...MOSTLY]
  const listed = oneOfEachKind(texts.get("/sitemap.xml") ?? "")
    .filter((path) => !known.includes(path))
    .slice(0, MAX_PAGES)
  // A rule of the hosts may lead on from there.
  for (const path of listed) await look(path, 399)
  return { pages: known.length + listed.length, wrong }
}

/** The first address of each kind (`/episodes/…`) in a list of pages. */
function oneOfEachKind(sitemap: string) {
  const kinds = new Map<string, string>()
  for (const [, address = ""] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)) {
    const path = new URL(address).pathname
    const [, first = "", ...rest] = path.split("/")
    const kind = `${first} ${rest.length}`
    if (!kinds.has(kind)) kinds.set(kind, path)
  }
  return [...kinds.values()]
}
