import { createHash } from "node:crypto"
import { drawQrCode } from "#app/kit/lib/qr-code.server.ts"

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

/** Of 160 random bits, so that it tells nothing about them. */
function fingerprint(secret: string) {
  return createHash("sha256").update(secret).digest("base64url").slice(0, 16)
}
