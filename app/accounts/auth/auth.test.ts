import { sql } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { PUBLIC_URL, send } from "#test/app.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { readHtml } from "#test/html.ts"
import {
  alertOf,
  createUser,
  followAs,
  PASSWORD,
  readPage,
  sendForm,
  sessionCookie,
  signInAs,
  visitAs,
} from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

useDatabase()

const SIGN_UP = "/auth?onglet=inscription"
const signUp = (email: string, headers?: HeadersInit) =>
  sendForm(SIGN_UP, { email, password: PASSWORD, confirmation: PASSWORD }, headers)
const signIn = (email: string, password: string, address = "192.0.2.1") =>
  sendForm("/auth", { email, password }, { "X-Forwarded-For": address })

test("13.2 signing up makes the first person admin, signs them in and tells them", async () => {
  const response = await signUp("Awa@CKO.test")
  expect(response.status).toBe(302)
  expect(response.headers.get("location")).toBe("/")
  const page = await followAs("", response)
  const links = page.all("a").filter(({ text }) => text === "Commencer par les premiers pas")
  expect(links.map(({ attributes }) => attributes.href)).toEqual(["/admin/first-steps"])
  expect(page.text).toContain("Inscription réussie !")
  expect(page.text).toContain("Votre compte a été créé avec succès")
  expect(page.text).toContain("premier utilisateur")
  expect(page.get("nav", { "aria-label": "Navigation principale" }).text).toContain("Admin")
  expect(await db.select({ email: users.email, role: users.role }).from(users)).toEqual([
    { email: "awa@cko.test", role: "admin" },
  ])
})

test("signing up makes nobody else admin", async () => {
  await createUser("admin")
  const page = await followAs("", await signUp("yanis@cko.test"))
  expect(page.text).not.toContain("premier utilisateur")
  const navigation = page.get("nav", { "aria-label": "Navigation principale" }).text
  expect(navigation).toContain("Mon compte")
  expect(navigation).not.toContain("Admin")
})

test("13.2 signing up makes exactly one of twenty simultaneous people admin", async () => {
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => signUp(`p${n}@cko.test`, { "X-Forwarded-For": `192.0.2.${n}` })),
  )
  expect(responses.map((response) => response.status)).toEqual(Array(20).fill(302))
  const roles = (await db.select({ role: users.role }).from(users)).map(({ role }) => role)
  expect(roles.toSorted()).toEqual(["admin", ...Array(19).fill("user")])
})

test("signing up gives one address to one of two simultaneous people", async () => {
  const responses = await Promise.all([signUp("awa@cko.test"), signUp("awa@cko.test")])
  expect(responses.map((response) => response.status).toSorted()).toEqual([302, 409])
  expect(await db.select().from(users)).toHaveLength(1)
})

test("signing up refuses an address that has an account", async () => {
  await createUser("user", "awa@cko.test")
  const response = await signUp(" AWA@cko.test ")
  expect(response.status).toBe(409)
  expect(await alertOf(response)).toBe("Compte existant Un compte existe déjà avec cet email")
})

test.each([
  [{ email: "awa" }, "Email invalide"],
  [{ email: "" }, "Email invalide"],
  [{ email: `${"a".repeat(250)}@cko.test` }, "L'email doit contenir moins de 255 caractères"],
  [{ password: "Court1" }, "Le mot de passe doit contenir au moins 8 caractères"],
  [{ password: `Aa1${"a".repeat(70)}` }, "Le mot de passe est trop long"],
  [{ password: "minuscule1" }, "Le mot de passe doit contenir au moins une majuscule"],
  [{ password: "MAJUSCULE1" }, "Le mot de passe doit contenir au moins une minuscule"],
  [{ password: "SansChiffre" }, "Le mot de passe doit contenir au moins un chiffre"],
  [{ confirmation: "Autre1234" }, "Les mots de passe ne correspondent pas"],
])("13.1 signing up refuses %o", async (wrong, message) => {
  const response = await sendForm(SIGN_UP, {
    email: "awa@cko.test",
    password: PASSWORD,
    confirmation: PASSWORD,
    ...wrong,
  })
  expect(response.status).toBe(400)
  const html = await response.text()
  expect(readHtml(html).get("div", { role: "alert" }).text).toBe(`Erreur de validation ${message}`)
  expect(html).toContain(`value="${"email" in wrong ? wrong.email : "awa@cko.test"}"`)
  for (const typed of [PASSWORD, "SansChiffre"]) expect(html).not.toContain(typed)
  expect(await db.select().from(users)).toEqual([])
})

test("13.1, 13.5, 26.1 signing in leads to the home page with a cookie out of reach of scripts", async () => {
  await createUser("user", "awa@cko.test")
  const response = await signIn(" AWA@cko.test", PASSWORD)
  expect(response.headers.get("location")).toBe("/")
  const cookie = response.headers.getSetCookie().find((line) => line.includes("cko.session_token"))
  expect(cookie).toMatch(/^__Secure-/)
  for (const part of ["HttpOnly", "SameSite=Lax", "Secure", "Path=/", "Max-Age=2592000"]) {
    expect(cookie).toContain(part)
  }
  expect((await followAs("", response)).text).toContain("Connexion réussie ! Bienvenue sur CKO")
})

test.each(["awa@cko.test", "inconnue@cko.test"])(
  "signing in refuses a wrong password of %s",
  async (email) => {
    await createUser("user", "awa@cko.test")
    const response = await signIn(email, "Mauvais123")
    expect(response.status).toBe(401)
    expect(sessionCookie(response)).toBeUndefined()
    expect(await alertOf(response)).toBe("Erreur de connexion Email ou mot de passe incorrect")
  },
)

test("21 signing in stops after five failures for an account from one address, the right password too", async () => {
  await createUser("user", "awa@cko.test")
  for (let n = 0; n < 5; n += 1) expect((await signIn("awa@cko.test", "Mauvais123")).status).toBe(401)
  const response = await signIn("awa@cko.test", PASSWORD)
  expect(response.status).toBe(429)
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(14 * 60)
  expect(await alertOf(response)).toBe("Erreur de connexion Trop de tentatives. Réessayez dans 15 minutes.")
  expect((await signIn("awa@cko.test", PASSWORD, "192.0.2.2")).status).toBe(302)
})

test("signing in forgets the failures before a success", async () => {
  await createUser("user", "awa@cko.test")
  for (let n = 0; n < 4; n += 1) await signIn("awa@cko.test", "Mauvais123")
  expect((await signIn("awa@cko.test", PASSWORD)).status).toBe(302)
  for (let n = 0; n < 5; n += 1) expect((await signIn("awa@cko.test", "Mauvais123")).status).toBe(401)
})

test("signing in stops after twenty failures from one address, however many accounts are tried at once", async () => {
  const responses = await Promise.all(
    Array.from({ length: 25 }, (_, n) => signIn(`p${n}@cko.test`, "Mauvais123")),
  )
  const refused = responses.filter((response) => response.status === 429)
  expect(refused).toHaveLength(5)
})

test.each(["/auth", SIGN_UP])("signing in is over for who is signed in: %s leads home", async (path) => {
  const { email } = await createUser()
  const cookie = await signInAs(email)
  expect((await send(path, { headers: { cookie } })).headers.get("location")).toBe("/")
  expect((await sendForm(path, {}, { cookie })).headers.get("location")).toBe("/")
})

test("13.1 signing out ends the session and says so", async () => {
  const { email } = await createUser()
  const cookie = await signInAs(email)
  const response = await sendForm("/auth/sign-out", {}, { cookie })
  expect(response.headers.get("location")).toBe("/")
  expect(sessionCookie(response)).toBe("")
  expect((await followAs("", response)).text).toContain("Déconnexion réussie")
  const page = readHtml(await (await send("/", { headers: { cookie } })).text())
  expect(page.text).not.toContain("Mon compte")
})

describe("when the session cannot be deleted", () => {
  const refuseDeletes = sql`create rule no_delete as on delete to sessions do instead select 1 / (random() * 0)::int`
  const tryOut = async (path: string, headers: Record<string, string>) => {
    const { email } = await createUser()
    const cookie = await signInAs(email)
    await db.execute(refuseDeletes)
    const response = await sendForm(path, {}, { cookie, ...headers })
    await db.execute(sql`drop rule no_delete on sessions`)
    expect(takeLoggedErrors().length).toBeGreaterThan(0)
    expect(sessionCookie(response)).toBeUndefined()
    expect((await visitAs(cookie, "/")).text).toContain("Mon compte")
    return { response, cookie }
  }

  test.each([
    ["https://cko.test/admin/settings?x=1", "/admin/settings?x=1"],
    ["https://cko.test//evil.example/", "/"],
    ["https://evil.example/about", "/"],
    ["no address", "/"],
    ["", "/"],
  ])(
    "signing out when the session cannot be deleted stays signed in, without scripts on the page one came from: %j",
    async (Referer, back) => {
      const { response, cookie } = await tryOut("/auth/sign-out", { Accept: "text/html,*/*;q=0.8", Referer })
      expect(response.status).toBe(302)
      expect(response.headers.get("location")).toBe(back)
      const page = await followAs(cookie, response, "/about")
      expect(page.get("div", { role: "alert" }).text).toBe("Erreur Impossible de se déconnecter")
    },
  )

  test("signing out when the session cannot be deleted tells scripts, which leave the page as it is", async () => {
    const { response } = await tryOut("/auth/sign-out.data", { Accept: "*/*" })
    expect(response.status).toBe(500)
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

test("signing out says what failed where nobody can be found out to be signed in", async () => {
  const { email } = await createUser()
  const cookie = await signInAs(email)
  const response = await withoutTable("sessions", () => sendForm("/auth/sign-out", {}, { cookie }))
  expect(response.status).toBe(500)
  expect(sessionCookie(response)).toBeUndefined()
  expect(readHtml(await response.text()).text).toContain("Impossible de se déconnecter")
  takeLoggedErrors()
})

test("signing out does nothing by its address alone", async () => {
  const { email } = await createUser()
  const cookie = await signInAs(email)
  expect((await send("/auth/sign-out", { headers: { cookie } })).headers.get("location")).toBe("/")
  expect((await send("/auth", { headers: { cookie } })).status).toBe(302)
})

test.each([
  ["/auth", "Impossible de vous connecter"],
  [SIGN_UP, "Impossible de créer le compte"],
  ["/auth/forgot-password", "Impossible d’envoyer le lien"],
])(
  "22.3 a form of the sign-in when the database fails %s keeps the address, never the password",
  async (path, message) => {
    const fields = { email: "awa@cko.test", password: PASSWORD, confirmation: PASSWORD }
    const response = await withoutTable("rate_limits", () => sendForm(path, fields))
    expect(response.status).toBe(500)
    const page = await readPage(response)
    expect(page.get("div", { role: "alert" }).text).toContain(message)
    expect(page.get("form", { method: "post" }).get("input", { name: "email" }).attributes.value).toBe(
      "awa@cko.test",
    )
    expect(page.html).not.toContain(PASSWORD)
    expect(takeLoggedErrors()).not.toEqual([])
  },
)

test("a form of the sign-in when the database fails /auth/reset-password says that the password is not changed", async () => {
  const fields = { password: PASSWORD, confirmation: PASSWORD }
  const page = await readPage(
    await withoutTable("verifications", () => sendForm("/auth/reset-password?token=jeton", fields)),
  )
  expect(page.status).toBe(500)
  expect(page.get("div", { role: "alert" }).text).toContain("Impossible de changer le mot de passe")
  expect(page.html).not.toContain(PASSWORD)
  expect(takeLoggedErrors()).not.toEqual([])
})

test("a page for somebody signed in is kept by no cache, and an anonymous one has nothing personal", async () => {
  const { email, id } = await createUser()
  const cookie = await signInAs(email)
  expect((await send("/", { headers: { cookie } })).headers.get("cache-control")).toBe("private, no-store")
  const anonymous = await send("/")
  expect(anonymous.headers.getSetCookie()).toEqual([])
  expect(await anonymous.text()).not.toContain(id)
})

test("a page for somebody signed in is an anonymous one with a forged cookie", async () => {
  const { email } = await createUser("admin")
  const [name] = (await signInAs(email)).split("=")
  const page = await send("/", { headers: { cookie: `${name}=forged.signature` } })
  expect(page.status).toBe(200)
  expect(await page.text()).not.toContain("Déconnexion")
})

test.each<Record<string, string>>([
  { Origin: "https://evil.example" },
  { Origin: "null" },
  { "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "same-site" },
  { Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin" },
  { Origin: "http://cko.test" },
])("a write from another site is refused: %o", async (headers) => {
  const { email } = await createUser()
  const cookie = await signInAs(email)
  for (const path of ["/auth/sign-out", "/auth/sign-out.data", "/auth"]) {
    const response = await send(path, {
      method: "POST",
      body: new URLSearchParams(),
      headers: { cookie, ...headers },
    })
    expect([path, response.status]).toEqual([path, 403])
  }
  expect((await send("/auth", { headers: { cookie } })).status).toBe(302)
})

test.each<Record<string, string>>([
  {},
  { Origin: PUBLIC_URL },
  { "Sec-Fetch-Site": "same-origin", Origin: "null" },
])("a write from another site is not what %o says", async (headers) => {
  const response = await send("/auth/sign-out", { method: "POST", body: new URLSearchParams(), headers })
  expect(response.status).toBe(302)
})
