import type { AuthorThing, CategoryThing, LossThing } from "../things.ts"

/** How a site spells the addresses of its posts, as paths with names in braces; and in which zone its days begin. */
export type Permalinks = { paths: string[]; zone: string }

/** How each Ghost spells them that says nothing else. */
export const USUAL: Permalinks = { paths: ["/{slug}/"], zone: "UTC" }

/** Whether a file is a site's `routes.yaml` on its own. */
export const isRoutes = (head: string) => ROUTES.test(head)

/** On its own nothing can be read of it: its texts are in another file. */
export const LONE_ROUTES: LossThing = {
  kind: "loss",
  id: "routes",
  what: "forme des adresses (routes.yaml)",
  title: "à mettre dans un même zip que l’export",
}

/**
 * What a site's `routes.yaml` says of its collections. Which collection a post is in depends on filters, which are not read: a
 * post is looked for at each address that it could have.
 *
 * @param written the file, or undefined where there is none
 * @param setting of sites before Ghost 2, `/:year/:slug/`
 */
export function readPermalinks(written: string | undefined, setting: string, zone: string): Permalinks {
  const found = [...(written ?? "").slice(0, MAX_CHARACTERS).matchAll(PERMALINK)].map(([, path = ""]) => path)
  const old = setting.slice(0, 200).replace(/:(\w{1,30})/g, "{$1}")
  const paths = [...new Set([...found, ...(old.startsWith("/") ? [old] : []), ...USUAL.paths])]
  return { paths: paths.slice(0, MAX_PATHS), zone: knownZone(zone) }
}

/** Where a text could be read, or would be once it is published. Pages have the usual address, whatever posts have. */
export function addressesOf(text: Asked) {
  const { type, slug, site, permalinks, publishedAt } = text
  if (slug === "") return []
  const paths = type === "page" ? USUAL.paths : permalinks.paths
  const parts = new Map([...partsOf(text), ...(publishedAt ? dayOf(publishedAt, permalinks.zone) : [])])
  return [...new Set(paths)].flatMap((path) => {
    const names = [...path.matchAll(/\{(\w{1,30})\}/g)].map(([, name = ""]) => name)
    if (!names.every((name) => parts.has(name))) return []
    const filled = path.replace(/\{(\w{1,30})\}/g, (_all, name: string) =>
      encodeURIComponent(parts.get(name) ?? ""),
    )
    return URL.canParse(site + filled) ? [site + filled] : []
  })
}

type Asked = {
  id: string
  type: "post" | "page"
  slug: string
  publishedAt: string | null
  tags: CategoryThing[]
  authors: AuthorThing[]
  site: string
  permalinks: Permalinks
}

function* partsOf({ id, slug, tags, authors }: Asked): Generator<[string, string]> {
  yield ["id", id]
  yield ["slug", slug.toWellFormed()]
  // What Ghost writes for a post that has none.
  yield ["primary_tag", (tags[0]?.id ?? "all").toWellFormed()]
  const author = (authors[0]?.id ?? "all").toWellFormed()
  yield ["primary_author", author]
  yield ["author", author]
}

function dayOf(time: string, timeZone: string): [string, string][] {
  const [year = "", month = "", day = ""] = new Date(time)
    .toLocaleDateString("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" })
    .split("-")
  return [
    ["year", year],
    ["month", month],
    ["day", day],
  ]
}

function knownZone(zone: string) {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError) return USUAL.zone
    throw error
  }
}

const ROUTES = /^(?:\xef\xbb\xbf|\ufeff)?(?:[ \t]*(?:#[^\n]*)?\r?\n){0,100}(?:routes|collections|taxonomies):/
const PERMALINK = /^[ \t]{1,20}permalink:[ \t]{1,20}["']?(\/[^\s"'#]{0,200})["']?[ \t]*$/gm
const MAX_CHARACTERS = 100_000
const MAX_PATHS = 20
