import { createHash } from "node:crypto"
import { encode } from "uqr"

/** Around it, as scanners want it (ISO/IEC 18004). */
const QUIET_MODULES = 4

/** What an authenticator app is set up with. */
export type TotpSetup = {
  /** The QR code: modules a side, and the dark ones as the path of an SVG. */
  qr: { size: number; path: string }
  /** In groups that can be typed. */
  secret: string[]
  /** The same as a link, for an app on this device. */
  uri: string
  /** Tells this secret from one that was begun elsewhere. */
  setup: string
}

/** What the page shows to set up an authenticator app. */
export function describeSetup({ secret, uri }: { secret: string; uri: string }): TotpSetup {
  return { qr: drawQrCode(uri), secret: secret.match(/.{1,4}/g) ?? [], uri, setup: fingerprint(secret) }
}

/** The address as a QR code: each row's dark modules are strokes of a path, half a module down. */
export function drawQrCode(text: string) {
  const { size, data } = encode(text, { ecc: "M", border: QUIET_MODULES })
  const rows = data.map((row, y) => {
    const dark = row.map((isDark) => (isDark ? "1" : "0")).join("")
    return [...dark.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y + 0.5}h${run.length}`).join("")
  })
  return { size, path: rows.join("") }
}

/** Of 160 random bits, so that it tells nothing about them. */
function fingerprint(secret: string) {
  return createHash("sha256").update(secret).digest("base64url").slice(0, 16)
}
