import { globSync, readFileSync } from "node:fs"
import { createEmailVerificationToken } from "better-auth/api"
import { eq, sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { sessions } from "#app/db/schema/accounts.server.ts"
import { send } from "#test/app.ts"
import type { Authenticator } from "#test/authenticator.ts"
import { useDatabase } from "#test/database.ts"
import { giveApp, givePasskey, giveRecoveryCodes, otherThan } from "#test/factors.ts"
import { storedRows } from "#test/factories.ts"
import { createInvitation } from "#test/invitations.ts"
import { useOutbox } from "#test/outbox.ts"
import { createUser, PASSWORD, sendForm, sessionCookie, signInAsNew } from "#test/people.ts"
import { getAuth } from "../better-auth.server.ts"

// Every route that makes, keeps or ends a session, for an account with an authenticator app, recovery codes and a passkey.

const EMAIL = "awa@cko.test"
const NEW = "Crochet99"
let person = { id: "", email: EMAIL }
let code: () => string
let recovery = ""
let authenticator: Authenticator

const outbox = useOutbox()
useDatabase()
beforeEach(async () => {
  await createUser("admin", "premiere@cko.test")
  person = await createUser("admin", EMAIL)
  code = await giveApp(person)
  ;[recovery = ""] = await giveRecoveryCodes(person)
  authenticator = await givePasskey(person)
})

const withPassword = (password = PASSWORD) => sendForm("/auth", { email: EMAIL, password })
/** The cookie after the right password. */
const begin = async () => (await withPassword()).headers.getSetCookie()[0]?.split(";")[0] ?? ""
const withCode = async (typed: string, path = "/auth/code", cookie?: string) =>
  sendForm(path, { code: typed }, { cookie: cookie ?? (await begin()) })

async function withPasskey(step: "first" | "second", cookie = "") {
  const asked = await sendForm("/auth/passkey", { intent: "ask", step }, { cookie })
  const response = JSON.stringify(authenticator.authenticate((await asked.json()) as { challenge: string }))
  return sendForm("/auth/passkey", { intent: "answer", step, response }, { cookie })
}

async function withoutVerification() {
  authenticator.state.isUserVerified = false
  return withPasskey("first")
}

const signUp = () =>
  sendForm("/auth?onglet=inscription", { email: EMAIL, password: PASSWORD, confirmation: PASSWORD })

async function confirm() {
  await db.execute(sql`update users set email_verified = false`)
  const { secret } = await (await getAuth()).$context
  return send(`/auth/verify-email?token=${await createEmailVerificationToken(secret, EMAIL)}`)
}

async function resetPassword() {
  await sendForm("/auth/forgot-password", { email: EMAIL })
  await expect.poll(outbox.mails).toHaveLength(1)
  return sendForm(await outbox.link(), { password: NEW, confirmation: NEW })
}

async function acceptInvitation() {
  const { link } = await createInvitation({ email: EMAIL })
  return sendForm(link, { password: NEW, confirmation: NEW })
}

/** Nobody's cookie, or a thief's, who has got no further than the password. */
const strangers = async () => ["", await begin()]

const overAll = (path: string, fields: Record<string, string>) => async () => {
  let last = new Response()
  for (const cookie of await strangers()) last = await sendForm(path, fields, { cookie })
  return last
}

test.each<[string, () => Promise<Response>]>([
  ["the right password", withPassword],
  ["a wrong password", () => withPassword("Mauvais123")],
  ["signing up with its address", signUp],
  ["the link that confirms its address", confirm],
  ["a forgotten password", resetPassword],
  [
    "a forgotten password, then the new one",
    async () => {
      await resetPassword()
      return withPassword(NEW)
    },
  ],
  ["an invitation of its address", acceptInvitation],
  ["a wrong code", () => withCode(otherThan(code()))],
  ["a right code without the password", () => withCode(code(), "/auth/code", "")],
  ["a recovery code for one of the app", () => withCode(recovery)],
  ["a wrong recovery code", () => withCode("faux", "/auth/code?secours")],
  ["a recovery code without the password", () => withCode(recovery, "/auth/code?secours", "")],
  ["a passkey that made sure of nobody", withoutVerification],
  ["a passkey as second step without the first", () => withPasskey("second")],
  [
    "the password where it is asked for again",
    overAll("/admin/proof", { intent: "password", proof: PASSWORD }),
  ],
  [
    "another password",
    overAll("/admin/settings", { intent: "password", current: PASSWORD, password: NEW, confirmation: NEW }),
  ],
  ["the page of the factor", async () => send("/auth/code", { headers: { cookie: await begin() } })],
  ["the library's own sign-in", overAll("/api/auth/sign-in/email", { email: EMAIL, password: PASSWORD })],
])("13.6 %s makes no session without the factor", async (_, go) => {
  const response = await go()
  expect(sessionCookie(response) || undefined).toBeUndefined()
  expect(await storedRows("sessions")).toEqual([])
})

test.each<[string, () => Promise<Response>]>([
  ["the password, then a code", () => withCode(code())],
  ["the password, then a recovery code", () => withCode(recovery, "/auth/code?secours")],
  ["the password, then a passkey", async () => withPasskey("second", await begin())],
  ["a passkey alone", () => withPasskey("first")],
])("%s makes one session", async (_, go) => {
  const response = await go()
  expect(sessionCookie(response)).toBeTruthy()
  expect(await storedRows("sessions")).toMatchObject([{ user_id: person.id }])
})

test("changing the password makes a session of the one that proved the factor, and ends the others", async () => {
  const cookie = sessionCookie(await withCode(code())) ?? ""
  await withPasskey("first")
  const [before] = await storedRows("sessions")
  const fields = { intent: "password", current: PASSWORD, password: NEW, confirmation: NEW }
  const response = await sendForm("/admin/settings", fields, { cookie })
  expect(sessionCookie(response)).toBeTruthy()
  const after = await storedRows("sessions")
  expect([after.length, after[0]?.user_id, after[0]?.id === before?.id]).toEqual([1, person.id, false])
  expect((await send("/admin/settings", { headers: { cookie } })).headers.get("location")).toBe("/auth")
})

test("re-authentication neither makes nor lengthens a session", async () => {
  const cookie = sessionCookie(await withPasskey("first")) ?? ""
  const [before] = await storedRows("sessions")
  await sendForm("/admin/proof", { intent: "password", proof: PASSWORD }, { cookie })
  const [after, ...more] = await storedRows("sessions")
  expect([after?.id, after?.expires_at, more]).toEqual([before?.id, before?.expires_at, []])
})

test("another role ends the sessions, and its owner comes back by the factor only", async () => {
  await withPasskey("first")
  const admin = await signInAsNew("admin")
  await sendForm("/admin/users", { intent: "role", id: person.id, role: "moderator" }, { cookie: admin })
  const own = () => db.select().from(sessions).where(eq(sessions.userId, person.id))
  expect(await own()).toEqual([])
  await withPassword()
  expect(await own()).toEqual([])
  await withPasskey("first")
  expect(await own()).toHaveLength(1)
})

test("sessions are made where this file looks, and nowhere else", () => {
  const calls = {
    "createSession(": ["auth/start-session.server.ts"],
    "api.signInEmail(": ["auth/auth.server.ts"],
    "api.signUpEmail(": ["auth/auth.server.ts"],
    "api.changePassword(": ["auth/auth.server.ts"],
    "api.startSession(": ["auth/auth.server.ts"],
    "withNewAccount(": ["auth/auth.server.ts"],
    "withFactorProved(": [
      "auth/auth.server.ts",
      "auth/sign-in/second-step.server.ts",
      // The account is of the same moment, and its passkey just proved it.
      "invitations/accept.route.tsx",
    ],
    " startSession(": ["auth/sign-in/second-step.server.ts", "invitations/accept.route.tsx"],
    "insert(sessions)": [],
    "auth.handler": [],
  }
  const files = globSync("app/**/*.{ts,tsx}").filter((file) => !file.includes(".test."))
  const code = files.map((file) => [
    file,
    readFileSync(file, "utf8").replaceAll(/export (async )?function .*/g, ""),
  ])
  for (const [call, known] of Object.entries(calls)) {
    const found = code.filter(([, text]) => text?.includes(call)).map(([file]) => file)
    expect([call, found.sort()]).toEqual([call, known.map((file) => `app/accounts/${file}`)])
  }
})
