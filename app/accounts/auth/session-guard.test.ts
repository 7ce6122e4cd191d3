import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { passkeys, totpSecrets } from "#app/db/schema/accounts.server.ts"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { createUser, isSignedIn, PASSWORD } from "#test/people.ts"
import { changePassword, signIn, startSession } from "./auth.server.ts"
import { withFactorProved } from "./session-guard.server.ts"

const EMAIL = "awa@cko.test"
const BROWSER = new Headers({ "User-Agent": "Firefox" })
let userId = ""

useDatabase()
beforeEach(async () => {
  userId = (await createUser("user", EMAIL)).id
})

const addTotp = (confirmedAt: Date | null = new Date()) =>
  db.insert(totpSecrets).values({ userId, secret: "x", confirmedAt })
const addPasskey = () => db.insert(passkeys).values({ id: "p", userId, name: "Clé", publicKey: "x" })
const cookieOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ")
const withPassword = (password = PASSWORD) => signIn({ email: EMAIL, password }, BROWSER)

test("a session is started without a password, for the browser that asks", async () => {
  const cookie = cookieOf(await startSession(userId, BROWSER, "Mot de passe"))
  expect(await isSignedIn(cookie)).toBe(true)
  expect(await storedRows("sessions")).toMatchObject([{ user_id: userId, user_agent: "Firefox" }])
})

test("a session is started for nobody who is gone", async () => {
  await expect(startSession("gone", BROWSER, "Mot de passe")).rejects.toMatchObject({
    body: { code: "USER_NOT_FOUND" },
  })
})

test.each([
  ["an authenticator app", addTotp],
  ["a passkey", addPasskey],
])("13.6 a session of an account with %s is made for who proved it only", async (_, add) => {
  await add()
  expect(await withPassword()).toEqual({ outcome: "factor", userId })
  expect(await withPassword("Mauvais123")).toEqual({ outcome: "wrong" })
  const refused = { body: { code: "FACTOR_REQUIRED" } }
  await expect(startSession(userId, BROWSER, "Mot de passe")).rejects.toMatchObject(refused)
  const other = await createUser()
  await expect(
    withFactorProved(other.id, () => startSession(userId, BROWSER, "Mot de passe")),
  ).rejects.toMatchObject(refused)
  expect(await storedRows("sessions")).toEqual([])
  const proved = await withFactorProved(userId, () => startSession(userId, BROWSER, "Mot de passe"))
  expect(await isSignedIn(cookieOf(proved))).toBe(true)
  await expect(startSession(userId, BROWSER, "Mot de passe")).rejects.toMatchObject(refused)
})

test("a session needs no authenticator app whose first code was never typed", async () => {
  await addTotp(null)
  expect(await withPassword()).toMatchObject({ outcome: "signed-in" })
})

test("a session goes on when its owner, with a factor, changes the password", async () => {
  await addTotp()
  const cookie = cookieOf(await withFactorProved(userId, () => startSession(userId, BROWSER, "Mot de passe")))
  const changed = await changePassword(userId, PASSWORD, "Crochet99", new Headers({ cookie }))
  expect([await isSignedIn(cookie), changed && (await isSignedIn(cookieOf(changed)))]).toEqual([false, true])
})
