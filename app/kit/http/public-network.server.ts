import { lookup, type LookupAddress } from "node:dns"
import { isIP, type LookupFunction } from "node:net"
import ipaddr from "ipaddr.js"

/** What may be connected to: an IP address, written in an address or found by `lookup`, has to be allowed. */
export type AddressGuard = { isAllowed: (address: string) => boolean; lookup: LookupFunction }

/** An address outside of what is allowed, in one French line. */
export class RefusedAddressError extends Error {
  override name = "RefusedAddressError"
}

/** The public internet: for addresses that somebody types into a form. */
export const publicNetwork: AddressGuard = { isAllowed: isPublicAddress, lookup }

/**
 * True for an IP address, v4 or v6, that belongs to one machine of the public internet. Not public: loopback, private
 * and link-local networks, multicast, reserved ranges, and all that carries another address inside (mapped, NAT64…).
 */
export function isPublicAddress(address: string) {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== "unicast") return false
  // Outside 2000::/3 nothing is assigned, and ::127.0.0.1 would count as unicast.
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(GLOBAL_UNICAST)
}

/**
 * Connections for `fetch` that stay inside the guard. The check is part of connecting: the name is not looked up a
 * second time, and every redirect passes through it. A refusal is a RefusedAddressError, as the cause of what `fetch` throws.
 */
export async function createGuardedAgent(
  { isAllowed, lookup: findAddresses }: AddressGuard,
  timeouts: { headersTimeout?: number; bodyTimeout?: number } = {},
) {
  const { Agent, buildConnector } = await import("undici")
  const connect = buildConnector({
    allowH2: false,
    lookup: (hostname, options, callback) => {
      findAddresses(hostname, { ...options, all: true }, (error, found) => {
        const addresses: LookupAddress[] = Array.isArray(found) ? found : []
        const [first] = addresses
        if (error) callback(error, [])
        else if (!first || !addresses.every(({ address }) => isAllowed(address)))
          callback(new RefusedAddressError(NOT_PUBLIC), [])
        else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      })
    },
  })
  return new Agent({
    ...timeouts,
    connect: (options, callback) => {
      // Node connects to an address written as such without looking anything up.
      if (isIP(options.hostname) && !isAllowed(options.hostname))
        callback(new RefusedAddressError(NOT_PUBLIC), null)
      else connect(options, callback)
    },
  })
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3")
const NOT_PUBLIC = "Cette adresse mène à un réseau privé : seules les adresses publiques sont acceptées."
