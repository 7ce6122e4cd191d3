import { createStaticHandler, type RouteObject } from "react-router"
import * as build from "virtual:react-router/server-build"
import type { CachedPage } from "#app/content/cached-page.ts"
import { BUILD_OF_SCRIPTS, NAME_OF_DATA } from "#app/kit/http/page-data.ts"
import { findRedirect } from "#app/base/redirects/snapshot.server.ts"
import { listPublishedTables } from "#app/site/shell/published-content.server.ts"
import type { PageAddress } from "./page-cache.ts"

/** `matchRoutes` sorts all routes anew each time, which costs as much as a sixth of rendering a page. */
const { match } = createStaticHandler(childrenOf(undefined))

/**
 * The page that a request's address shows, when its route says that everybody gets it alike (`handle`). Parameters that
 * the route does not name lead to the same page.
 *
 * @param url path and query, as a request has them
 */
export function findPageAddress(url: string): PageAddress | undefined {
  if (!url.startsWith("/") || !canDecode(url) || !URL.canParse(`http://site${url}`)) return undefined
  const { pathname, search, searchParams } = new URL(`http://site${url}`)
  const matches = match(pagePath(pathname))
  const leaf = matches?.at(-1)
  const { cache } = (leaf?.route.handle ?? {}) as Partial<CachedPage>
  if (!matches || !leaf || !cache) return undefined
  // What is redirected is no page, whatever its route says: it takes the query along, and is counted.
  if (findRedirect(pagePath(pathname), search)) return undefined

  const known = new URLSearchParams()
  for (const name of cache.parameters) {
    const value = searchParams.get(name)
    if (value !== null) known.set(name, value)
  }
  const part = searchParams.get("_routes")
  if (part !== null && pathname.endsWith(".data")) {
    const asked = part.split(",")
    known.set(
      "_routes",
      matches.flatMap(({ route }) => (asked.includes(route.id ?? "") ? route.id : [])).join(","),
    )
  }
  const query = known.size > 0 ? `?${known}` : ""
  const shown = known.has("q") ? [...cache.shows, ...(cache.showsFound ?? [])] : cache.shows
  const tags = shown.flatMap((tag) =>
    tag === "published" ? listPublishedTables() : tag.replace(":id", leaf.params.id ?? ""),
  )
  const isOurs = searchParams.get(BUILD_OF_SCRIPTS) === build.assets.url
  return {
    key: pathname + query,
    tags,
    route: `/${matches.flatMap(({ route }) => route.path || []).join("/")}`,
    dataName: (isOurs && searchParams.get(NAME_OF_DATA)) || undefined,
  }
}

/** Whether what is percent-encoded in an address is UTF-8. */
export function canDecode(url: string) {
  try {
    return decodeURI(url) !== ""
  } catch {
    return false
  }
}

/** What React Router's own requests for a page's data are about: `/episodes.data`, `/_.data`. */
export function pagePath(pathname: string) {
  return pathname.replace(/\/_\.data$/, "/").replace(/\.data$/, "")
}

function childrenOf(parentId: string | undefined): RouteObject[] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, index, module } = route
    const shared = { id, path, handle: module.handle }
    return index ? { ...shared, index: true as const } : { ...shared, children: childrenOf(id) }
  })
}
