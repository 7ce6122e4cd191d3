import { randomInt } from "node:crypto"

export const EMAIL = "premiere@cko.test"
export const PASSWORD = "Uppercut8"

type Sent = { fields?: Record<string, string>; cookie?: string; headers?: Record<string, string> }

/**
 * Sends a request from an address of its own, as limits are counted by it.
 *
 * @throws what the connection met, or a TimeoutError after 30 seconds: nothing may take longer, however busy the machine
 */
export async function visit(url: string, { fields, cookie = "", headers = {} }: Sent = {}) {
  const startedAt = performance.now()
  const response = await fetch(url, {
    method: fields ? "POST" : "GET",
    body: fields && new URLSearchParams(fields),
    redirect: "manual",
    headers: { "X-Forwarded-For": anyAddress(), cookie, ...headers },
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, ms: performance.now() - startedAt }
}

/** Whoever was answered so knows that what they sent is kept. */
export function isAcknowledged({ status }: { status: number }) {
  return status >= 200 && status < 400
}

/** What every form of visitors carries beside what is typed. */
export const human = () => ({ opened: String(Date.now() - 60_000), website: "" })

/** Makes the site's first account, an admin's. @returns its `Cookie` header */
export async function signUp(url: string) {
  const fields = { email: EMAIL, password: PASSWORD, confirmation: PASSWORD }
  return cookieOf(await visit(`${url}/auth?onglet=inscription`, { fields }))
}

export async function signIn(url: string) {
  return cookieOf(await visit(`${url}/auth`, { fields: { email: EMAIL, password: PASSWORD } }))
}

function cookieOf({ status, headers }: Awaited<ReturnType<typeof visit>>) {
  const cookie = headers.getSetCookie().find((line) => line.includes("cko.session_token="))
  if (status !== 302 || !cookie) throw new Error(`not signed in: ${status}`)
  return cookie.split(";")[0] ?? ""
}

function anyAddress() {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
}
