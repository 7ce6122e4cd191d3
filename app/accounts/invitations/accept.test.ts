import { sql } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { ROLES } from "#app/kit/lib/roles.ts"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { createInvitation } from "#test/invitations.ts"
import {
  createUser,
  fieldProblems,
  followAs,
  isSignedIn,
  PASSWORD,
  readPage,
  sendForm,
  sessionCookie,
  signInAs,
  visitAs,
} from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

const LEA = "lea@cko.test"
const FORBIDDEN = "Ce champ contient un caractère interdit"
const DAY_MS = 86_400_000
let admin = { id: "" }

useDatabase()
beforeEach(async () => {
  admin = await createUser("admin", "awa@cko.test")
})
afterEach(() => {
  vi.useRealTimers()
})

const accept = (link: string, fields: Record<string, string> = {}, headers: HeadersInit = {}) =>
  sendForm(link, { intent: "password", password: PASSWORD, confirmation: PASSWORD, ...fields }, headers)
const accountOf = async (email: string) => (await storedRows("users")).find((user) => user.email === email)
const stored = () => storedRows("invitations")
const titleOf = async (link: string, cookie = "") => {
  const { status, ...page } = await visitAs(cookie, link)
  return [status, page.get("h1").text]
}

test.each(ROLES)("who is invited as %s chooses a password, has that role and is signed in", async (role) => {
  const { link, id } = await createInvitation({ email: LEA, role })
  const response = await accept(link)
  expect([response.status, response.headers.get("location")]).toEqual([302, "/admin/settings"])
  const cookie = sessionCookie(response) ?? ""
  expect((await followAs("", response)).text).toContain("Bienvenue !")
  expect(await isSignedIn(cookie)).toBe(true)
  const account = await accountOf(LEA)
  expect(account).toMatchObject({ role, email_verified: true })
  expect(await isSignedIn(await signInAs(LEA))).toBe(true)
  expect(await stored()).toEqual([])
  expect(await storedRows("profiles")).toMatchObject([{ user_id: account?.id, first_name: "" }])
  expect(await storedRows("audit_log")).toContainEqual(
    expect.objectContaining({
      action: "accept",
      kind: "invitation",
      item_id: String(id),
      title: LEA,
      actor: LEA,
      actor_id: account?.id,
      actor_role: role,
    }),
  )
})

test("the link says who invites whom to what, and changes nothing however often it is opened", async () => {
  const { link } = await createInvitation({ email: LEA })
  for (const method of ["GET", "HEAD", "GET"]) expect((await send(link, { method })).status).toBe(200)
  const shown = await visitAs("", link)
  expect(shown.get("h1").text).toBe("Rejoignez CKO")
  expect(shown.get("main").text).toContain("awa@cko.test vous invite avec le rôle « Membre de l’équipe »")
  expect(shown.get("main").text).toContain(LEA)
  expect(shown.get("meta", { name: "robots" }).attributes.content).toContain("noindex")
  expect(shown.headers.get("cache-control")).toContain("no-store")
  expect(shown.headers.get("referrer-policy")).toBe("same-origin")
  expect([await stored(), await storedRows("users")].map(({ length }) => length)).toEqual([1, 1])
})

test("14.4 a link works once", async () => {
  const { link } = await createInvitation({ email: LEA })
  await accept(link)
  expect(await titleOf(link)).toEqual([404, "Invitation close"])
  const again = await accept(link, { password: "Crochet99", confirmation: "Crochet99" })
  expect([again.status, (await readPage(again)).get("h1").text]).toEqual([404, "Invitation close"])
  expect(await isSignedIn(await signInAs(LEA))).toBe(true)
})

test("of several who use a link at once exactly one wins", async () => {
  const { link } = await createInvitation({ email: LEA })
  const responses = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => accept(link, { password: `Crochet9${n}`, confirmation: `Crochet9${n}` })),
  )
  const won = responses.filter(({ status }) => status === 302)
  expect(won).toHaveLength(1)
  for (const { status } of responses) expect([302, 404, 409]).toContain(status)
  expect((await storedRows("users")).map(({ email }) => email).toSorted()).toEqual(["awa@cko.test", LEA])
  expect(await storedRows("accounts")).toHaveLength(2)
})

test("14.4 a link is good for a week", async () => {
  const { link } = await createInvitation({ email: LEA })
  const at = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms })
  at(7 * DAY_MS - 60_000)
  expect((await titleOf(link))[0]).toBe(200)
  at(61_000)
  expect(await titleOf(link)).toEqual([404, "Invitation close"])
  expect((await accept(link)).status).toBe(404)
  expect(await accountOf(LEA)).toBeUndefined()
  expect(await stored()).toHaveLength(1)
})

test.each([
  ["moderator", "admin"],
  ["user", "user"],
] as const)("an invitation by who is %s now lets nobody in as %s", async (role, invitedAs) => {
  const bob = await createUser("admin", "bob@cko.test")
  const { link } = await createInvitation({ email: LEA, role: invitedAs, invitedBy: bob.id })
  await db.execute(sql`update users set role = ${role} where id = ${bob.id}`)
  expect(await titleOf(link)).toEqual([404, "Invitation close"])
  expect((await accept(link)).status).toBe(404)
  expect(await accountOf(LEA)).toBeUndefined()
  await db.execute(sql`delete from users where id = ${bob.id}`)
  expect((await accept(link)).status).toBe(404)
})

test("who loses the role while somebody accepts lets them in before, or not at all", async () => {
  const bob = await createUser("admin", "bob@cko.test")
  const { link } = await createInvitation({ email: LEA, role: "admin", invitedBy: bob.id })
  const cookie = await signInAs("awa@cko.test")
  const [accepted] = await Promise.all([
    accept(link),
    sendForm("/admin/users", { intent: "role", id: bob.id, role: "user" }, { cookie }),
  ])
  expect((await accountOf(LEA)) !== undefined).toBe(accepted.status === 302)
})

describe("other links", () => {
  const BAD = [
    "",
    "x",
    "a".repeat(42),
    "a".repeat(43),
    "a".repeat(44),
    "%00",
    "a".repeat(42) + "%00",
    "%FF",
    "’".repeat(43),
    "a".repeat(5_000),
    "' or 1=1 --",
  ]
  test.each(BAD)("the key %j opens nothing", async (key) => {
    await createInvitation({ email: LEA })
    const link = `/auth/invitation?cle=${key}`
    expect(await titleOf(link)).toEqual([404, "Invitation close"])
    expect((await accept(link)).status).toBe(404)
    expect(await storedRows("users")).toHaveLength(1)
  })

  test("without a key, or with the stored digest in its place, nothing opens", async () => {
    await createInvitation({ email: LEA })
    const [row] = await stored()
    expect(await titleOf("/auth/invitation")).toEqual([404, "Invitation close"])
    expect(await titleOf(`/auth/invitation?cle=${row?.digest}`)).toEqual([404, "Invitation close"])
  })
})

test.each<[fields: Record<string, string>, problems: Record<string, string>]>([
  [{ password: "court" }, { "Mot de passe": "Le mot de passe doit contenir au moins 8 caractères" }],
  [{ password: `Aa1${"a".repeat(70)}` }, { "Mot de passe": "Le mot de passe est trop long" }],
  [{ password: "minuscule1" }, { "Mot de passe": "Le mot de passe doit contenir au moins une majuscule" }],
  [{ confirmation: "Autre1234" }, { "Confirmer le mot de passe": "Les mots de passe ne correspondent pas" }],
  [{ password: "Upper\0cut8" }, { "Mot de passe": FORBIDDEN, "Confirmer le mot de passe": FORBIDDEN }],
])("the password %o is refused, and never sent back", async (fields, problems) => {
  const { link } = await createInvitation({ email: LEA })
  const response = await accept(link, {
    ...(fields.password && { confirmation: fields.password }),
    ...fields,
  })
  expect(response.status).toBe(400)
  const page = await readPage(response)
  expect(fieldProblems(page.get("main"))).toEqual(problems)
  expect(page.html).not.toContain(PASSWORD)
  expect([await stored(), await storedRows("users")].map(({ length }) => length)).toEqual([1, 1])
})

test("a link reads no hundred thousand fields", async () => {
  const { link } = await createInvitation({ email: LEA })
  const fields = new URLSearchParams({ intent: "password", password: PASSWORD, confirmation: PASSWORD })
  for (let n = 0; n < 100_000; n += 1) fields.append("e", "")
  expect([400, 413]).toContain((await sendForm(link, fields)).status)
  expect(await stored()).toHaveLength(1)
})

test("what is sent beside the password changes neither address nor role", async () => {
  const { link } = await createInvitation({ email: LEA, role: "user" })
  await accept(link, { email: "autre@cko.test", role: "admin", id: admin.id, emailVerified: "" })
  expect(await accountOf(LEA)).toMatchObject({ role: "user" })
  expect(await storedRows("users")).toHaveLength(2)
})

test("who signed up meanwhile is told so, keeps their password and role", async () => {
  const { link } = await createInvitation({ email: LEA, role: "admin" })
  await createUser("user", LEA)
  expect(await titleOf(link)).toEqual([409, "Compte existant"])
  const response = await accept(link, { password: "Crochet99", confirmation: "Crochet99" })
  expect(response.status).toBe(409)
  expect((await readPage(response)).text).toContain(`Un compte existe déjà pour ${LEA}`)
  expect(await accountOf(LEA)).toMatchObject({ role: "user" })
  expect(await isSignedIn(await signInAs(LEA))).toBe(true)
})

test("who signs up and accepts at the same moment has one account", async () => {
  const { link } = await createInvitation({ email: LEA })
  const fields = { email: LEA, password: PASSWORD, confirmation: PASSWORD }
  await Promise.all([accept(link), sendForm("/auth?onglet=inscription", fields)])
  expect((await storedRows("users")).filter(({ email }) => email === LEA)).toHaveLength(1)
})

test("who is signed in as somebody else is told so, and accepts nothing by mistake", async () => {
  const { link } = await createInvitation({ email: LEA })
  const cookie = await signInAs("awa@cko.test")
  const shown = await visitAs(cookie, link)
  expect([shown.status, shown.get("h1").text]).toEqual([409, "Déjà connecté"])
  expect(shown.get("main").text).toContain("vous êtes connecté avec le compte awa@cko.test")
  expect(shown.get("main").get("form").attributes.action).toBe("/auth/sign-out")
  expect((await accept(link, {}, { cookie })).status).toBe(409)
  expect([await stored(), await storedRows("users")].map(({ length }) => length)).toEqual([1, 1])
})

test("nobody is half invited: what fails changes nothing, and the link still works", async () => {
  const { link } = await createInvitation({ email: LEA })
  await db.execute(sql`alter table audit_log add constraint refused check (action <> 'accept')`)
  const response = await accept(link)
  await db.execute(sql`alter table audit_log drop constraint refused`)
  expect([response.status, takeLoggedErrors().length > 0]).toEqual([500, true])
  expect((await readPage(response)).text).toContain("Impossible de créer le compte pour l’instant.")
  expect([await stored(), await storedRows("users")].map(({ length }) => length)).toEqual([1, 1])
  expect((await accept(link)).status).toBe(302)
})

test("another site cannot accept for anybody", async () => {
  const { link } = await createInvitation({ email: LEA })
  const response = await accept(link, {}, { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" })
  expect(response.status).toBe(403)
  expect(await stored()).toHaveLength(1)
})
