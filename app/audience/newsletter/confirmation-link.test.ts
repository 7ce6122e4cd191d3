import { sql } from "drizzle-orm"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { useOutbox } from "#test/outbox.ts"
import { readPage, sendForm } from "#test/people.ts"
import { brokenKeys, sendComment, sendVisitorForm } from "#test/visitors.ts"
import { CONSENT } from "./newsletter.copy.ts"

const EMAIL = "maimouna@cko.test"
const DAY_MS = 86_400_000

useDatabase()
const outbox = useOutbox()
beforeEach(() => createEpisode())
afterEach(() => {
  vi.useRealTimers()
})

const subscribers = () => storedRows("newsletter_subscribers")
const setTime = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms })

async function askedLink() {
  await sendVisitorForm("/newsletter", { email: EMAIL })
  return outbox.link()
}

test("the confirmation link changes nothing when it is followed; its button subscribes, and again is harmless", async () => {
  const link = await askedLink()
  for (let n = 0; n < 2; n += 1) {
    const page = await visit(link)
    expect([page.status, page.get("h1").text]).toEqual([200, "Plus qu’un clic"])
    expect(page.get("main").get("form").get("button").text).toBe("Confirmer mon inscription")
    expect(page.get("meta", { name: "robots" }).attributes.content).toContain("noindex")
  }
  expect(await subscribers()).toEqual([])

  expect((await readPage(await sendForm(link, {}))).get("h1").text).toBe("Vous êtes inscrit")
  const stored = await subscribers()
  expect(stored).toMatchObject([
    {
      email: EMAIL,
      name: "",
      consent_origin: "form",
      consent_wording: CONSENT.form,
      unsubscribed_at: null,
    },
  ])
  expect(Date.parse(String(stored[0]?.confirmed_at))).toBeGreaterThanOrEqual(
    Date.parse(String(stored[0]?.consented_at)),
  )
  expect((await readPage(await sendForm(link, {}))).get("h1").text).toBe("Vous êtes inscrit")
  expect(await subscribers()).toEqual(stored)
})

test("the confirmation link clicked twice at once subscribes once", async () => {
  const link = await askedLink()
  await Promise.all(Array.from({ length: 5 }, () => sendForm(link, {})))
  expect(await subscribers()).toHaveLength(1)
})

test.each([
  [7 * DAY_MS - 60_000, "Plus qu’un clic", 1],
  [7 * DAY_MS + 60_000, "Lien expiré", 0],
])("the confirmation link after %d ms", async (later, title, count) => {
  const link = await askedLink()
  setTime(later)
  expect((await visit(link)).get("h1").text).toBe(title)
  const confirmed = await readPage(await sendForm(link, {}))
  expect(confirmed.get("h1").text).toBe(count ? "Vous êtes inscrit" : "Lien expiré")
  expect(await subscribers()).toHaveLength(count)
})

test("the confirmation link from before one unsubscribed does not subscribe again", async () => {
  const link = await askedLink()
  await sendForm(link, {})
  await db.execute(sql`update newsletter_subscribers set unsubscribed_at = now() + interval '1 second'`)
  const before = await subscribers()
  await sendForm(link, {})
  expect(await subscribers()).toEqual(before)
})

test("11.1 the link that a commenter gets confirms them, once they click, and changes nothing else", async () => {
  await sendComment(1)
  const link = await outbox.link("confirm")
  const before = await subscribers()
  expect(before).toMatchObject([{ confirmed_at: null, confirmation_asked_at: expect.any(String) }])
  expect((await visit(link)).get("h1").text).toBe("Plus qu’un clic")
  expect(await subscribers()).toEqual(before)
  await Promise.all([sendForm(link, {}), sendForm(link, {})])
  const confirmed = await subscribers()
  expect(confirmed).toEqual([{ ...before[0], confirmed_at: expect.any(String) }])
  expect((await readPage(await sendForm(link, {}))).get("h1").text).toBe("Vous êtes inscrit")
  expect(await subscribers()).toEqual(confirmed)
})

test.each([
  [60 * DAY_MS - 60_000, true],
  [60 * DAY_MS + 60_000, false],
])("the link that a commenter gets, after %d ms", async (later, isValid) => {
  await sendComment(1)
  const link = await outbox.link("confirm")
  setTime(later)
  await sendForm(link, {})
  expect((await subscribers())[0]?.confirmed_at !== null).toBe(isValid)
})

test("the link that a commenter gets is of no use once they left, or were erased", async () => {
  await sendComment(1)
  const link = await outbox.link("confirm")
  await db.execute(sql`update newsletter_subscribers set unsubscribed_at = now()`)
  expect((await sendForm(link, {})).status).toBe(404)
  await db.execute(sql`delete from newsletter_subscribers`)
  expect((await sendForm(link, {})).status).toBe(404)
  expect(await subscribers()).toEqual([])
})

test("the confirmation link cannot be made up", async () => {
  const [, key = ""] = (await askedLink()).split("key=")
  const [, signature = ""] = key.split(".")
  const other = Buffer.from(JSON.stringify({ email: "autre@cko.test", at: Date.now() })).toString("base64url")
  await sendComment(1, { email: "autre@cko.test" })
  const [, otherPurpose = ""] = (await outbox.link("unsubscribe")).split("key=")
  const before = await subscribers()
  for (const wrong of [...brokenKeys(key), `${other}.${signature}`, otherPurpose]) {
    for (const response of [
      await send(`/newsletter/confirm?key=${wrong}`),
      await sendForm(`/newsletter/confirm?key=${wrong}`, {}),
    ]) {
      expect([wrong, response.status < 500]).toEqual([wrong, true])
      expect((await readPage(response)).get("h1").text).toBe("Lien expiré")
    }
  }
  expect((await visit("/newsletter/confirm")).get("h1").text).toBe("Lien expiré")
  expect(await subscribers()).toEqual(before)
})
