import { isIP } from "node:net"
import { hostname } from "node:os"
import type { Context, MiddlewareHandler } from "hono"
import { log } from "#app/kit/lib/log.server.ts"

const READING = new Set(["GET", "HEAD", "OPTIONS"])
/** What players on other sites' pages tell, for nobody in particular: they have no origin there, perhaps. */
const FROM_ANYWHERE = /^\/embed\/episodes\/\d+\/plays$/

/**
 * Refuses to write on behalf of another site (cross-site request forgery). Every browser of today says where a writing
 * request comes from; a request that does not say comes from no browser, and so carries nobody's cookies.
 *
 * @param trustedProxies how many proxies of our own stand before this process
 */
export function refuseForeignWrites(publicUrl: string, trustedProxies = 0): MiddlewareHandler {
  let isTold = false
  return async (c, next) => {
    if (READING.has(c.req.method) || FROM_ANYWHERE.test(c.req.path)) return next()
    const found = judge(c, publicUrl, trustedProxies)
    if (found === "own") return next()
    if (found === "foreign") return c.text("Cette demande vient d’un autre site : elle est refusée.", 403)
    const { host } = c.req.header()
    if (!isTold)
      log.warn({ host }, "a write under a name that is not the site's was refused: is PUBLIC_URL set?")
    isTold = true
    return c.text(STRANGE, 403)
  }
}

const STRANGE =
  "Le site ne se connaît pas sous cette adresse : cette demande est refusée. Si c’est la sienne, mettez-la dans PUBLIC_URL, puis redémarrez-le."

function judge(c: Context, publicUrl: string, trustedProxies: number) {
  const site = c.req.header("sec-fetch-site")
  const origin = c.req.header("origin")
  if (site !== undefined && site !== "same-origin") return "foreign"
  if (origin === new URL(publicUrl).origin) return "own"
  if (origin === "null" && site !== "same-origin") return "foreign"
  // The host that the browser asked for is another name of this site, such as 127.0.0.1 at home.
  const host = c.req.header("host")
  const isNamed = origin !== undefined && origin !== "null"
  if (isNamed && (!URL.canParse(origin) || new URL(origin).host !== host)) return "foreign"
  // A proxy of ours may ask by a name of its own, and only for the sites that are its own.
  const isOwn = host === undefined || isOwnName(host, publicUrl)
  return isOwn || (!isNamed && trustedProxies > 0) ? "own" : "strange"
}

/**
 * Whether a host can be this site's alone. Any name of another's can be made to lead here (DNS rebinding), and its page then
 * passes for ours; a number leads where it says.
 */
function isOwnName(host: string, publicUrl: string) {
  const name = URL.parse(`http://${host}`)?.hostname ?? ""
  return (
    isIP(name.replace(/^\[|\]$/g, "")) !== 0 ||
    name.endsWith(".localhost") ||
    ownNames(publicUrl).includes(name)
  )
}

/** The names under which the site takes what is written; any address in numbers is one, too. */
export function ownNames(publicUrl: string) {
  const machine = hostname().toLowerCase()
  return [...new Set([new URL(publicUrl).hostname, "localhost", machine, `${machine}.local`])]
}

/** Forms post, and nothing here is put, patched or deleted by its address. */
export const onlyPosts: MiddlewareHandler = async (c, next) => {
  if (READING.has(c.req.method) || c.req.method === "POST") return next()
  return c.text("Cette adresse ne prend pas cette demande.", 405, { Allow: "GET, HEAD, POST" })
}
