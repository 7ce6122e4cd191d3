import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { PUBLIC_URL, send } from "#test/app.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { useOutbox } from "#test/outbox.ts"
import { readPage, sendForm, signInAsNew, visitAs } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { brokenKeys, sendComment, sendVisitorForm } from "#test/visitors.ts"

const PATH = "/newsletter/unsubscribe"
let link = ""

useDatabase()
const outbox = useOutbox()
beforeEach(async () => {
  await createEpisode()
  await sendComment(1)
  link = await outbox.link("unsubscribe")
})

const subscribers = () => storedRows("newsletter_subscribers")
/** As mail programs do it (RFC 8058): no cookies, no page it would come from. */
const clickOnce = (path: string) =>
  send(path, {
    method: "POST",
    body: "List-Unsubscribe=One-Click",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  })

test("the link of a mail shows one button, and changes nothing by itself", async () => {
  const before = await subscribers()
  for (let n = 0; n < 2; n += 1) {
    const page = await visit(link)
    expect([page.status, page.get("h1").text]).toEqual([200, "Se désabonner"])
    expect(page.get("main").get("button").text).toBe("Me désabonner")
    expect(page.get("main").all("input")).toEqual([])
    expect(page.get("main").get("form").attributes.action).toBe(link)
    expect(page.get("meta", { name: "robots" }).attributes.content).toContain("noindex")
    expect(page.html).not.toContain("maimouna")
  }
  for (const method of ["HEAD", "GET"]) await send(link, { method })
  expect(await subscribers()).toEqual(before)
})

test("11.3 the link of a mail ends the subscription by its button, and says how to come back", async () => {
  const page = await readPage(await sendForm(link, {}))
  expect([page.status, page.get("h1").text]).toEqual([200, "Vous êtes désabonné"])
  expect((await visit(link)).get("h1").text).toBe("Vous êtes désabonné")
  // Known, so that no comment subscribes them again, but by no name.
  expect(await subscribers()).toMatchObject([
    { email: "maimouna@cko.test", name: "", unsubscribed_at: expect.any(String) },
  ])
})

test("11.3 the link of a mail works in one click of a mail program, and again", async () => {
  const first = await clickOnce(link)
  expect([first.status, first.headers.get("location")]).toEqual([200, null])
  const stored = await subscribers()
  expect(stored).toMatchObject([{ unsubscribed_at: expect.any(String) }])
  expect((await clickOnce(link)).status).toBe(200)
  expect(await subscribers()).toEqual(stored)
})

test("the link of a mail works in the other way that mail programs send forms, too", async () => {
  const body = new FormData()
  body.set("List-Unsubscribe", "One-Click")
  expect((await send(link, { method: "POST", body })).status).toBe(200)
  expect(await subscribers()).toMatchObject([{ unsubscribed_at: expect.any(String) }])
})

test("11.3 who left by mistake comes back within a day by one button, confirmed as before, and later by the form", async () => {
  await db.execute(sql`update newsletter_subscribers set confirmed_at = now()`)
  const [before] = await subscribers()
  const left = await readPage(await sendForm(link, { intent: "leave" }))
  expect(left.text).toContain("C’était une erreur, me réabonner")
  const back = await readPage(await sendForm(link, { intent: "return" }))
  expect([back.status, back.get("h1").text]).toEqual([200, "Vous êtes de retour"])
  expect(await subscribers()).toEqual([{ ...before, name: "", search_text: expect.any(String) }])
  await clickOnce(link)
  await db.execute(sql`update newsletter_subscribers set unsubscribed_at = now() - interval '25 hours'`)
  expect((await sendForm(link, { intent: "return" })).status).toBe(404)
  const page = await visit(link)
  expect(page.get("main").get("a").attributes.href).toBe("/newsletter")
  expect(page.text).not.toContain("C’était une erreur")
})

test("who left may say why, in bounds and apart from who they are", async () => {
  const why = { intent: "reason", reason: "often", words: "Un par jour, c’est trop" }
  expect((await sendForm(link, why)).status).toBe(404)
  await clickOnce(link)
  const refused = await sendForm(link, { ...why, words: "x".repeat(501) })
  expect([refused.status, (await readPage(refused)).text]).toEqual([400, expect.stringContaining("500")])
  expect((await sendForm(link, { ...why, reason: "x" })).status).toBe(400)
  const kept = await readPage(await sendForm(link, why))
  expect([kept.status, kept.text]).toEqual([200, expect.stringContaining("Merci, c’est noté.")])
  for (let n = 0; n < 5; n += 1) await sendForm(link, why)
  const rows = await storedRows("leaving_reasons")
  expect(rows).toHaveLength(3)
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual(["day", "id", "reason", "words"])
  expect(await subscribers()).toMatchObject([{ unsubscribed_at: expect.any(String) }])
})

test("the link of a mail ends nobody else's subscription", async () => {
  await sendComment(1, { email: "bob@cko.test", name: "Bob" })
  await clickOnce(link)
  const active = (await subscribers()).filter((row) => row.unsubscribed_at === null)
  expect(active).toMatchObject([{ email: "bob@cko.test", name: "Bob" }])
})

test("the link of a mail ends the subscription again after one came back", async () => {
  await clickOnce(link)
  await sendVisitorForm("/newsletter", { email: "maimouna@cko.test" })
  const confirmation = await outbox.link()
  await sendForm(confirmation, {})
  expect(await subscribers()).toMatchObject([{ unsubscribed_at: null }])
  expect((await clickOnce(link)).status).toBe(200)
  expect(await subscribers()).toMatchObject([{ unsubscribed_at: expect.any(String) }])
})

test("the link of a mail is not followed on behalf of another site", async () => {
  const response = await send(link, {
    method: "POST",
    body: new URLSearchParams(),
    headers: { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
  })
  expect(response.status).toBe(403)
  expect(await subscribers()).toMatchObject([{ unsubscribed_at: null }])
})

test("the link of a mail cannot be made up", async () => {
  await sendVisitorForm("/newsletter", { email: "autre@cko.test" })
  const [, confirmation = ""] = (await outbox.link()).split("key=")
  const [, key = ""] = link.split("key=")
  const [, signature = ""] = key.split(".")
  const other = Buffer.from("2").toString("base64url")
  const before = await subscribers()
  for (const wrong of [...brokenKeys(key), `${other}.${signature}`, confirmation]) {
    const shown = await visit(`${PATH}?key=${wrong}`)
    expect([wrong, shown.status, shown.get("h1").text]).toEqual([wrong, 404, "Lien inconnu"])
    const posted = await readPage(await clickOnce(`${PATH}?key=${wrong}`))
    expect([wrong, posted.status, posted.get("h1").text]).toEqual([wrong, 404, "Lien inconnu"])
  }
  expect((await clickOnce(PATH)).status).toBe(404)
  expect(await subscribers()).toEqual(before)
})

test("the link of a mail is unknown once the subscription was erased", async () => {
  await db.execute(sql`delete from newsletter_subscribers`)
  expect([(await visit(link)).status, (await clickOnce(link)).status]).toEqual([404, 404])
})

test("the link of a mail does not say that it worked when it did not", async () => {
  const response = await withoutTable("newsletter_subscribers", () => clickOnce(link))
  expect(response.status).toBe(500)
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
  expect(await subscribers()).toMatchObject([{ unsubscribed_at: null }])
})

test("the link of a mail is absolute, under the site's address", async () => {
  await sendComment(1, { email: "bob@cko.test" })
  const [mail] = await outbox.mails()
  expect(mail?.headers["list-unsubscribe"]).toMatch(
    new RegExp(`^<${PUBLIC_URL}${PATH}\\?key=[\\w-]+\\. ?[\\w-]+>$`),
  )
})

test("the hosts see and export only who is subscribed", async () => {
  await sendComment(1, { email: "bob@cko.test", name: "Bob" })
  await clickOnce(link)
  const cookie = await signInAsNew("admin", "awa@cko.test")
  const page = await visitAs(cookie, "/admin/newsletter")
  expect(page.all("h2").map(({ text }) => text)).toContain("Abonnés newsletter (1)")
  const csv = await (await send("/admin/newsletter.csv", { headers: { cookie } })).text()
  for (const text of [page.html, csv]) {
    expect(text).toContain("bob@cko.test")
    expect(text).not.toContain("maimouna")
  }
})
