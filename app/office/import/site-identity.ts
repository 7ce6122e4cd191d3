import { completeAddress, isWebAddress } from "#app/kit/lib/typed-addresses.ts"

/** The address of a site as somebody typed it, without a slash at its end; empty for what is none. */
export function typedSite(typed: string) {
  const completed = completeAddress(typed.trim())
  if (!isWebAddress(completed)) return ""
  const { origin, pathname } = new URL(completed)
  const address = `${origin}${pathname.replace(/\/{1,100}$/, "")}`
  return address.length <= MAX_SITE ? address : ""
}

/** What the table of imports holds. */
const MAX_SITE = 500

/**
 * A site's address as it is known by: two exports of one site may say it with `http` or `https`, with `www.` or without, in capitals,
 * with a slash at its end. It is `https://`, the host without `www.` in small letters, and the path; empty for what is no address.
 */
export function siteIdentity(address: string) {
  if (!URL.canParse(address)) return ""
  const { hostname, port, pathname } = new URL(address)
  const host = hostname.replace(/^www\./, "")
  return `https://${host}${port && `:${port}`}${pathname.replace(/\/{1,100}$/, "")}`
}
