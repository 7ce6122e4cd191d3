import { Writable } from "node:stream"
import { renderToPipeableStream, renderToString } from "react-dom/server"
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router"
import { pagePolicy } from "#app/kit/http/content-security-policy.server.ts"
import { loadScriptsLate } from "#app/kit/http/deferred-scripts.server.ts"
import {
  drawnTextsContext,
  hydrationElement,
  hydrationScript,
  nameData,
  namingElement,
  readHydrationData,
} from "#app/kit/http/hydration-data.server.ts"
import { oembedHeader } from "#app/kit/http/oembed-address.ts"
import { keepDataContext, renderedPageContext } from "#app/kit/http/rendered-page.server.ts"
import { log } from "#app/kit/lib/log.server.ts"

/**
 * Renders a page whole rather than in a stream: nothing on it is deferred, so a stream would only cost (and a page
 * that is one string can be hashed, compressed and kept).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  headers.set("Content-Type", "text/html; charset=utf-8")
  if (request.method === "HEAD") return new Response(null, { status, headers })
  const { serverHandoffStream, ...context } = routerContext
  const isRead = isForReading(request, routerContext)
  if (isRead) context.manifest = onlyMatched(routerContext)
  const page = await renderToText(<ServerRouter context={context} url={request.url} />)
  const late = isRead ? loadScriptsLate(page) : undefined
  const html = late ?? page
  const data =
    serverHandoffStream && (await readHydrationData(serverHandoffStream, loadContext.get(drawnTextsContext)))
  // Only scripts that come late can fetch them.
  const keepData = late && status === 200 ? loadContext.get(keepDataContext) : undefined
  const named = keepData && data !== undefined ? nameData(data) : undefined
  if (named) keepData?.(named)
  const script = named || data === undefined ? "" : hydrationScript(data)
  headers.set("Content-Security-Policy", pagePolicy(html, script))
  const oembed = oembedHeader(html)
  if (oembed) headers.set("Link", oembed)
  // Written into the page afterwards: as one of React's elements it costs several times as much.
  const last = named ? namingElement(named) : hydrationElement(script)
  const end = html.lastIndexOf("</body>")
  loadContext.set(renderedPageContext, Buffer.from(`${html.slice(0, end)}${last}${html.slice(end)}`))
  return new Response(null, { status, headers })
}

/** An anonymous page, with nothing on it yet that moves: most people read it and leave. */
function isForReading({ method }: Request, { staticHandlerContext }: EntryContext) {
  const root = staticHandlerContext.loaderData.root as { viewer: unknown; toast: unknown } | undefined
  // In development Vite's own scripts must come first.
  return import.meta.env.PROD && method === "GET" && root !== undefined && !root.viewer && !root.toast
}

/**
 * The routes that the page consists of: React Router makes a router of all of them for each page, of which a page for reading
 * needs no other.
 */
function onlyMatched({ manifest, staticHandlerContext: { matches } }: EntryContext) {
  const routes = Object.fromEntries(matches.map(({ route: { id } }) => [id, manifest.routes[id]]))
  return { ...manifest, routes }
}

/** Called once for each unexpected error in a loader, an action or a render. */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) log.error(error, "request failed")
}

/** Directly into a string, which takes half as long as by way of a stream; that one can wait for what is loaded late. */
function renderToText(page: React.ReactNode) {
  try {
    return `<!DOCTYPE html>${renderToString(page)}`
  } catch {
    return renderPatiently(page)
  }
}

function renderPatiently(page: React.ReactNode) {
  return new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString())
        done()
      },
    })
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: (error) => log.error(error, "render failed"),
    })
  })
}
