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
