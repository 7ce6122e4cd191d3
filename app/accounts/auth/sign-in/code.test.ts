import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { send } from "#test/app.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { giveApp, givePasskey, giveRecoveryCodes, otherThan } from "#test/factors.ts"
import { storedRows } from "#test/factories.ts"
import { useOutbox } from "#test/outbox.ts"
import {
  alertOf,
  createUser,
  followAs,
  isSignedIn,
  PASSWORD,
  readPage,
  sendForm,
  sessionCookie,
  visitAs,
} from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

const EMAIL = "awa@cko.test"
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
const RECOVERY = "/auth/code?secours"
let person = { id: "", email: EMAIL }
let code: (shift?: number) => string

const outbox = useOutbox()
useDatabase()
beforeEach(async () => {
  person = await createUser("admin", EMAIL)
  code = await giveApp(person)
})

const typePassword = (address = "192.0.2.1") =>
  sendForm("/auth", { email: EMAIL, password: PASSWORD }, { "X-Forwarded-For": address })

/** The cookie of somebody who typed the right password. */
async function begin(address?: string) {
  const cookies = (await typePassword(address)).headers.getSetCookie()
  return cookies.find((line) => line.startsWith("cko_sign_in="))?.split(";")[0] ?? ""
}

const type = (typed: string, cookie: string, path = "/auth/code", headers: Record<string, string> = {}) =>
  sendForm(path, { code: typed }, { cookie, "User-Agent": FIREFOX, ...headers })

test("13.6, 26.1 a password leads on to the code, with nothing but a key for ten minutes", async () => {
  const response = await typePassword()
  expect([response.status, response.headers.get("location")]).toEqual([302, "/auth/code"])
  const cookies = response.headers.getSetCookie()
  expect(cookies).toHaveLength(1)
  expect(cookies[0]).toMatch(
    /^cko_sign_in=[^;]+; Max-Age=600; Path=\/auth; .*HttpOnly; Secure; SameSite=Lax$/,
  )
  const [, key = ""] = /^cko_sign_in=([^;]+)/.exec(cookies[0] ?? "") ?? []
  const secret = JSON.parse(Buffer.from(decodeURIComponent(key), "base64").toString()) as string
  expect(JSON.stringify(await storedRows("verifications"))).not.toContain(secret)
  expect(await storedRows("sessions")).toEqual([])
})

test("a code is asked for as browsers and authenticator apps like it", async () => {
  const shown = await visitAs(await begin(), "/auth/code")
  expect([shown.status, shown.get("h1").text]).toEqual([200, "Vérification"])
  const { attributes } = shown.get("input", { name: "code" })
  expect([attributes.inputmode, attributes.autocomplete]).toEqual(["numeric", "one-time-code"])
  expect(shown.get("a", { href: RECOVERY }).text).toBe("Utiliser un code de secours")
  expect(shown.text).not.toContain("clé d’accès")
  expect(shown.headers.get("cache-control")).toContain("no-store")
})

test("a right code signs in, with spaces as the app shows it, and once only", async () => {
  const cookie = await begin()
  const right = code()
  const response = await type(` ${right.slice(0, 3)} ${right.slice(3)} `, cookie)
  expect([response.status, response.headers.get("location")]).toEqual([302, "/"])
  expect((await followAs("", response)).text).toContain("Connexion réussie ! Bienvenue sur CKO")
  expect(await isSignedIn(sessionCookie(response) ?? "")).toBe(true)
  expect(response.headers.getSetCookie().join()).toMatch(/cko_sign_in=;[^,]*Max-Age=0/)
  // The key is used up, here and elsewhere, and so is the code.
  const again = await type(code(30), cookie)
  expect([again.headers.get("location"), sessionCookie(again)]).toEqual(["/auth", undefined])
  expect((await type(right, await begin())).status).toBe(401)
})

test.each([-30, 30])("a right code is one of a clock that is %i seconds off", async (shift) => {
  // The first code, of 30 seconds ago, made the app known.
  await db.execute(sql`update totp_secrets set last_step = 0`)
  expect((await type(code(shift), await begin())).status).toBe(302)
})

test.each([-60, 60])("a code of a clock that is %i seconds off is refused", async (shift) => {
  await db.execute(sql`update totp_secrets set last_step = 0`)
  expect((await type(code(shift), await begin())).status).toBe(401)
})

test("a wrong code says so, and is not sent back", async () => {
  const cookie = await begin()
  const response = await type(otherThan(code()), cookie)
  expect([response.status, sessionCookie(response)]).toEqual([401, undefined])
  const shown = await readPage(response)
  expect(shown.get("div", { role: "alert" }).text).toBe(
    "Erreur de connexion Ce code n’est pas le bon, ou il a déjà servi. Attendez le suivant, puis réessayez.",
  )
  expect(shown.html).not.toContain(otherThan(code()))
  expect((await type(code(), cookie)).status).toBe(302)
})

test.each([
  ["", "Le code est requis"],
  ["  ", "Le code est requis"],
  ["1".repeat(101), "Le code est trop long"],
])("a code of nothing or too much is refused without being tried (%#)", async (typed, message) => {
  const response = await type(typed, await begin())
  expect([response.status, await alertOf(response)]).toEqual([400, `Erreur de validation ${message}`])
})

test("13.6, 21 five wrong codes of the app wait 15 minutes, from wherever they come", async () => {
  for (let n = 1; n <= 5; n += 1) await type(otherThan(code()), await begin(`192.0.2.${n}`))
  const refused = await type(code(), await begin("198.51.100.1"))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(14 * 60)
  expect(await alertOf(refused)).toBe("Erreur de connexion Trop de tentatives. Réessayez dans 15 minutes.")
  const other = await createUser("user", "bob@cko.test")
  const theirs = await giveApp(other)
  const cookies = await sendForm("/auth", { email: other.email, password: PASSWORD })
  expect((await followAs("", cookies)).status).toBe(200)
  const cookie = cookies.headers.getSetCookie()[0]?.split(";")[0] ?? ""
  expect((await type(theirs(), cookie)).status).toBe(302)
})

test("five wrong codes for recovery wait 15 minutes at the address they come from", async () => {
  const from = (address: string) => ({ "X-Forwarded-For": address })
  const [recovery = ""] = await giveRecoveryCodes(person)
  for (let n = 1; n <= 5; n += 1) await type("faux", await begin(), RECOVERY, from("192.0.2.1"))
  expect((await type(recovery, await begin(), RECOVERY, from("192.0.2.1"))).status).toBe(429)
  expect((await type(recovery, await begin(), RECOVERY, from("192.0.2.2"))).status).toBe(302)
})

test("who knows the password keeps its owner out of neither a known browser nor the recovery codes", async () => {
  const [recovery = ""] = await giveRecoveryCodes(person)
  const known = (await type(code(), await begin())).headers.getSetCookie()
  const device = known.find((line) => line.startsWith("cko_device="))?.split(";")[0] ?? ""
  const thief = { "X-Forwarded-For": "198.51.100.1" }
  for (let n = 1; n <= 6; n += 1) {
    await type(otherThan(code()), await begin(), "/auth/code", thief)
    await type("faux", await begin(), RECOVERY, thief)
  }
  expect((await type(code(30), await begin())).status).toBe(429)
  expect((await type(code(30), `${await begin()}; ${device}`)).status).toBe(302)
  expect((await type(recovery, await begin(), RECOVERY)).status).toBe(302)
})

test("guessing at once gets no further than guessing one by one, from wherever it comes", async () => {
  const cookies = await Promise.all(Array.from({ length: 30 }, (_, n) => begin(`192.0.2.${n}`)))
  const responses = await Promise.all(cookies.map((cookie) => type(otherThan(code()), cookie)))
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(25)
})

test("a right code forgets the wrong ones before it", async () => {
  const cookie = await begin()
  for (let n = 0; n < 4; n += 1) await type(otherThan(code()), cookie)
  expect((await type(code(), cookie)).status).toBe(302)
  const next = await begin()
  for (let n = 0; n < 5; n += 1) expect((await type(otherThan(code()), next)).status).toBe(401)
})

test("of ten who come with one code at once, each after the password, one gets in", async () => {
  const cookies = await Promise.all(Array.from({ length: 4 }, (_, n) => begin(`192.0.2.${n}`)))
  const right = code()
  const responses = await Promise.all(cookies.map((cookie) => type(right, cookie)))
  expect(responses.filter(({ status }) => status === 302)).toHaveLength(1)
  expect(await storedRows("sessions")).toHaveLength(1)
})

test("one pending sign-in makes one session, whatever comes with it at once", async () => {
  const cookie = await begin()
  const codes = await giveRecoveryCodes(person)
  const responses = await Promise.all(codes.slice(0, 4).map((typed) => type(typed, cookie, RECOVERY)))
  expect(responses.filter((response) => sessionCookie(response))).toHaveLength(1)
  expect(await storedRows("sessions")).toHaveLength(1)
  expect(await storedRows("recovery_codes")).toHaveLength(9)
})

test("a recovery code signs in once, however it is copied, and its owner hears of it", async () => {
  const [typed = "", another = ""] = await giveRecoveryCodes(person)
  const cookie = await begin()
  const shown = await visitAs(cookie, RECOVERY)
  expect(shown.get("a", { href: "/auth/code" }).text).toBe("Utiliser l’application d’authentification")
  expect((await type(typed, cookie)).status).toBe(401)
  const response = await type(` ${typed.toUpperCase().replaceAll("-", " ")}`, cookie, RECOVERY)
  expect(response.headers.get("location")).toBe("/")
  expect((await type(typed, await begin(), RECOVERY)).status).toBe(401)
  const mails = (await outbox.mails()).filter(({ headers }) => headers.subject?.includes("secours"))
  expect(mails).toHaveLength(1)
  const text = mails[0]?.text ?? ""
  expect(mails[0]?.headers.to).toBe(EMAIL)
  expect(text).toMatch(/Le \d{1,2}(er)? \S+ \d{4} à \d\d:\d\d \(heure de Paris\), Firefox sur Windows/)
  expect(text).toContain("Il vous reste 9 codes de secours.")
  expect(text).toContain("https://cko.test/auth/forgot-password")
  expect(text).not.toContain(typed)
  expect(await storedRows("audit_log")).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: "use-code", kind: "factor", actor: EMAIL, actor_id: person.id }),
      expect.objectContaining({ action: "sign-in", title: "Mot de passe et code de secours" }),
    ]),
  )
  const stored = JSON.stringify([await storedRows("audit_log"), await storedRows("mails")])
  expect(stored).not.toContain(another)
})

test("of four who come with one recovery code at once, one gets in", async () => {
  const [typed = ""] = await giveRecoveryCodes(person)
  const cookies = await Promise.all(Array.from({ length: 4 }, (_, n) => begin(`192.0.2.${n}`)))
  const responses = await Promise.all(cookies.map((cookie) => type(typed, cookie, RECOVERY)))
  expect(responses.filter(({ status }) => status === 302)).toHaveLength(1)
  expect([await storedRows("sessions"), await storedRows("recovery_codes")]).toEqual([
    [expect.anything()],
    expect.objectContaining({ length: 9 }),
  ])
})

test("codes of others are none", async () => {
  const other = await createUser()
  const theirs = await giveApp(other)
  const [typed = ""] = await giveRecoveryCodes(other)
  const cookie = await begin()
  expect((await type(theirs(), cookie)).status).toBe(401)
  expect((await type(typed, cookie, RECOVERY)).status).toBe(401)
})

test.each([
  ["without", ""],
  ["of nobody", "cko_sign_in=ImFiYyI%3D"],
  ["of no text", "cko_sign_in=e30%3D"],
  ["made up", "cko_sign_in=%00"],
])("a page for codes with a cookie %s leads to the password", async (_, cookie) => {
  for (const response of [
    await send("/auth/code", { headers: { cookie } }),
    await type(code(), cookie),
    await type("", cookie),
  ]) {
    expect(response.headers.get("location")).toBe("/auth")
    expect((await followAs("", response)).text).toContain(
      "Connexion expirée Tapez à nouveau votre mot de passe.",
    )
  }
})

test.each([
  ["after ten minutes", sql`update verifications set expires_at = now() - interval '1 second'`],
  ["with the password", sql`update accounts set password = 'another'`],
  ["with the account", sql`delete from users`],
  ["with the last factor", sql`delete from totp_secrets`],
])("a pending sign-in ends %s", async (_, end) => {
  const cookie = await begin()
  expect((await send("/auth/code", { headers: { cookie } })).status).toBe(200)
  await db.execute(end)
  const shown = await send("/auth/code", { headers: { cookie } })
  expect(shown.headers.get("location")).toBe("/auth")
  const response = await type(code(), cookie)
  expect([
    response.status === 302 && response.headers.get("location") === "/",
    sessionCookie(response),
  ]).toEqual([false, undefined])
})

test("an account with passkeys only is asked for one, or for a recovery code", async () => {
  await db.execute(sql`delete from totp_secrets`)
  await givePasskey(person)
  const cookie = await begin()
  const shown = await visitAs(cookie, "/auth/code")
  expect(shown.all("input", { name: "code" })).toEqual([])
  expect(shown.text).toContain("Se connecter avec une clé d’accès")
  const [typed = ""] = await giveRecoveryCodes(person)
  expect((await visitAs(cookie, RECOVERY)).text).toContain("Utiliser une clé d’accès")
  expect((await type("123456", cookie)).status).toBe(401)
  expect((await type(typed, cookie, RECOVERY)).status).toBe(302)
})

test("a wrong code is in the log, without what was typed", async () => {
  await type(otherThan(code()), await begin())
  const rows = await storedRows("audit_log")
  expect(rows).toMatchObject([
    { action: "sign-in-failed", actor: EMAIL, actor_role: "admin", title: "Mot de passe et code" },
  ])
  expect(JSON.stringify(rows)).not.toContain(otherThan(code()))
})

test("a code that cannot be checked is apologised for", async () => {
  const cookie = await begin()
  const response = await withoutTable("rate_limits", () => type(code(), cookie))
  expect([response.status, await alertOf(response)]).toEqual([
    500,
    "Erreur Impossible de vous connecter pour l’instant. Réessayez dans un instant.",
  ])
  expect(takeLoggedErrors()).not.toEqual([])
})

test("who is signed in needs no code", async () => {
  const signedIn = sessionCookie(await type(code(), await begin())) ?? ""
  expect((await send("/auth/code", { headers: { cookie: signedIn } })).headers.get("location")).toBe("/")
  expect((await type("123456", signedIn)).headers.get("location")).toBe("/")
})
