import { lookup } from "node:dns"
import type { LookupFunction } from "node:net"
import ipaddr from "ipaddr.js"

/** What may be connected to: an IP address, written in an address or found by `lookup`, has to be allowed. */
export type AddressGuard = { isAllowed: (address: string) => boolean; lookup: LookupFunction }

/** The public internet: for addresses that somebody types into a form. */
export const publicNetwork: AddressGuard = { isAllowed: isPublicAddress, lookup }

/** Any host, also of this machine's own network: for who may start commands here. */
export const anyNetwork: AddressGuard = { isAllowed: () => true, lookup }

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

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3")
