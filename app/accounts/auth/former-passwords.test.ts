import bcrypt from "bcryptjs"
import { expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { accounts } from "#app/db/schema/accounts.server.ts"
import { useDatabase } from "#test/database.ts"
import { alertOf, createUser, PASSWORD, sendForm, sessionCookie } from "#test/people.ts"
import { isFormerHash, isFormerPassword } from "./former-passwords.ts"

useDatabase()

const signIn = (password: string) => sendForm("/auth", { email: "awa@cko.test", password })
const kept = async () => (await db.select({ hash: accounts.password }).from(accounts))[0]?.hash ?? ""

test("who came with another site signs in by their password of there, which is then kept as all others are", async () => {
  await createUser("user", "awa@cko.test")
  const former = await bcrypt.hash(PASSWORD, 4)
  await db.update(accounts).set({ password: former })
  expect(await alertOf(await signIn("Pas-le-bon-84"))).toContain("incorrect")
  expect(await kept()).toBe(former)
  const first = await signIn(PASSWORD)
  expect(first.status).toBe(302)
  expect(sessionCookie(first)).not.toBe("")
  const ours = await kept()
  expect(isFormerHash(ours)).toBe(false)
  expect((await signIn(PASSWORD)).status).toBe(302)
  expect(await kept()).toBe(ours)
})

test("a password of another site is changed like any other", async () => {
  await createUser("user", "awa@cko.test")
  const cookie = sessionCookie(await signIn(PASSWORD)) ?? ""
  await db.update(accounts).set({ password: await bcrypt.hash(PASSWORD, 4) })
  const changed = { current: PASSWORD, password: "Autre-chose-84", confirmation: "Autre-chose-84" }
  const response = await sendForm("/admin/settings", { intent: "password", ...changed }, { cookie })
  expect(response.status).toBe(302)
  expect(isFormerHash(await kept())).toBe(false)
  expect((await signIn("Autre-chose-84")).status).toBe(302)
})

test.each([
  ["too much work", `$2b$31$${"a".repeat(53)}`],
  ["too short", "$2b$10$abc"],
  ["another way", "$argon2id$v=19$m=65536,t=3,p=4$abc$def"],
  ["nothing", ""],
])("what is no hash of the former backend (%s) is none, and compared with nothing", (_what, hash) => {
  expect(isFormerHash(hash)).toBe(false)
  expect(isFormerPassword({ password: "x", hash })).toBe(false)
})
