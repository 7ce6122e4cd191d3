/** A web address as people share one: with a name that looks like a host before an `@`, or with a port, it is none. */
export function parsePublicUrl(address: string) {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  return url.username === "" && url.password === "" && url.port === "" ? url : undefined
}
