import { completeAddress } from "#app/kit/lib/typed-addresses.ts"

/** The address as it was meant: « feeds.exemple.fr/rss » and « //feeds.exemple.fr/rss » mean https. */
export function withScheme(typed: string) {
  const address = typed.trim()
  return address.startsWith("//") ? `https:${address}` : completeAddress(address)
}

/** True for what may be an address without its scheme rather than the name of a file. */
export function looksLikeAddress(typed: string) {
  return completeAddress(typed) !== typed && !/^[^/]*\.(xml|rss|opml|txt|gz|zip)$/i.test(typed)
}
