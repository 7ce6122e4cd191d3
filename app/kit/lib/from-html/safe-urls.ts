/** The address if it is absolute http(s) (`//host/path` counts as https), null for anything else. */
export function httpUrl(text: string | undefined) {
  const raw = (text ?? "").trim()
  const address = raw.startsWith("//") ? `https:${raw}` : raw
  if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) return null
  // Left as written unless it holds characters that have no place in an address.
  return /[^!#-;=?-[\]_a-z~]/i.test(address) ? new URL(address).href : address
}

/** The address that a link in a description may lead to: http(s) and mailto only. */
export function linkTarget(href: string | undefined) {
  const raw = (href ?? "").trim()
  return /^mailto:[^\s<>()"@]{1,100}@[^\s<>()"@]{1,300}$/i.test(raw) ? raw : httpUrl(raw)
}
