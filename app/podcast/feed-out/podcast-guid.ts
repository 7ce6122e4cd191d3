import { createHash } from "node:crypto"

/** Of `podcast:guid`: https://podcasting2.org/docs/podcast-namespace/tags/guid */
const NAMESPACE = "ead4c236-bf58-58c6-a2c6-a6b28d128cb6"

/** What a podcast is known by whose feed has this address and does not say it: made of the address without its scheme. */
export function guidOfFeed(address: string) {
  return uuidOf(address.replace(/^https?:\/\//i, "").replace(/\/+$/, ""))
}

/** Version 5, by name (RFC 9562). */
function uuidOf(name: string) {
  const bytes = createHash("sha1")
    .update(Buffer.from(NAMESPACE.replaceAll("-", ""), "hex"))
    .update(name)
    .digest()
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString("hex")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  )
}
