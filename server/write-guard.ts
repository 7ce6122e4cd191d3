import type { Context, MiddlewareHandler } from "hono"

const READING = new Set(["GET", "HEAD", "OPTIONS"])

/**
 * Refuses to write on behalf of another site (cross-site request forgery). Every browser of today says where a writing
 * request comes from; a request that does not say comes from no browser, and so carries nobody's cookies.
 */
export function refuseForeignWrites(publicUrl: string): MiddlewareHandler {
  return async (c, next) => {
    if (READING.has(c.req.method) || isFromHere(c, publicUrl)) return next()
    return c.text("Cette demande vient d’un autre site : elle est refusée.", 403)
  }
}

function isFromHere(c: Context, publicUrl: string) {
  const site = c.req.header("sec-fetch-site")
  const origin = c.req.header("origin")
  if (site !== undefined && site !== "same-origin") return false
  if (origin === undefined) return true
  if (origin === "null") return site === "same-origin"
  // The host that the browser asked for is another name of this site, such as 127.0.0.1 at home.
  return (
    origin === new URL(publicUrl).origin ||
    (URL.canParse(origin) && new URL(origin).host === c.req.header("host"))
  )
}

/** Forms post, and nothing here is put, patched or deleted by its address. */
export const onlyPosts: MiddlewareHandler = async (c, next) => {
  if (READING.has(c.req.method) || c.req.method === "POST") return next()
  return c.text("Cette adresse ne prend pas cette demande.", 405, { Allow: "GET, HEAD, POST" })
}
