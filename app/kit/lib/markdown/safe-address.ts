/** The address if it leads to http(s), a mail program or this site; undefined for `javascript:`, `//host` and the like. */
export function safeAddress(address: string) {
  if (!URL.canParse(address, HERE)) return undefined
  const { protocol, origin } = new URL(address, HERE)
  const isNamed = /^(?:https?:\/\/|mailto:)/i.test(address)
  return (isNamed && PROTOCOLS.has(protocol)) || origin === HERE ? address : undefined
}

const HERE = "https://here.invalid"
const PROTOCOLS = new Set(["http:", "https:", "mailto:"])
