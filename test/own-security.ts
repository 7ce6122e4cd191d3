import { Secret, TOTP } from "otpauth"
import { beforeAll, beforeEach } from "vitest"
import { createAuthenticator } from "./authenticator.ts"
import { emptyDatabase, openTestDatabase } from "./database.ts"
import { storedRows } from "./factories.ts"
import { stopClock } from "./factors.ts"
import type { Part } from "./html.ts"
import { createUser, filledForm, readPage, sendForm, signInAs, visitAs } from "./people.ts"

export const SECURITY_PATH = "/admin/settings/security"
export const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
export const APP = "Application d’authentification"

export const codeOf = (secret: string, timestamp = Date.now()) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
export const codesIn = (shown: Part) => shown.all("pre").flatMap(({ raw }) => raw.split("\n"))

export function panel(shown: Part, title: string) {
  const found = shown.all("section").find((section) => section.all("h2").some(({ text }) => text === title))
  if (!found) throw new Error(`no panel ${title}`)
  return found
}

/** What changed of factors, as the log says it. */
export const factorsLogged = async () =>
  (await storedRows("audit_log"))
    .filter(({ kind }) => kind === "factor")
    .map(({ action, title }) => `${action as string}: ${title as string}`)

/** Gives each test an admin who is on the page of their account's security, and what can be done there. */
export function useOwnSecurity() {
  const own = { cookie: "", user: { id: "", email: "" } }
  beforeAll(openTestDatabase)
  beforeEach(async () => {
    stopClock()
    await emptyDatabase()
    own.user = await createUser("admin", "awa@cko.test")
    own.cookie = await signInAs("awa@cko.test")
  })

  const post = (fields: Record<string, string>, as = own.cookie) =>
    sendForm(SECURITY_PATH, fields, { cookie: as, "User-Agent": FIREFOX })
  const page = () => visitAs(own.cookie, SECURITY_PATH)

  /** Begins the app: its form, and the secret as a person copies it. */
  async function startApp() {
    const shown = panel(await readPage(await post({ intent: "start-totp" })), APP)
    const form = shown.get("form", { "aria-label": "Confirmer l’application" })
    return { shown, fields: filledForm(form), secret: shown.get("code").text }
  }

  async function addApp() {
    const { fields, secret } = await startApp()
    const response = await post({ ...fields, code: codeOf(secret) })
    return { secret, response, codes: codesIn(await readPage(response.clone())) }
  }

  /** What a browser made that was asked to, and has not sent yet. */
  async function makePasskey(name: string, authenticator = createAuthenticator()) {
    const { cookie } = own
    const asked = await sendForm(`${SECURITY_PATH}.data`, { intent: "start-passkey", name }, { cookie })
    const response = JSON.stringify(authenticator.register(optionsIn(await asked.text(), own.user.id)))
    return { intent: "add-passkey", name, response }
  }

  async function addPasskey(name = "Ma clé", authenticator = createAuthenticator()) {
    return { authenticator, response: await post(await makePasskey(name, authenticator)) }
  }

  return Object.assign(own, { post, page, startApp, addApp, makePasskey, addPasskey })
}

/** What the browser was asked, out of React Router's encoding of an answer. */
function optionsIn(text: string, userId: string) {
  const list: unknown = JSON.parse(text)
  const values = Array.isArray(list) ? list.filter((value): value is string => typeof value === "string") : []
  const after = (name: string) => values[values.indexOf(name) + 1] ?? ""
  return {
    challenge: after("challenge"),
    rp: { id: "cko.test" },
    user: { id: Buffer.from(userId).toString("base64url") },
  }
}
