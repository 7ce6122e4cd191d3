import type { IncomingMessage, ServerResponse } from "node:http"
import { serveStatic } from "@hono/node-server/serve-static"
import { type Context, Hono, type MiddlewareHandler } from "hono"
import { compress } from "hono/compress"
import { secureHeaders } from "hono/secure-headers"
import { createRequestHandler, RouterContextProvider } from "react-router"
import * as build from "virtual:react-router/server-build"
import { CACHE_TAG, cacheTags } from "#app/kit/http/cache-tags.ts"
import { NO_PAGE } from "#app/kit/http/content-security-policy.server.ts"
import type { CdnSettings } from "#app/kit/lib/settings.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { keepDataContext, type PageData, renderedPageContext } from "#app/kit/http/rendered-page.server.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { undecodablePathContext } from "#app/kit/http/undecodable-path.server.ts"
import { clientAddressContext } from "#app/kit/http/client-address.server.ts"
import { noteMissing } from "#app/base/redirects/missing/missing.server.ts"
import { seenConnectionContext } from "#app/kit/http/seen-connection.server.ts"
import { UPLOADS } from "#app/media/upload/upload-rules.ts"
import { clientAddress, tellOfProxy } from "./client-address.ts"
import { canDecode, pagePath } from "./page-address.ts"
import { serveBrand } from "./brand.ts"
import { health } from "./health.ts"
import { serveMetrics } from "./metrics.ts"
import { serveMedia } from "./media/serve-media.ts"
import { tellOutages } from "./outage.ts"
import { SHOWN_ANYWHERE } from "#app/kit/http/open-to-apps.ts"
import { SITE_PREVIEW } from "#app/base/settings/preview.ts"
import { logRequests } from "./request-log.ts"
import { serveSitePreview } from "./site-preview.ts"
import type { InTurn } from "./turns.ts"
import { uploads } from "./uploads.ts"
import { onlyPosts, ownNames, refuseForeignWrites } from "./write-guard.ts"

const ONE_YEAR = "public, max-age=31536000, immutable"
const ONE_HOUR = "public, max-age=3600"

type Options = {
  /** The site's address as visitors type it, without a slash at its end. */
  publicUrl: string
  /** The folder of the browser's build, in production. In development Vite serves these files. */
  clientDir?: string
  /** How many proxies of our own stand before this process. */
  trustedProxies?: number
  /** Who knows it reads the site's figures. */
  metricsToken?: string
  /** What keeps pages in front of the site, and purges them by their tags. */
  cdn?: CdnSettings
  /** Lets pages be rendered a few at a time; without it each begins as it comes. */
  inTurn?: InTurn
}

/** The whole web application, from request to response: headers, static files, then the pages. */
export function createApp({ publicUrl, clientDir, trustedProxies = 0, metricsToken, cdn, inTurn }: Options) {
  const app = new Hono()
  const handlePage = createRequestHandler(build, import.meta.env.MODE)

  app.use(logRequests)
  if (clientDir)
    app.on(["GET", "HEAD"], "/assets/*", fewHeaders, serveFiles(clientDir, { "Cache-Control": ONE_YEAR }))
  app.use("/media/*", tellOutages)
  serveMedia(app, trustedProxies, cdn !== undefined)
  app.use(SITE_PREVIEW, refuseForeignWrites(publicUrl, trustedProxies))
  serveSitePreview(app, publicUrl)
  app.use(completeHeaders(cdn !== undefined))
  app.use(
    secureHeaders({
      xFrameOptions: "DENY",
      strictTransportSecurity: publicUrl.startsWith("https:"),
      // Under « no-referrer » browsers hide from our own site, too, where a form was sent from.
      referrerPolicy: "same-origin",
      // An answer may say otherwise (completeHeaders): readers of feeds show its pictures in pages of theirs.
      crossOriginResourcePolicy: false,
      // For browsers that are long gone, or what they do anyway.
      originAgentCluster: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
      permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [] },
    }),
  )
  app.use(tellOfProxy(trustedProxies), refuseForeignWrites(publicUrl, trustedProxies))
  app.route(UPLOADS, uploads())
  app.use(onlyPosts)
  app.use("/brand/*", tellOutages)
  serveBrand(app)
  app.get("/healthz", health)
  app.get("/metrics", serveMetrics({ publicUrl, trustedProxies, metricsToken }))
  if (clientDir) {
    app.use("/assets/*", notFound)
    for (const path of ["/starter/*", "/favicon.svg", "/share.png"]) {
      app.use(path, serveFiles(clientDir, { "Cache-Control": ONE_HOUR, ...SHOWN_ANYWHERE }), notFound)
    }
  }
  if (inTurn) app.use(renderInTurn(inTurn))
  app.use(compress(), tellOutages)
  app.all("*", async (c) => {
    const context = new RouterContextProvider()
    const { keepData }: Keeping = c.env ?? {}
    context.set(keepDataContext, keepData)
    context.set(publicUrlContext, publicUrl)
    context.set(clientAddressContext, clientAddress(c, trustedProxies))
    const host = c.req.header("host") ?? ""
    context.set(seenConnectionContext, { trustedProxies, host, ownNames: ownNames(publicUrl) })
    const { pathname, search } = new URL(c.req.url)
    const isDecodable = canDecode(pathname)
    if (!isDecodable) context.set(undecodablePathContext, pagePath(pathname))
    const path = isDecodable ? pathname : pathname.replaceAll("%", "%25")
    const response = await handlePage(seenFromOutside(c.req.raw, publicUrl + path + search), context)
    // React Router takes it for a failure when a client leaves, or sends nonsense, before its form was read.
    if (response.status >= 500 && c.req.raw.signal.aborted) return c.body(null, 400)
    if (response.status === 404 && c.req.method === "GET") noteMissing(pathname)
    const page = context.get(renderedPageContext)
    if (page === null || response.body !== null) return response
    return new Response(page, { status: response.status, headers: response.headers })
  })
  // React Router shows and logs the errors of its routes; only what fails around them ends here.
  app.onError((error, c) => {
    // Node's word for a client that left, or sent nonsense, before its body was read: no failure of ours.
    if (error.message === "aborted") return c.body(null, 400)
    log.error(error, "request failed outside a route")
    return c.text("Une erreur est survenue. Réessayez dans un instant.", 500)
  })
  return app
}

/** What only requests of a real server have. */
type Connection = { incoming?: IncomingMessage; outgoing?: ServerResponse }
/** What only requests of the page cache have. */
type Keeping = { keepData?: (data: PageData) => void }

/**
 * Reads of pages wait for their turn. Writes do not: a slot would be held while their bodies come, as slowly as clients
 * like. Nor does what the page cache asks for, which waited before (cached-pages.ts).
 */
function renderInTurn(inTurn: InTurn): MiddlewareHandler {
  return async (c, next) => {
    const { incoming, outgoing }: Connection = c.env ?? {}
    if (!incoming || !outgoing || !["GET", "HEAD"].includes(c.req.method)) return next()
    return inTurn(incoming, outgoing, next)
  }
}

/**
 * The request under the site's public address: a proxy in front speaks to this process under another one. Its origin
 * was checked by then (write-guard.ts), which React Router would do again and less exactly.
 */
function seenFromOutside(request: Request, address: string) {
  const outside = new Request(address, request)
  outside.headers.delete("origin")
  return outside
}

/**
 * What an answer says of itself where no route did: it is one person's, unless the page cache finds that it is everyone's,
 * and runs nothing. Nobody keeps what failed: pages, their data and files alike.
 */
function completeHeaders(isShared: boolean): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const { headers, status } = c.res
    if (status >= 500) c.header("Cache-Control", "no-store")
    else if (!headers.has("Cache-Control")) c.header("Cache-Control", "private, no-store")
    else if (isShared && headers.get("Cache-Control")?.startsWith("public"))
      c.header(CACHE_TAG, cacheTags([]))
    const policy = headers.get("Content-Security-Policy") ?? NO_PAGE
    c.header("Content-Security-Policy", policy)
    // The policy says it more exactly, and to all browsers of today.
    if (!policy.includes("frame-ancestors 'none'")) c.header("X-Frame-Options", undefined)
    if (!headers.has("Cross-Origin-Resource-Policy")) c.header("Cross-Origin-Resource-Policy", "same-origin")
  }
}

/**
 * For parts of pages, which a page needs ten of: with all that is said of a page, a script's headers would be as long as
 * many a script. A picture can be opened as a page.
 */
const fewHeaders: MiddlewareHandler = async (c, next) => {
  c.header("X-Content-Type-Options", "nosniff")
  c.header("Cross-Origin-Resource-Policy", "same-origin")
  if (c.req.path.endsWith(".svg")) c.header("Content-Security-Policy", NO_PAGE)
  await next()
}

function serveFiles(root: string, headers: Record<string, string>): MiddlewareHandler {
  const serve = serveStatic({ root, precompressed: true })
  return async (c, next) => {
    const response = await serve(c, next)
    // Not in `onFound`: it runs when the response is made already, too late for headers.
    if (response instanceof Response && response.ok)
      // Also of a file as it is: who keeps that one is not to send it to all.
      for (const [name, value] of Object.entries({ Vary: "Accept-Encoding", ...headers }))
        response.headers.set(name, value)
    return response
  }
}

async function notFound(c: Context) {
  return c.text("Not found", 404)
}
