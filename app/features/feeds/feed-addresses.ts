/** The address as it was meant: « feeds.exemple.fr/rss » and « //feeds.exemple.fr/rss » mean https. */
export function withScheme(typed: string) {
  const address = typed.trim()
  if (address.startsWith("//")) return `https:${address}`
  return HOST.test(address) ? `https://${address}` : address
}

/** True for what may be an address without its scheme rather than the name of a file. */
export function looksLikeAddress(typed: string) {
  return HOST.test(typed) && !/^[^/]*\.(xml|rss|opml|txt|gz|zip)$/i.test(typed)
}

const HOST = /^[\p{L}\p{N}-]{1,63}(\.[\p{L}\p{N}-]{1,63}){1,8}(:\d{1,5})?([/?#]|$)/u
