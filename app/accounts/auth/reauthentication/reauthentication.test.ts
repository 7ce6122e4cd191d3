import { beforeEach, describe, expect, test } from "vitest"
import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { useDatabase } from "#test/database.ts"
import {
  PASSWORD,
  ageAuthentication,
  createUser,
  filledForm,
  readPage,
  sendForm,
  signInAs,
  signInAsNew,
} from "#test/people.ts"

useDatabase()
beforeEach(async () => {
  cookie = await signInAsNew("admin", "awa@cko.test")
})

let cookie: string
const PATH = "/admin/users?action=create"
const LEA = { intent: "create", email: "lea@cko.test", lastName: "Diop", password: "Crochet99", role: "user" }
const post = (fields: Record<string, string>) => sendForm(PATH, fields, { cookie })

async function emails() {
  const { rows } = await db.execute<{ email: string }>(sql`select email from users order by email`)
  return rows.map(({ email }) => email)
}

/** The form that asks for re-authentication, as it came back. */
async function questionOf(response: Response) {
  const shown = await readPage(response)
  expect(shown.get("h1").text).toBe("Confirmez que c’est vous")
  const [form] = shown.get("main").all("form")
  if (!form) throw new Error("no form")
  return form
}

describe("a dangerous action", () => {
  test("is done at once after a recent authentication", async () => {
    await ageAuthentication(cookie, 14 * 60)
    expect((await post(LEA)).status).toBe(302)
    expect(await emails()).toEqual(["awa@cko.test", "lea@cko.test"])
  })

  test.each([
    ["old", 15 * 60 + 1],
    ["from the future", -60],
  ])("asks who it is when the last authentication is %s, and does nothing", async (_what, seconds) => {
    await ageAuthentication(cookie, seconds)
    const response = await post(LEA)
    expect([response.status, response.headers.get("cache-control")]).toEqual([403, "private, no-store"])
    expect(await emails()).toEqual(["awa@cko.test"])
    const form = await questionOf(response)
    expect(form.attributes.action).toBe(PATH)
    const { password, ...kept } = LEA
    expect(filledForm(form)).toEqual({ ...kept, proof: "" })
    expect(form.text).not.toContain(password)
    expect(form.text).toContain("sauf les mots de passe")
  })

  test("15.11 goes on with the password in the same request, and the next one needs none", async () => {
    await ageAuthentication(cookie)
    expect((await post({ ...LEA, proof: PASSWORD })).status).toBe(302)
    expect((await post({ ...LEA, email: "sam@cko.test" })).status).toBe(302)
    expect(await emails()).toEqual(["awa@cko.test", "lea@cko.test", "sam@cko.test"])
  })

  test("asks for its own secrets again where the page could not keep them, and keeps the rest", async () => {
    await ageAuthentication(cookie)
    const asked = filledForm(await questionOf(await post(LEA)))
    const shown = await readPage(await post({ ...asked, proof: PASSWORD }))
    expect(shown.status).toBe(400)
    const form = shown.get("form", { "aria-label": "Créer un utilisateur" })
    const { password: _, ...kept } = LEA
    expect(filledForm(form)).toMatchObject(kept)
  })

  test.each(["", "Faux12345", " Uppercut8", "x".repeat(60_000), "a\0b"])(
    "is not done with a wrong password, and says so (%#)",
    async (proof) => {
      await ageAuthentication(cookie)
      const response = await post({ ...LEA, proof })
      expect(response.status).toBe(403)
      const form = await questionOf(response)
      expect(form.all("input", { name: "proof", "aria-invalid": "true" })).toHaveLength(1)
      expect(filledForm(form)).toMatchObject({ lastName: "Diop", proof: "" })
      expect((await post(LEA)).status).toBe(403)
      expect(await emails()).toEqual(["awa@cko.test"])
    },
  )

  test("lets nobody guess: after 5 wrong passwords the right one has to wait, here and where it is changed", async () => {
    await ageAuthentication(cookie)
    for (let tries = 0; tries < 5; tries += 1) await post({ ...LEA, proof: "Faux12345" })
    const response = await post({ ...LEA, proof: PASSWORD })
    expect([response.status, Number(response.headers.get("retry-after")) > 0]).toEqual([429, true])
    expect((await questionOf(response)).text).toContain("Trop de tentatives. Réessayez dans 15 minutes.")
    const change = { intent: "password", current: PASSWORD, password: "Crochet99", confirmation: "Crochet99" }
    expect((await sendForm("/admin/settings", change, { cookie })).status).toBe(429)
    expect(await emails()).toEqual(["awa@cko.test"])
  })

  test("re-authenticates one session and leaves the person's others as they are", async () => {
    const other = await signInAs("awa@cko.test")
    await ageAuthentication(cookie)
    await ageAuthentication(other)
    await post({ ...LEA, proof: PASSWORD })
    expect((await sendForm(PATH, { ...LEA, email: "sam@cko.test" }, { cookie: other })).status).toBe(403)
  })

  test("another person's password re-authenticates nobody", async () => {
    await createUser("admin", "sam@cko.test")
    await db.execute(sql`update accounts set password = null
      where user_id = (select id from users where email = 'awa@cko.test')`)
    await ageAuthentication(cookie)
    expect((await post({ ...LEA, proof: PASSWORD })).status).toBe(403)
  })
})
