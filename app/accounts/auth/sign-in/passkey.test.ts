import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { send } from "#test/app.ts"
import type { Authenticator } from "#test/authenticator.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { giveApp, givePasskey, otherThan } from "#test/factors.ts"
import { storedRows } from "#test/factories.ts"
import { createUser, followAs, isSignedIn, PASSWORD, sendForm, sessionCookie } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

const EMAIL = "awa@cko.test"
let person = { id: "", email: EMAIL }
let authenticator: Authenticator

useDatabase()
beforeEach(async () => {
  person = await createUser("admin", EMAIL)
  authenticator = await givePasskey(person, { counts: true })
})

type Options = {
  challenge: string
  rpId: string
  allowCredentials?: { id: string }[]
  userVerification: string
}

const post = (fields: Record<string, string>, cookie = "", address = "192.0.2.1") =>
  sendForm("/auth/passkey", { step: "first", ...fields }, { cookie, "X-Forwarded-For": address })
const ask = async (fields: Record<string, string> = {}, cookie = "") =>
  (await (await post({ intent: "ask", ...fields }, cookie)).json()) as Options
const answer = (response: object, fields: Record<string, string> = {}, cookie = "") =>
  post({ intent: "answer", response: JSON.stringify(response), ...fields }, cookie)
const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error

async function begin(email = EMAIL) {
  const response = await sendForm("/auth", { email, password: PASSWORD })
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? ""
}

const UNKNOWN = "Cette clé d’accès n’est pas connue ici, ou la demande a expiré. Réessayez."

test("a passkey alone signs in, without a name being said", async () => {
  const options = await ask()
  expect(options).toMatchObject({ rpId: "cko.test", userVerification: "required" })
  expect(options.allowCredentials ?? []).toEqual([])
  const response = await answer(authenticator.authenticate(options))
  expect([response.status, await response.clone().json()]).toEqual([200, { to: "/" }])
  expect(await isSignedIn(sessionCookie(response) ?? "")).toBe(true)
  expect((await followAs("", response, "/")).text).toContain("Connexion réussie ! Bienvenue sur CKO")
  expect(await storedRows("audit_log")).toMatchObject([
    { action: "sign-in", kind: "session", title: "Clé d’accès", actor: EMAIL },
  ])
  const [key] = await storedRows("passkeys")
  expect(key?.used_at).not.toBeNull()
})

test("a passkey's answer is good once", async () => {
  const response = authenticator.authenticate(await ask())
  expect((await answer(response)).status).toBe(200)
  const again = await answer(response)
  expect([again.status, sessionCookie(again), await errorOf(again)]).toEqual([401, undefined, UNKNOWN])
})

test("a passkey is asked for by name after the password, and that of another account is none", async () => {
  const cookie = await begin()
  const step = { step: "second" }
  const options = await ask(step, cookie)
  expect(options.allowCredentials?.map(({ id }) => id)).toEqual([authenticator.id])
  const stranger = await givePasskey(await createUser())
  const refused = await answer(stranger.authenticate(options), step, cookie)
  expect([refused.status, sessionCookie(refused)]).toEqual([401, undefined])
  expect(await storedRows("audit_log")).toMatchObject([
    { action: "sign-in-failed", title: "Clé d’accès", actor: EMAIL },
  ])
  const response = await answer(authenticator.authenticate(await ask(step, cookie)), step, cookie)
  expect([response.status, await isSignedIn(sessionCookie(response) ?? "")]).toEqual([200, true])
  // The password that was typed is used up.
  expect((await send("/auth/code", { headers: { cookie } })).headers.get("location")).toBe("/auth")
})

test("a passkey of the second step is none of the first, nor the other way round", async () => {
  const cookie = await begin()
  const second = authenticator.authenticate(await ask({ step: "second" }, cookie))
  expect((await answer(second)).status).toBe(401)
  const first = authenticator.authenticate(await ask())
  expect((await answer(first, { step: "second" }, cookie)).status).toBe(401)
  const nobody = await post({ intent: "ask", step: "second" })
  expect([nobody.status, await errorOf(nobody)]).toEqual([
    401,
    "La connexion a expiré : tapez à nouveau votre mot de passe.",
  ])
})

test.each<[string, (key: Authenticator) => void]>([
  ["whose holder was not made sure of", ({ state }) => (state.isUserVerified = false)],
  ["that counts less than before: a copy", ({ state }) => (state.counter -= 1)],
  ["used on another site", ({ state }) => (state.origin = "https://evil.example")],
])("a passkey %s is refused", async (_, change) => {
  change(authenticator)
  const response = await answer(authenticator.authenticate(await ask()))
  expect([response.status, sessionCookie(response), await errorOf(response)]).toEqual([
    401,
    undefined,
    UNKNOWN,
  ])
})

test("a passkey that was removed, or whose account is gone, is refused", async () => {
  const removed = authenticator.authenticate(await ask())
  await db.execute(sql`delete from passkeys`)
  expect((await answer(removed)).status).toBe(401)
  await db.execute(sql`delete from users`)
  expect((await answer(authenticator.authenticate(await ask()))).status).toBe(401)
})

test("a passkey is not held up by wrong codes", async () => {
  const code = await giveApp(person)
  for (let n = 0; n < 7; n += 1) {
    await sendForm("/auth/code", { code: otherThan(code()) }, { cookie: await begin() })
  }
  const step = { step: "second" }
  const cookie = await begin()
  expect((await sendForm("/auth/code", { code: code() }, { cookie })).status).toBe(429)
  expect((await answer(authenticator.authenticate(await ask(step, cookie)), step, cookie)).status).toBe(200)
  expect((await answer(authenticator.authenticate(await ask()))).status).toBe(200)
})

test("passkeys are asked for sixty times in 15 minutes from an address, and what waits for them goes away", async () => {
  const responses = await Promise.all(Array.from({ length: 65 }, () => post({ intent: "ask" })))
  const refused = responses.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(5)
  expect(refused[0]?.headers.has("retry-after")).toBe(true)
  expect((await post({ intent: "ask" }, "", "192.0.2.2")).status).toBe(200)
  expect(await storedRows("verifications")).toHaveLength(61)
  await db.execute(sql`update verifications set expires_at = now() - interval '1 second'`)
  await post({ intent: "ask" }, "", "192.0.2.2")
  expect(await storedRows("verifications")).toHaveLength(1)
})

test.each<Record<string, string>>([
  { intent: "answer" },
  { intent: "answer", response: "" },
  { intent: "answer", response: "{" },
  { intent: "answer", response: "[]" },
  { intent: "answer", response: '{"id":"x","rawId":"x","type":"public-key","response":{}}' },
  { intent: "answer", response: "[".repeat(20_000) },
  { intent: "ask", step: "third" },
])("a passkey's answer that is none is refused: %o", async (fields) => {
  const response = await post(fields)
  expect([response.status, await errorOf(response)]).toEqual([
    400,
    "La réponse de votre navigateur est illisible.",
  ])
})

test("signing in by passkey does nothing by its address, from elsewhere, or without an intent", async () => {
  expect((await send("/auth/passkey")).headers.get("location")).toBe("/auth")
  const foreign = await sendForm(
    "/auth/passkey",
    { intent: "ask", step: "first" },
    { Origin: "https://evil.example" },
  )
  expect(foreign.status).toBe(403)
  expect((await post({})).status).toBe(400)
})

test("a passkey that cannot be checked is apologised for", async () => {
  const response = authenticator.authenticate(await ask())
  const failed = await withoutTable("passkeys", () => answer(response))
  expect([failed.status, await errorOf(failed)]).toEqual([
    500,
    "Impossible de vous connecter pour l’instant. Réessayez dans un instant.",
  ])
  expect(takeLoggedErrors()).not.toEqual([])
})
