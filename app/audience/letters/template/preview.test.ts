import { expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createUser, signInAs } from "#test/people.ts"

useDatabase()

async function createLetter(values: Partial<typeof letters.$inferInsert> = {}) {
  const [letter] = await db
    .insert(letters)
    .values({ title: "Le round de novembre", content: "Bonjour **vous**", ...values })
    .returning()
  return letter?.id ?? 0
}

async function preview(id: number | string, as = "html", role: "admin" | "moderator" = "admin") {
  const { email } = await createUser(role, `${role}-${crypto.randomUUID()}@cko.test`)
  return send(`/admin/letters/${id}/preview?as=${as}`, { headers: { cookie: await signInAs(email) } })
}

test("43.4 a letter's preview runs nothing, and only pages of the site may frame it", async () => {
  const response = await preview(await createLetter())
  expect(response.status).toBe(200)
  const policy = response.headers.get("content-security-policy") ?? ""
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toMatch(/sandbox (?!.*allow-scripts)/)
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8")
  const html = await response.text()
  expect(html).toContain("<strong>vous</strong>")
  expect(html).not.toMatch(/[⟦⟧]/)
})

test("a letter's preview is light or dark as asked, whatever the browser is", async () => {
  const id = await createLetter()
  const [light, dark] = await Promise.all(["html", "dark"].map(async (as) => (await preview(id, as)).text()))
  expect(light).toContain("@media not all {")
  expect(dark).toContain("@media all {")
  expect(`${light}${dark}`).not.toContain("prefers-color-scheme")
})

test("a letter's preview without pictures keeps their words", async () => {
  const html = await (
    await preview(await createLetter({ content: "![Le ring](https://exemple.fr/a.png)" }), "bare")
  ).text()
  expect(html).toContain('alt="Le ring"')
  expect(html).not.toContain("exemple.fr/a.png")
})

test("a letter's preview as plain text is plain text", async () => {
  const response = await preview(await createLetter({ content: "<b>a</b>" }), "text")
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8")
  expect(await response.text()).toContain("<b>a</b>")
})

test("a letter's preview shows what was sent, once its sending began", async () => {
  const id = await createLetter({ sentHtml: "<p>Parti ⟦html:online⟧</p>", sentText: "Parti" })
  expect(await (await preview(id)).text()).toMatch(new RegExp(`^<p>Parti http.*/lettres/${id}</p>$`))
})

test.each(["0", "9999", "abc", "%00"])("a preview of letter %s is not found", async (id) => {
  expect((await preview(id)).status).toBe(404)
})

test("a letter's preview is for admins alone", async () => {
  const id = await createLetter()
  expect((await preview(id, "html", "moderator")).status).toBe(403)
  expect((await send(`/admin/letters/${id}/preview`)).status).toBe(302)
})
