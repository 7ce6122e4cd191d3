import { hash } from "node:crypto"
import { createContext } from "react-router"
import { DEFERRED_SCRIPTS } from "./deferred-scripts.ts"
import { PAGE_DATA } from "./page-data.ts"

/**
 * Long texts that stand in a page's HTML, and that its components do not need as data: what hydrates a page finds them drawn
 * already. Who comes by a link within the site gets them as any data.
 */
export const drawnTextsContext = createContext<readonly string[]>([])

/**
 * The script that hands a page's data over to React Router in the browser, as its own component (`StreamTransfer`) writes
 * it: rendered by React, this one script would cost several further rounds of rendering.
 *
 * @param stream the data as React Router serialised it; nothing in it is deferred
 * @param drawn what the data leaves out: an empty text takes its place
 */
export async function hydrationScript(stream: ReadableStream<Uint8Array>, drawn: readonly string[] = []) {
  let data = Buffer.concat(await Array.fromAsync(stream)).toString()
  // A function, because a text may hold what `replace` takes for a pattern.
  for (const text of drawn) data = data.replace(JSON.stringify(text), () => '""')
  // Nothing else in a string could end the script.
  const script = JSON.stringify(data).replaceAll("<", "\\u003c")
  return `${BEGIN}${script}${END}`
}

const CONTROLLER = "window.__reactRouterContext.streamController"
const BEGIN = `${CONTROLLER}.enqueue(`
const END = `);${CONTROLLER}.close();`
const OPEN = `<script id="${PAGE_DATA}">`
const CLOSE = "</script>"

/** The element of that script, which a page ends with. */
export function hydrationElement(script: string) {
  return `${OPEN}${script}${CLOSE}`
}

/**
 * Takes the data out of a page that loads its scripts late: it is fetched with them (deferred-hydration.ts).
 *
 * @returns the page with the name of its data instead, that name, and the data; undefined for what is no such page
 */
export function takeHydrationData(html: string) {
  const start = html.lastIndexOf(OPEN)
  if (start === -1 || !html.includes(`id="${DEFERRED_SCRIPTS}"`)) return undefined
  const end = html.indexOf(CLOSE, start)
  const script = html.slice(start + OPEN.length, end)
  const data = JSON.parse(script.slice(BEGIN.length, -END.length)) as string
  const name = hash("sha256", data, "base64url").slice(0, 22)
  const element = `<script type="application/json" id="${PAGE_DATA}">"${name}"${CLOSE}`
  return { page: html.slice(0, start) + element + html.slice(end + CLOSE.length), name, data }
}
