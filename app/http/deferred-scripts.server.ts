import { LATE_PRELOAD, LATE_SCRIPT, ROUTES_LOADED } from "./deferred-scripts.ts"

/** The one script of a page that loads others: React Router's, which ends by importing the client's entry. */
const LOADING_SCRIPT = /<script type="module" async="">([^]*?)import\("([^"]+)"\);?\s*<\/script>/

/**
 * Makes a rendered page load only the client's entry, which runs the rest when it is needed (late-start.ts): the script
 * that loads the routes becomes text, and what was to be preloaded waits.
 *
 * @param html a whole page; without the script that is looked for it stays as it is
 */
export function loadScriptsLate(html: string) {
  const [script, routes, entry] = LOADING_SCRIPT.exec(html) ?? []
  if (script === undefined || routes === undefined) return html
  const late = `${routes}dispatchEvent(new Event("${ROUTES_LOADED}"));`
  return html
    .replace(script, () => `<script type="text/plain" id="${LATE_SCRIPT}">${late}</script>`)
    .replaceAll('<link rel="modulepreload"', `<link rel="${LATE_PRELOAD}"`)
    .replace("</head>", () => `<script type="module" src="${entry}"></script></head>`)
}
