import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { send } from "#test/app.ts"
import { openTestDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import type { Part } from "#test/html.ts"
import {
  createUser,
  fieldProblems,
  filledForm,
  followAs,
  isSignedIn,
  PASSWORD,
  readPage,
  sendForm,
  signInAs,
  signInAsNew,
  visitAs,
} from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

const PATH = "/admin/users"
let cookie = ""

beforeAll(openTestDatabase)
beforeAll(async () => {
  cookie = await signInAsNew("admin", "awa@cko.test")
})
beforeEach(async () => {
  await db.execute(sql`delete from users where email <> 'awa@cko.test'`)
  await db.execute(sql`update users set role = 'admin'`)
})

const post = (fields: Record<string, string>, as = cookie) => sendForm(PATH, fields, { cookie: as })
const rolesByEmail = async () =>
  Object.fromEntries((await storedRows("users")).map(({ email, role }) => [email, role]))

test("14.1 the list shows people, newest first, with their roles and dates in French", async () => {
  await createUser("moderator", "yanis@cko.test")
  await createUser("user", "lea@cko.test")
  await db.execute(sql`update users set created_at = '2026-03-03T23:30Z' where email = 'lea@cko.test'`)
  await db.execute(sql`update users set created_at = '2026-02-01T12:00Z' where email = 'yanis@cko.test'`)
  await db.execute(sql`update users set created_at = '2026-01-01T12:00Z' where email = 'awa@cko.test'`)
  const shown = await visitAs(cookie, PATH)
  expect(shown.get("h1").text).toBe("Gestion des utilisateurs")
  expect(shown.all("th").map(({ text }) => text)).toEqual(["Email", "Rôle", "Date de création", "Actions"])
  expect(rowsOf(shown)).toEqual([
    ["lea@cko.test", "Utilisateur", "4 mars 2026"],
    ["yanis@cko.test", "Modérateur Sans second facteur Modérer", "1er février 2026"],
    ["awa@cko.test (vous)", "Administrateur Sans second facteur", "1er janvier 2026"],
  ])
  expect(shown.get("p", { role: "status" }).text).toBe("3 utilisateurs")
  const buttons = shown.all("button").map(({ text }) => text)
  expect(buttons).toContain("Modifier le rôle : lea@cko.test")
  expect(buttons).toContain("Supprimer : lea@cko.test")
  expect(buttons).toContain("Créer un utilisateur")
})

test.each([
  ["YANIS", ["yanis@cko.test"]],
  ["_", ["le_a@cko.test"]],
  ["%", []],
])("the list finds %j by address", async (search, expected) => {
  await createUser("user", "yanis@cko.test")
  await createUser("user", "le_a@cko.test")
  const shown = await visitAs(cookie, `${PATH}?${new URLSearchParams({ q: search })}`)
  expect(rowsOf(shown).map(([email]) => email)).toEqual(expected)
  expect(shown.text.includes("Rien ne correspond.")).toBe(expected.length === 0)
})

test("the list never holds a password, in the page or its data", async () => {
  for (const address of [PATH, `${PATH}.data`]) {
    const text = await (await send(address, { headers: { cookie } })).text()
    expect(text).toContain("awa@cko.test")
    expect(text).not.toMatch(/password"|scrypt|[0-9a-f]{32}:[0-9a-f]{32}/)
  }
})

describe("a new person", () => {
  const typed = {
    intent: "create",
    firstName: " Léa ",
    lastName: "Diop",
    email: " LEA@cko.test",
    birthDate: "1990-05-01",
    country: "Sénégal",
    role: "moderator",
  }

  test("14.2 a new person is created with a profile, and can sign in", async () => {
    const response = await post({ ...typed, password: PASSWORD })
    expect([response.status, response.headers.get("location")]).toEqual([302, PATH])
    expect((await followAs(cookie, response)).text).toContain("Utilisateur créé")
    const user = (await storedRows("users")).find(({ email }) => email === "lea@cko.test")
    expect(user).toMatchObject({ role: "moderator", email_verified: true })
    expect(await storedRows("profiles")).toEqual([
      {
        user_id: user?.id,
        first_name: "Léa",
        last_name: "Diop",
        birth_date: "1990-05-01",
        country: "Sénégal",
        display_name: "",
      },
    ])
    expect(await isSignedIn(await signInAs("lea@cko.test"))).toBe(true)
  })

  test("a new person is a user without a profile unless told otherwise", async () => {
    await post({ intent: "create", email: "lea@cko.test", password: PASSWORD })
    expect(await rolesByEmail()).toEqual({ "awa@cko.test": "admin", "lea@cko.test": "user" })
    expect(await storedRows("profiles")).toMatchObject([{ first_name: "", birth_date: null }])
  })

  test.each([
    [{ email: "lea@cko.test", password: "" }],
    [{ email: "", password: PASSWORD }],
    [{ email: "  ", password: PASSWORD }],
    [{ email: "", password: "" }],
  ])("14.2 a new person needs an address and a password: %o", async (wrong) => {
    const response = await post({ ...typed, ...wrong })
    expect(response.status).toBe(400)
    const form = newForm(await readPage(response))
    expect(form.get("div", { role: "alert" }).text).toBe("Erreur Email et mot de passe requis")
    expect(filledForm(form)).toEqual({ ...typed, ...wrong, password: "" })
    expect(await rolesByEmail()).toEqual({ "awa@cko.test": "admin" })
  })

  test("a new person cannot have an address that has an account", async () => {
    const response = await post({ ...typed, email: "AWA@cko.test ", password: PASSWORD })
    expect(response.status).toBe(400)
    const form = newForm(await readPage(response))
    expect(fieldProblems(form)).toEqual({ Email: "Un compte existe déjà avec cet email" })
    expect(filledForm(form)).toMatchObject({ lastName: "Diop", email: "AWA@cko.test ", password: "" })
    expect(await storedRows("profiles")).toEqual([])
  })

  test("a new person is created once by two clicks", async () => {
    const responses = await Promise.all([1, 2].map(() => post({ ...typed, password: PASSWORD })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([302, 400])
    expect(await storedRows("users")).toHaveLength(2)
  })

  test("a new person is not half created when something fails", async () => {
    await db.execute(sql`alter table profiles add constraint refused check (country <> 'Sénégal')`)
    const response = await post({ ...typed, password: PASSWORD })
    await db.execute(sql`alter table profiles drop constraint refused`)
    expect([response.status, takeLoggedErrors().length]).toEqual([500, 2])
    const form = newForm(await readPage(response))
    expect(form.get("div", { role: "alert" }).text).toBe("Erreur Impossible de créer l'utilisateur")
    expect(filledForm(form)).toEqual({ ...typed, password: "" })
    expect(await rolesByEmail()).toEqual({ "awa@cko.test": "admin" })
    expect(await storedRows("accounts")).toHaveLength(1)
  })
})

function rowsOf(shown: Part) {
  const [, ...rows] = shown.all("tr")
  return rows.map((row) =>
    row
      .all("td")
      .slice(0, 3)
      .map(({ text }) => text),
  )
}

function newForm(shown: Part) {
  return shown.get("form", { "aria-label": "Créer un utilisateur" })
}
