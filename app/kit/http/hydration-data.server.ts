import { hash } from "node:crypto"
import { createContext } from "react-router"
import { PAGE_DATA } from "./page-data.ts"
import type { PageData } from "./rendered-page.server.ts"

/**
 * Long texts that stand in a page's HTML, and that its components do not need as data: what hydrates a page finds them drawn
 * already. Who comes by a link within the site gets them as any data.
 */
export const drawnTextsContext = createContext<readonly string[]>([])

/**
 * A page's data as React Router serialised it.
 *
 * @param stream nothing in it is deferred
 * @param drawn what the data leaves out: an empty text takes its place
 */
export async function readHydrationData(stream: ReadableStream<Uint8Array>, drawn: readonly string[] = []) {
  let data = Buffer.concat(await Array.fromAsync(stream)).toString()
  // A function, because a text may hold what `replace` takes for a pattern.
  for (const text of drawn) data = data.replace(JSON.stringify(text), () => '""')
  return data
}

const CONTROLLER = "window.__reactRouterContext.streamController"

/**
 * The script that hands a page's data over to React Router in the browser, as its own component (`StreamTransfer`) writes
 * it: rendered by React, this one script would cost several further rounds of rendering.
 */
export function hydrationScript(data: string) {
  // Nothing else in a string could end the script.
  const text = JSON.stringify(data).replaceAll("<", "\\u003c")
  return `${CONTROLLER}.enqueue(${text});${CONTROLLER}.close();`
}

/** The element of that script, which a page ends with. */
export function hydrationElement(script: string) {
  return `<script id="${PAGE_DATA}">${script}</script>`
}

/** A page's data by its name, which is another for other data. */
export function nameData(text: string): PageData {
  return { name: hash("sha256", text, "base64url").slice(0, 22), text }
}

/** What a page ends with whose data lie beside it: their name, by which they are fetched with its scripts (deferred-hydration.ts). */
export function namingElement({ name }: PageData) {
  return `<script type="application/json" id="${PAGE_DATA}">"${name}"</script>`
}
