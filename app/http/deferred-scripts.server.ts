import { DEFERRED_SCRIPTS, type DeferredScripts } from "./deferred-scripts.ts"

/** The one script of a page that loads others: React Router's, which ends by importing the client's entry. */
const LOADING_SCRIPT =
  /<script type="module" async="">import "([^"]+)";\s*((?:import \* as route\d+ from "[^"]+";\s*)+)window\.__reactRouterRouteModules = ({[^}]+});\s*import\("([^"]+)"\);?\s*<\/script>/
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/>/g

/**
 * Makes a rendered page load only the client's entry, which loads the rest when it is needed (deferred-hydration.ts): its
 * addresses stand at the page's end. The entry waits for what the page is drawn with.
 *
 * @param html a whole page; without the script that is looked for it stays as it is
 */
export function loadScriptsLate(html: string) {
  const [script, manifest = "", imports = "", modules = "", entry = ""] = LOADING_SCRIPT.exec(html) ?? []
  if (script === undefined) return html
  const addresses = [...imports.matchAll(/"([^"]+)"/g)].map(([, address = ""]) => address)
  const ids = [...modules.matchAll(/"([^"]+)":/g)].map(([, id]) => id)
  const preloads = new Set([...html.matchAll(PRELOAD)].map(([, address = ""]) => address))
  const deferred: DeferredScripts = {
    manifest,
    routes: Object.fromEntries(ids.map((id, index) => [id, addresses[index]])),
    imports: [...preloads].filter((address) => ![manifest, entry, ...addresses].includes(address)),
  }
  return html
    .replaceAll(PRELOAD, "")
    .replace(
      script,
      () => `<script type="application/json" id="${DEFERRED_SCRIPTS}">${JSON.stringify(deferred)}</script>`,
    )
    .replace("</head>", () => `<script type="module" fetchpriority="low" src="${entry}"></script></head>`)
}
