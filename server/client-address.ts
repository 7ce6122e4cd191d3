import type { IncomingMessage } from "node:http"
import { isIPv4 } from "node:net"
import type { Context, MiddlewareHandler } from "hono"
import ipaddr from "ipaddr.js"
import { log } from "#app/kit/lib/log.server.ts"

/**
 * The network that a visitor comes from, as far as one person has it: an IPv4 address, or the /64 of an IPv6 one, whose
 * last half everybody chooses for themselves.
 *
 * @param trustedProxies how many proxies of our own stand before this process: each adds the address it saw at the end
 *   of `X-Forwarded-For`, and what is further left could have been written by the visitor
 */
export function clientAddress(c: Context, trustedProxies: number) {
  // Only a real server has connections.
  const incoming: IncomingMessage | undefined = c.env?.incoming
  return addressBehind(c.req.header("x-forwarded-for"), incoming?.socket, trustedProxies)
}

/** The same of Node's own requests. */
export function clientOf({ headers, socket }: IncomingMessage, trustedProxies: number) {
  return addressBehind(headers["x-forwarded-for"]?.toString(), socket, trustedProxies)
}

function addressBehind(forwarded = "", connection: { remoteAddress?: string } = {}, trustedProxies: number) {
  const seen = trustedProxies > 0 ? forwarded.split(",").at(-trustedProxies) : undefined
  return networkOf(seen?.trim() ?? "") ?? networkOf(connection.remoteAddress ?? "") ?? "unknown"
}

/** Says once that there seems to be a proxy nobody told of: all visitors would share its address, and with it every limit. */
export function tellOfProxy(trustedProxies: number): MiddlewareHandler {
  let isTold = trustedProxies > 0
  return (c, next) => {
    if (!isTold && c.req.header("x-forwarded-for") !== undefined) {
      isTold = true
      log.warn(
        "X-Forwarded-For came while TRUST_PROXY is 0: behind a proxy, all visitors count as one address",
      )
    }
    return next()
  }
}

/** @returns undefined for what is no address */
export function networkOf(address: string) {
  // Some proxies add the port.
  const bare = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
  if (isIPv4(bare)) return bare
  if (!ipaddr.IPv6.isValid(bare)) return undefined
  const parsed = ipaddr.IPv6.parse(bare)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString().replace(/%.*$/, "")}/64`).toString()}/64`
}
