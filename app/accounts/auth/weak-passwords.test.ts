import { expect, test } from "vitest"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { alertOf, createUser, PASSWORD, sendForm, signInAs } from "#test/people.ts"
import { findWeakness } from "./weak-passwords.server.ts"

const COMMON = "Ce mot de passe est l’un des plus courants : choisissez-en un que personne ne devinerait"
const KNOWN = "Le mot de passe ne doit pas être fait du nom du site ou de votre adresse"

useDatabase()

test.each([
  ["Password1", COMMON],
  ["Password1!", COMMON],
  ["!!Qwerty123", COMMON],
  ["TrustNo1", COMMON],
  ["Cko12345", KNOWN],
  ["Maïmouna1", KNOWN],
  ["Maimouna.Diallo1", KNOWN],
  ["CkoMaimouna2026", KNOWN],
  ["Crochet99", undefined],
  ["Uppercut8", undefined],
  ["Maimouna aime le jazz 3", undefined],
  ["Backock7", undefined],
  [`A${"a".repeat(70)}1`, undefined],
])("the password %j is answered by %j", async (password, expected) => {
  expect(await findWeakness(password, "maimouna.diallo@radio.example")).toBe(expected)
})

test("a weak password is refused at sign-up, and kept by no one", async () => {
  const fields = { email: "awa@cko.test", password: "Password1", confirmation: "Password1" }
  const response = await sendForm("/auth?onglet=inscription", fields)
  expect([response.status, await alertOf(response)]).toEqual([400, `Erreur de validation ${COMMON}`])
  expect(await storedRows("users")).toEqual([])
})

test("a weak password is refused where one's own or somebody else's is set", async () => {
  await createUser("admin", "awa@cko.test")
  const cookie = await signInAs("awa@cko.test")
  const change = { intent: "password", current: PASSWORD, password: "Password1", confirmation: "Password1" }
  const own = await sendForm("/admin/settings", change, { cookie })
  expect([own.status, await own.text()]).toEqual([400, expect.stringContaining(COMMON)])
  const created = { intent: "create", email: "bob@cko.test", password: "Bob12345", role: "user" }
  const other = await sendForm("/admin/users", created, { cookie })
  expect([other.status, await other.text()]).toEqual([400, expect.stringContaining(KNOWN)])
  expect(await signInAs("awa@cko.test")).not.toBe("")
})
