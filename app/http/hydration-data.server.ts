/**
 * Writes at the end of a page what it was rendered from, as React Router's own component (`StreamTransfer`) does: rendered
 * by React, this one script would cost several further rounds of rendering.
 *
 * @param html a whole page
 * @param stream the data as React Router serialised it; nothing in it is deferred
 */
export async function writeHydrationData(html: string, stream: ReadableStream<Uint8Array>) {
  const data = Buffer.concat(await Array.fromAsync(stream)).toString()
  // In a string of a script, only that could end the script.
  const text = JSON.stringify(data).replaceAll("<", "\\u003c")
  const controller = "window.__reactRouterContext.streamController"
  const end = html.lastIndexOf("</body>")
  return `${html.slice(0, end)}<script>${controller}.enqueue(${text});${controller}.close();</script>${html.slice(end)}`
}
