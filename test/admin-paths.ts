import * as build from "virtual:react-router/server-build"

/** The addresses of all routes below `/admin`; of those with a number, the first one's. */
export const adminPaths = () => [...adminGuards().keys()]

/** The same with what guards each: the layouts without an address that it stands behind, innermost first, or itself (app/routes.ts). */
export function adminGuards() {
  const found = new Map<string, string[]>()
  for (const route of Object.values(build.routes)) {
    if (!route || !("module" in route)) continue
    let path = ""
    let isBelowAdmin = false
    const layouts: string[] = []
    for (let at: typeof route | undefined = route; at; at = build.routes[at.parentId ?? ""]) {
      if (at.path) path = `/${at.path}${path}`
      else if (at !== route && at.id !== "root") layouts.push(at.id)
      isBelowAdmin ||= at.id === "office/shell/admin.route"
    }
    const isLeaf = route.path !== undefined || route.index
    if (!isBelowAdmin || !isLeaf || route.id === "office/shell/admin.route") continue
    const guardsItself = "middleware" in route.module
    found.set(path.replace(":id", "1"), layouts.length > 0 || !guardsItself ? layouts : ["itself"])
  }
  return found
}

/** Where the data of a page are asked for, and its forms sent with scripts. */
export function dataAddress(path: string) {
  const [pathname, search] = path.split("?")
  return `${pathname}.data${search ? `?${search}` : ""}`
}

/** What is no page, not even for who is refused; the subscribers' file is one for them. */
export const RAW_PATHS: ReadonlySet<string> = new Set([
  "/admin/media/choices",
  "/admin/media/copy",
  "/admin/audience/import/stream",
  "/admin/drafts",
  "/admin/episodes/heard",
  "/admin/episodes/undescribed",
  "/admin/import/files",
  "/admin/import/stream",
  "/admin/letters/1/preview",
  "/admin/letters/blocks",
  "/admin/maintenance/backups/1",
  "/admin/maintenance/export/1",
  "/admin/newsletter/import/stream",
  "/admin/preview",
  "/admin/personal-data/export",
  "/admin/proof",
  "/admin/rich-text",
  "/admin/search/results",
])
