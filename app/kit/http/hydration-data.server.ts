import { createContext } from "react-router"

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
  const controller = "window.__reactRouterContext.streamController"
  return `${controller}.enqueue(${script});${controller}.close();`
}
