import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { newsletterSubscribers } from "#app/db/schema/visitors.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { send } from "#test/app.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { useOutbox } from "#test/outbox.ts"
import { filledForm, readPage, sendForm } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { botFields, newAddress, sendVisitorForm } from "#test/visitors.ts"
import { loadLinks } from "./newsletter-links.server.ts"

const EMAIL = "maimouna@cko.test"

useDatabase()
const outbox = useOutbox()
let id = 0
let path = ""
beforeEach(async () => {
  id = await subscribe({ email: EMAIL, name: "Maïmouna", confirmedAt: new Date() })
  path = pathOf((await loadLinks()).toPreferences(id))
})

async function subscribe(values: typeof newsletterSubscribers.$inferInsert) {
  const [row] = await db.insert(newsletterSubscribers).values(values).returning()
  return row?.id ?? 0
}

const pathOf = (link: string) => link.slice(getSettings().publicUrl.length)
const subscribers = () => storedRows("newsletter_subscribers")
const save = (fields: Record<string, string>, to = path) => sendForm(to, { intent: "save", ...fields })

test("11.5 the preferences show what was chosen, by the link alone, and changes nothing by being looked at", async () => {
  const before = await subscribers()
  const page = await visit(path)
  const boxes = page.get("main").all("input", { type: "checkbox" })
  expect([page.status, page.get("h1").text, boxes.length]).toEqual([200, "Vos préférences", 3])
  expect(boxes.every(({ attributes }) => "checked" in attributes)).toBe(true)
  expect(page.get("meta", { name: "robots" }).attributes.content).toContain("noindex")
  expect(page.html).not.toContain(EMAIL)
  expect(await subscribers()).toEqual(before)
})

test.each([
  [{ episodes: "on", letters: "on", name: " Maï \r\n Diop " }, ["episodes", "letters"], "Maï Diop"],
  [{ news: "on", name: "" }, ["news"], ""],
  [{ name: "M" }, [], "M"],
])("11.5 the preferences keep %j", async (fields, topics, name) => {
  const page = await readPage(await save(fields))
  expect(page.get("p", { role: "status" }).text).toBe("C’est enregistré.")
  expect(await subscribers()).toMatchObject([{ topics, name }])
  const boxes = (await visit(path)).get("main").all("input", { type: "checkbox" })
  expect(
    boxes.filter(({ attributes }) => "checked" in attributes).map(({ attributes }) => attributes.name),
  ).toEqual(topics)
})

test("the preferences refuse what is too long, and keep what was typed", async () => {
  const response = await save({ episodes: "on", name: "a".repeat(101) })
  const form = (await readPage(response)).get("main").get("form")
  expect(response.status).toBe(400)
  expect(form.get("div", { role: "alert" }).text).toContain("Le nom doit contenir moins de 100 caractères")
  expect(filledForm(form)).toMatchObject({ name: "a".repeat(101), episodes: "on" })
  expect(await subscribers()).toMatchObject([{ name: "Maïmouna" }])
})

test("the preferences confirm a subscription that waits for it, as their link came by mail", async () => {
  const waiting = await subscribe({ email: "nour@cko.test" })
  const link = pathOf((await loadLinks()).toPreferences(waiting))
  expect((await visit(link)).text).toContain("n’est pas encore confirmée")
  expect((await readPage(await sendForm(link, { intent: "confirm" }))).text).toContain(
    "Votre inscription est confirmée.",
  )
  const stored = await subscribers()
  expect(stored.at(-1)).toMatchObject({ email: "nour@cko.test", confirmed_at: expect.any(String) })
  await sendForm(link, { intent: "confirm" })
  expect(await subscribers()).toEqual(stored)
})

test("the preferences of who unsubscribed only lead back", async () => {
  const unsubscribe = pathOf((await loadLinks()).toUnsubscribe(id))
  expect((await visit(path)).get("main").all("a").at(-1)?.attributes.href).toContain(unsubscribe)
  await sendForm(unsubscribe, {})
  const before = await subscribers()
  expect((await visit(path)).get("h1").text).toBe("Vous êtes désabonné")
  for (const fields of [
    { intent: "save", name: "X" },
    { intent: "confirm", name: "" },
  ]) {
    expect((await sendForm(path, fields)).status).toBe(404)
  }
  expect(await subscribers()).toEqual(before)
})

test("a link is read however a mail program damaged it", async () => {
  const [address = "", key = ""] = path.split("key=")
  const middle = Math.floor(key.length / 2)
  const damaged = [
    `${path}.`,
    `${path}%3E`,
    `${path}%20`,
    `${path}).`,
    `${address}key=3D${key}`,
    `${address}key=%3D${key}`,
    `${address}key%3D${key}`,
    `${address}key=${key.slice(0, middle)}%0D%0A${key.slice(middle)}`,
    `${address}key=${key.slice(0, middle)}=%0A${key.slice(middle)}`,
    `${address}key=${key.slice(0, middle)}+${key.slice(middle)}`,
    `${path}&utm_source=x`,
  ]
  for (const link of damaged) expect([link, (await visit(link)).status]).toEqual([link, 200])
  const unsubscribe = pathOf((await loadLinks()).toUnsubscribe(id)).replace("key=", "key=3D")
  expect((await visit(`${unsubscribe}%3E`)).get("h1").text).toBe("Se désabonner")
})

test("a link that cannot be read helps to get another one", async () => {
  const [address = "", key = ""] = path.split("key=")
  const [payload = "", signature = ""] = key.split(".")
  const other = Buffer.from("2").toString("base64url")
  const [, leave = ""] = (await loadLinks()).toUnsubscribe(id).split("key=")
  const wrong = ["", "abc", "%00", "%", payload, `${other}.${signature}`, leave, "3D", "a".repeat(5_000)]
  for (const key of wrong) {
    const page = await visit(`${address}key=${key}`)
    expect([key, page.status, page.get("h1").text]).toEqual([key, 404, "Lien inconnu"])
    expect(page.get("main").get("form").attributes.action).toBe("/newsletter/links")
    expect((await save({ name: "X" }, `${address}key=${key}`)).status).toBe(404)
  }
  expect(await subscribers()).toMatchObject([{ name: "Maïmouna" }])
})

test("11.3 whoever asks for their links gets them, and everybody is told the same", async () => {
  await subscribe({ email: "partie@cko.test", unsubscribedAt: new Date() })
  const texts = await Promise.all(
    [EMAIL, "partie@cko.test", "inconnue@cko.test"].map(async (email) => {
      const page = await readPage(
        await sendVisitorForm("/newsletter/links", { email: ` ${email.toUpperCase()}` }),
      )
      return [page.status, page.get("main").text.replaceAll(email, "?")]
    }),
  )
  expect(texts[0]?.[0]).toBe(200)
  expect(texts[1]).toEqual(texts[0])
  expect(texts[2]).toEqual(texts[0])
  const [mail, ...more] = await outbox.mails()
  expect([more, mail?.headers.to]).toEqual([[], EMAIL])
  const links = mail?.text.match(/https:\/\/\S+/g) ?? []
  const pages = await Promise.all(links.map((link) => visit(pathOf(link))))
  expect(pages.map((page) => page.get("h1").text)).toEqual(["Vos préférences", "Se désabonner"])
})

test("asking for links is for people, five times an hour from one address and three to one mailbox", async () => {
  for (const fields of botFields()) {
    expect((await sendVisitorForm("/newsletter/links", { email: EMAIL, ...fields })).status).toBe(400)
  }
  const address = newAddress()
  for (let n = 0; n < 5; n += 1) {
    expect((await sendVisitorForm("/newsletter/links", { email: EMAIL }, address)).status).toBe(200)
  }
  const refused = await sendVisitorForm("/newsletter/links", { email: EMAIL }, address)
  expect(refused.status).toBe(429)
  expect(await storedRows("mails")).toHaveLength(3)
})

test("neither form fails with more than a sentence", async () => {
  const failures = await withoutTable("newsletter_subscribers", async () => [
    await sendVisitorForm("/newsletter/links", { email: EMAIL }),
    await send(`${path.replace("/preferences?", "/preferences.data?")}`, {
      method: "POST",
      body: new URLSearchParams({ intent: "save" }),
      headers: { Origin: "https://cko.test", "Sec-Fetch-Site": "same-origin" },
    }),
  ])
  for (const response of failures) {
    expect(response.status).toBe(500)
    expect(await response.text()).toContain("dans un instant")
  }
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
})
