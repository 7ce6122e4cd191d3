import { beforeEach, expect, test } from "vitest"
import { useDatabase } from "#test/database.ts"
import { createUser, PASSWORD, readPage, sendForm, sessionCookie } from "#test/people.ts"
import { countSignIn } from "./attempts.server.ts"

const EMAIL = "awa@cko.test"

useDatabase()
beforeEach(async () => void (await createUser("user", EMAIL)))

const signIn = (password: string, address: string, cookie = "", email = EMAIL) =>
  sendForm("/auth", { email, password }, { "X-Forwarded-For": address, cookie })
const guess = (address: string, cookie?: string) => signIn("Mauvais123", address, cookie)

/** The cookie by which the browser is known from now on. */
function deviceOf(response: Response) {
  const line = response.headers.getSetCookie().find((one) => one.startsWith("cko_device="))
  return { line, pair: line?.split(";")[0] ?? "" }
}

/** Thirty guesses from as many addresses: counted, without taking the time of as many passwords. */
async function guessFromEverywhere() {
  for (let n = 1; n <= 30; n += 1) {
    await countSignIn({ address: `203.0.113.${n}`, email: EMAIL, deviceKey: undefined })
  }
}

test("an IPv6 network guesses as one address, and an IPv4 address in either spelling", async () => {
  for (let n = 1; n <= 5; n += 1) expect((await guess(`2001:db8:1:2::${n}`)).status).toBe(401)
  expect((await guess("2001:db8:1:2:ffff::1")).status).toBe(429)
  expect((await guess("2001:db8:1:3::1")).status).toBe(401)
  for (let n = 1; n <= 5; n += 1) await guess(n % 2 ? "192.0.2.1" : "::ffff:192.0.2.1")
  expect((await guess("::ffff:c000:201")).status).toBe(429)
})

test("21 guesses from everywhere come to an end, and their owner knows a way in", async () => {
  await guessFromEverywhere()
  const refused = await signIn(PASSWORD, "198.51.100.1")
  expect(refused.status).toBe(429)
  expect((await readPage(refused)).get("div", { role: "alert" }).text).toMatch(
    /^Erreur de connexion Trop de tentatives. Réessayez dans 60 minutes. Pour entrer sans attendre, passez par «.Mot de passe oublié.\?.»\.$/,
  )
  expect((await signIn(PASSWORD, "198.51.100.1", "", "bob@cko.test")).status).toBe(401)
})

test("an owner's browser is known, and let in whatever goes on elsewhere", async () => {
  const { line, pair } = deviceOf(await signIn(PASSWORD, "192.0.2.1"))
  expect(line).toMatch(/; Max-Age=31536000; Path=\/auth; .*HttpOnly; Secure; SameSite=Lax$/)
  expect(decodeURIComponent(pair)).not.toContain("awa")
  await guessFromEverywhere()
  const entered = await signIn(PASSWORD, "198.51.100.1", pair)
  expect([entered.status, sessionCookie(entered)]).toEqual([302, expect.any(String)])
})

test("in a known browser, too, five guesses are enough, whatever address it moves to", async () => {
  const { pair } = deviceOf(await signIn(PASSWORD, "192.0.2.1"))
  for (let n = 1; n <= 5; n += 1) expect((await guess(`192.0.2.${n}`, pair)).status).toBe(401)
  expect((await guess("192.0.2.9", pair)).status).toBe(429)
})

test("a browser is known for its own account only, and by nothing that somebody made up", async () => {
  await createUser("user", "bob@cko.test")
  const { pair } = deviceOf(await signIn(PASSWORD, "192.0.2.1", "", "bob@cko.test"))
  await guessFromEverywhere()
  for (const cookie of [pair, `${pair}x`, "cko_device=", "cko_device=e30=.x", pair.replace(/=./, "=f")]) {
    expect((await signIn(PASSWORD, "198.51.100.1", cookie)).status).toBe(429)
  }
})
