import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import type { Part } from "#test/html.ts"
import {
  PASSWORD,
  createUser,
  fieldProblems,
  filledForm,
  followAs,
  isSignedIn,
  openSession,
  readPage,
  sendForm,
  sessionCookie,
  signInAs,
  visitAs,
} from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

const PATH = "/admin/settings"
let cookie = ""
let user = { id: "" }

useDatabase()
beforeEach(async () => {
  user = await createUser("user", "awa@cko.test")
  cookie = await openSession(user)
})

const post = (fields: Record<string, string>, as = cookie) => sendForm(PATH, fields, { cookie: as })
const formOf = (shown: Part, name: string) => shown.get("form", { "aria-label": name })
const alertOf = async (response: Response, name: string) =>
  formOf(await readPage(response), name).get("div", { role: "alert" }).text

describe("the profile", () => {
  const typed = {
    intent: "profile",
    firstName: "Awa",
    lastName: "Diop",
    birthDate: "1990-05-01",
    country: "Mali",
  }

  test("the profile is empty at first, beside the address that stays", async () => {
    const shown = await visitAs(cookie, PATH)
    expect([shown.status, shown.get("h1").text]).toEqual([200, "Paramètres du compte"])
    const form = formOf(shown, "Profil")
    const email = form.get("input", { name: "email" }).attributes
    expect([email.value, "disabled" in email]).toEqual(["awa@cko.test", true])
    expect(filledForm(form)).toEqual({ ...typed, firstName: "", lastName: "", birthDate: "", country: "" })
    expect(form.get("button", { type: "submit" }).text).toBe("Enregistrer les modifications")
  })

  test("16.1 the profile is saved, and saved again", async () => {
    const response = await post(typed)
    expect([response.status, response.headers.get("location")]).toEqual([302, PATH])
    const shown = await followAs(cookie, response)
    expect(shown.text).toContain("Vos informations ont été mises à jour")
    expect(filledForm(formOf(shown, "Profil"))).toEqual(typed)
    expect(shown.get("input", { name: "birthDate" }).attributes.type).toBe("date")
    await post({ ...typed, country: " Sénégal ", birthDate: "" })
    expect(await storedRows("profiles")).toEqual([
      {
        user_id: user.id,
        first_name: "Awa",
        last_name: "Diop",
        birth_date: null,
        country: "Sénégal",
        display_name: "",
      },
    ])
  })

  test("the profile changes neither role nor address, whatever is sent", async () => {
    await post({ ...typed, email: "autre@cko.test", role: "admin", userId: "x" })
    const [row] = await storedRows("users")
    expect([row?.email, row?.role]).toEqual(["awa@cko.test", "user"])
  })

  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Paris" })
  test.each([
    ["1900-01-01", 302],
    [today.format(Date.now()), 302],
    ["1899-12-31", 400],
    // Not tomorrow: that may be today by the time it is sent.
    [today.format(Date.now() + 2 * 86_400_000), 400],
  ])("the profile born %s is answered with %i", async (birthDate, status) => {
    const response = await post({ ...typed, birthDate })
    expect(response.status).toBe(status)
    expect(await storedRows("profiles")).toHaveLength(status === 302 ? 1 : 0)
  })

  test("the profile that cannot be stored is apologised for, and stays typed", async () => {
    await db.execute(sql`alter table profiles add constraint refused check (country <> 'Mali')`)
    const response = await post(typed)
    await db.execute(sql`alter table profiles drop constraint refused`)
    expect([response.status, takeLoggedErrors().length]).toEqual([500, 2])
    const form = formOf(await readPage(response), "Profil")
    expect(form.get("div", { role: "alert" }).text).toBe("Erreur Impossible de mettre à jour le profil")
    expect(filledForm(form)).toEqual(typed)
  })

  test("the profile that cannot be read is said to be, and cannot be overwritten by mistake", async () => {
    const shown = await withoutTable("profiles", () => visitAs(cookie, PATH))
    expect([shown.status, shown.text]).toEqual([
      503,
      expect.stringContaining("Impossible de charger le profil"),
    ])
    expect(shown.all("form", { "aria-label": "Profil" })).toEqual([])
    expect(takeLoggedErrors().length).toBeGreaterThan(0)
  })
})

describe("the password", () => {
  const NEW = "Crochet99"
  const change = (fields: Record<string, string> = {}) =>
    post({ intent: "password", current: PASSWORD, password: NEW, confirmation: NEW, ...fields })

  test("16.2 the password is changed: other sessions end, this one goes on", async () => {
    const other = await signInAs("awa@cko.test")
    const response = await change()
    expect([response.status, response.headers.get("location")]).toEqual([302, PATH])
    const renewed = sessionCookie(response) ?? ""
    const shown = await followAs("", response)
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining("Mot de passe modifié")])
    expect([await isSignedIn(renewed), await isSignedIn(other)]).toEqual([true, false])
    expect(await storedRows("sessions")).toHaveLength(1)
    expect((await sendForm("/auth", { email: "awa@cko.test", password: PASSWORD })).status).toBe(401)
    expect(await isSignedIn(await signInAs("awa@cko.test", NEW))).toBe(true)
  })

  test.each<[wrong: Record<string, string>, problems: Record<string, string>]>([
    [{ current: "Mauvais123" }, { "Mot de passe actuel": "Le mot de passe actuel est incorrect" }],
    [{ current: "" }, { "Mot de passe actuel": "Le mot de passe actuel est requis" }],
    [
      { password: "Court1" },
      { "Nouveau mot de passe": "Le mot de passe doit contenir au moins 8 caractères" },
    ],
    [{ password: `Aa1${"a".repeat(70)}` }, { "Nouveau mot de passe": "Le mot de passe est trop long" }],
    [
      { password: "minuscule1" },
      { "Nouveau mot de passe": "Le mot de passe doit contenir au moins une majuscule" },
    ],
    [
      { password: "MAJUSCULE1" },
      { "Nouveau mot de passe": "Le mot de passe doit contenir au moins une minuscule" },
    ],
    [
      { password: "SansChiffre" },
      { "Nouveau mot de passe": "Le mot de passe doit contenir au moins un chiffre" },
    ],
    [
      { confirmation: "Autre1234" },
      { "Confirmer le mot de passe": "Les mots de passe ne correspondent pas" },
    ],
  ])("the password stays with %o", async (wrong, problems) => {
    const before = await storedRows("accounts")
    const response = await change({ confirmation: wrong.password ?? NEW, ...wrong })
    expect(response.status).toBe(400)
    const page = await readPage(response)
    const form = formOf(page, "Mot de passe")
    expect(fieldProblems(form)).toEqual(problems)
    expect(filledForm(form)).toEqual({ intent: "password", current: "", password: "", confirmation: "" })
    for (const typed of [NEW, PASSWORD, "Mauvais123"]) expect(page.html).not.toContain(typed)
    expect(await storedRows("accounts")).toEqual(before)
    expect(await isSignedIn(cookie)).toBe(true)
  })

  test("the password is not for guessing: five failures, then one waits", async () => {
    for (let n = 0; n < 5; n += 1) expect((await change({ current: "Mauvais123" })).status).toBe(400)
    const response = await change()
    expect(response.status).toBe(429)
    expect(await alertOf(response, "Mot de passe")).toBe(
      "Erreur Trop de tentatives. Réessayez dans 15 minutes.",
    )
    expect((await sendForm("/auth", { email: "awa@cko.test", password: PASSWORD })).status).toBe(302)
  })

  test("the password says to programs, too, how long one waits", async () => {
    for (let n = 0; n < 5; n += 1) await change({ current: "Mauvais123" })
    expect(Number((await change()).headers.get("retry-after"))).toBeGreaterThan(14 * 60)
  })

  test("the password forgets the failures before a success", async () => {
    for (let n = 0; n < 4; n += 1) await change({ current: "Mauvais123" })
    cookie = sessionCookie(await change()) ?? ""
    for (let n = 0; n < 5; n += 1) expect((await change({ current: "Mauvais123" })).status).toBe(400)
  })

  test("the password of one person does not wait for another one's failures", async () => {
    for (let n = 0; n < 5; n += 1) await change({ current: "Mauvais123" })
    const { email } = await createUser()
    cookie = await signInAs(email)
    expect((await change()).status).toBe(302)
  })
})
