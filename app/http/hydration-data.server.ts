/**
 * The script that hands a page's data over to React Router in the browser, as its own component (`StreamTransfer`) writes
 * it: rendered by React, this one script would cost several further rounds of rendering.
 *
 * @param stream the data as React Router serialised it; nothing in it is deferred
 */
export async function hydrationScript(stream: ReadableStream<Uint8Array>) {
  const data = Buffer.concat(await Array.fromAsync(stream)).toString()
  // Nothing else in a string could end the script.
  const text = JSON.stringify(data).replaceAll("<", "\\u003c")
  const controller = "window.__reactRouterContext.streamController"
  return `${controller}.enqueue(${text});${controller}.close();`
}
