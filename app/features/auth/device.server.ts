import { createHmac, randomUUID } from "node:crypto"
import { createCookie } from "react-router"
import { getSecret } from "#app/db/secrets.server.ts"
import { getSettings } from "#app/lib/settings.server.ts"

const YEAR_S = 365 * 86_400

/** Which account's owner used this browser, as nobody can read, and the browser's own key for the limits. */
type Device = { account: string; key: string }

/**
 * The key of a browser in which an account's owner signed in before: who guesses its password elsewhere must not lock
 * them out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 *
 * @returns undefined for a browser that this account does not know
 */
export async function readDeviceKey(request: Request, email: string) {
  const secret = await getSecret("devices")
  const device: Device | null = await deviceCookie(secret).parse(request.headers.get("cookie"))
  return device?.account === sign(secret, email) ? device.key : undefined
}

/** The header that makes a browser known to an account whose owner just proved who they are. */
export async function deviceHeader(email: string) {
  const secret = await getSecret("devices")
  const device: Device = { account: sign(secret, email), key: randomUUID() }
  return deviceCookie(secret).serialize(device)
}

function deviceCookie(secret: string) {
  return createCookie("cko_device", {
    path: "/auth",
    httpOnly: true,
    sameSite: "lax",
    secure: getSettings().publicUrl.startsWith("https:"),
    maxAge: YEAR_S,
    secrets: [secret],
  })
}

function sign(secret: string, email: string) {
  return createHmac("sha256", secret).update(email).digest("base64url")
}
