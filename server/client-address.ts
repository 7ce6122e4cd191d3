import { isIP } from "node:net"
import { getConnInfo } from "@hono/node-server/conninfo"
import type { Context } from "hono"

/**
 * The visitor's IP address.
 *
 * @param trustedProxies how many proxies of our own stand before this process: each adds the address it saw at the end
 *   of `X-Forwarded-For`, and what is further left could have been written by the visitor
 */
export function clientAddress(c: Context, trustedProxies: number) {
  if (trustedProxies > 0) {
    const forwarded = (c.req.header("x-forwarded-for") ?? "").split(",").map((part) => part.trim())
    const address = forwarded.at(-trustedProxies) ?? ""
    if (isIP(address)) return address
  }
  // Only a real server has connections.
  return c.env?.incoming ? (getConnInfo(c).remote.address ?? "unknown") : "unknown"
}
