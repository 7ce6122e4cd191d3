import { DEFERRED_SCRIPTS, type DeferredScripts } from "./deferred-scripts.ts"

const START = '<script type="module" async="">'
/** The one script of a page that loads others: React Router's, which ends by importing the client's entry. */
const LOADING_SCRIPT =
  /^<script type="module" async="">import "([^"]+)";\s*((?:import \* as route\d+ from "[^"]+";\s*)+)window\.__reactRouterRouteModules = ({[^}]+});\s*import\("([^"]+)"\);?\s*<\/script>/
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/>/g

/**
 * Makes a rendered page load only the client's entry, which loads the rest when it is needed (deferred-hydration.ts): its
 * addresses stand at the page's end. The entry gives way to what the page is drawn with.
 *
 * @param html a whole page
 * @returns undefined where it has no such script
 */
export function loadScriptsLate(html: string) {
  const start = html.lastIndexOf(START)
  const [script, manifest = "", imports = "", modules = "", entry = ""] =
    LOADING_SCRIPT.exec(html.slice(start)) ?? []
  if (start === -1 || script === undefined) return undefined
  const end = html.indexOf("</head>")
  const head = html.slice(0, end)
  const addresses = allOf(imports, /"([^"]+)"/g)
  const known = new Set([manifest, entry, ...addresses])
  const deferred: DeferredScripts = {
    manifest,
    routes: Object.fromEntries(
      allOf(modules, /"([^"]+)":/g).map((id, index) => [id, addresses[index] ?? ""]),
    ),
    imports: [...new Set(allOf(head, PRELOAD))].filter((address) => !known.has(address)),
  }
  // In pieces: each pass through a whole page costs as much as some of its elements.
  return [
    head.replaceAll(PRELOAD, ""),
    `<script type="module" fetchpriority="low" src="${entry}"></script>`,
    html.slice(end, start),
    `<script type="application/json" id="${DEFERRED_SCRIPTS}">${JSON.stringify(deferred)}</script>`,
    html.slice(start + script.length),
  ].join("")
}

function allOf(text: string, pattern: RegExp) {
  return [...text.matchAll(pattern)].map(([, found = ""]) => found)
}
