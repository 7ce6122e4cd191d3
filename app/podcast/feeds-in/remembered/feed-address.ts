/** An http(s) address in the one way that it is remembered; undefined for what is none, or too long to be kept. */
export function normalizeFeedAddress(address: string) {
  if (!/^\s*https?:\/\//i.test(address) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  url.hash = ""
  return Buffer.byteLength(url.href) <= MAX_BYTES ? url.href : undefined
}

const MAX_BYTES = 2_000

/** What a feed is called where people read: without its address, which may hold somebody's private key. */
export function nameFeed({ title, url }: { title?: string; url?: string }) {
  return title || (url && URL.parse(url)?.hostname) || ""
}
