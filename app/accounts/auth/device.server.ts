import { createHmac, randomUUID } from "node:crypto"
import { createCookie } from "react-router"
import { getSecret } from "#app/db/secrets.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"

const YEAR_S = 365 * 86_400
/** So many people share a browser; who comes after them is taken for new there. */
const MAX_ACCOUNTS = 5
/** The page, what is below it, and where its form is sent by scripts: that lies beside it. */
const PATHS = ["/auth", "/auth.data"]

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
  const account = sign(secret, email)
  return (await readDevices(secret, request)).find((device) => device.account === account)?.key
}

/** Makes a browser known, by an answer's headers, to an account whose owner just proved who they are. */
export async function rememberDevice(request: Request, email: string, headers: Headers) {
  const secret = await getSecret("devices")
  const device: Device = { account: sign(secret, email), key: randomUUID() }
  const others = (await readDevices(secret, request)).filter(({ account }) => account !== device.account)
  const devices = [device, ...others].slice(0, MAX_ACCOUNTS)
  for (const path of PATHS)
    headers.append("Set-Cookie", await deviceCookie(secret).serialize(devices, { path }))
}

/** Latest first. One of a year ago holds a single account. */
async function readDevices(secret: string, request: Request) {
  const read: Device | Device[] | null = await deviceCookie(secret).parse(request.headers.get("cookie"))
  return [read || []].flat()
}

function deviceCookie(secret: string) {
  return createCookie("cko_device", {
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
