import { randomUUID } from "node:crypto"
import type { MiddlewareHandler } from "hono"
import { routePath } from "hono/route"
import { log } from "#app/kit/lib/log.server.ts"
import { requestContext, type RequestContext } from "#app/kit/lib/request-context.server.ts"
import { observeRequest } from "./measures.ts"

/** The keys of previews, of supporters and of what takes payments let in whoever has them. */
const withoutKey = (path: string) => /^\/(?:preview|soutiens)\//.exec(path)?.[0].concat("…") ?? path

/** A format that oEmbed is not written in is answered with 501, as it wants it. */
const isFailure = (status: number) => status >= 500 && status !== 501

/**
 * One log line a request, under an id that the response carries too. The path is logged without its query, which may
 * hold what a person searched for; addresses and browsers are not logged at all.
 */
export const logRequests: MiddlewareHandler = (c, next) => {
  const context: RequestContext = { id: randomUUID(), queries: 0 }
  return requestContext.run(context, async () => {
    const start = performance.now()
    await next()
    const ms = Math.round((performance.now() - start) * 10) / 10
    // What the page cache asks for is no visitor's request.
    if (c.env?.incoming) observeRequest(c.req.method, context.route ?? routePath(c), c.res.status, start)
    const isPart = c.req.path.startsWith("/assets/")
    // A page has ten parts: nobody asks what became of one that came, and each byte is sent ten times.
    if (!isPart || !c.res.ok) {
      c.header("X-Request-Id", context.id)
      c.header("Server-Timing", `app;dur=${ms}, sql;desc="${context.queries}"`)
    }
    const level = isFailure(c.res.status) ? "error" : isPart ? "debug" : "info"
    const path = withoutKey(c.req.path)
    log[level]({ method: c.req.method, path, status: c.res.status, ms, queries: context.queries })
  })
}
