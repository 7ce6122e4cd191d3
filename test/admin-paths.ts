import * as build from "virtual:react-router/server-build"

/** The addresses of all routes below `/admin`; of those with a number, the first one's. */
export function adminPaths() {
  const found: string[] = []
  for (const route of Object.values(build.routes)) {
    if (!route || !("module" in route)) continue
    let path = ""
    let isBelowAdmin = false
    for (let at: typeof route | undefined = route; at; at = build.routes[at.parentId ?? ""]) {
      if (at.path) path = `/${at.path}${path}`
      isBelowAdmin ||= at.id === "office/shell/admin.route"
    }
    const isLeaf = route.path !== undefined || route.index
    if (isBelowAdmin && isLeaf && route.id !== "office/shell/admin.route")
      found.push(path.replace(":id", "1"))
  }
  return found
}

/** What is no page, not even for who is refused; the subscribers' file is one for them. */
export const RAW_PATHS: ReadonlySet<string> = new Set([
  "/admin/media/choices",
  "/admin/media/copy",
  "/admin/drafts",
  "/admin/episodes/undescribed",
  "/admin/import/stream",
  "/admin/letters/1/preview",
  "/admin/letters/blocks",
  "/admin/newsletter/import/stream",
  "/admin/preview",
  "/admin/personal-data/export",
  "/admin/proof",
  "/admin/search/results",
])
