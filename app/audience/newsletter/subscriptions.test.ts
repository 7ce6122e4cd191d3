import { sql } from "drizzle-orm"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { useOutbox } from "#test/outbox.ts"
import { fieldProblems, filledForm, readPage, sendForm } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { botFields, newAddress, sendComment, sendVisitorForm } from "#test/visitors.ts"
import { CONSENT } from "./newsletter.copy.ts"

const EMAIL = "maimouna@cko.test"

useDatabase()
const outbox = useOutbox()
beforeEach(() => createEpisode())
afterEach(() => {
  vi.useRealTimers()
})

const ask = (email = EMAIL, address?: string) => sendVisitorForm("/newsletter", { email }, address)
const setTime = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms })
const subscribers = () => storedRows("newsletter_subscribers")

async function askedLink(email = EMAIL) {
  await ask(email)
  return outbox.link()
}

test("11.1 commenting subscribes once, with the proof of what was said", async () => {
  const before = Date.now()
  for (const content of ["Un premier commentaire", "Un deuxième commentaire"]) {
    expect((await sendComment(1, { content })).status).toBe(302)
  }
  const [row, ...more] = await subscribers()
  expect(more).toEqual([])
  expect(row).toMatchObject({
    email: EMAIL,
    name: "Maïmouna",
    consent_origin: "comment",
    consent_wording: CONSENT.comment,
    confirmed_at: null,
    unsubscribed_at: null,
  })
  const consented = Date.parse(String(row?.consented_at))
  expect(consented).toBeGreaterThanOrEqual(before)
  expect(consented).toBeLessThanOrEqual(Date.now())
})

test("commenting is followed by one mail, which asks to confirm and says how to leave", async () => {
  await sendComment(1)
  await sendComment(1, { content: "Un deuxième commentaire" })
  const [mail, ...more] = await outbox.mails()
  expect(more).toEqual([])
  expect(mail?.headers.to).toBe(EMAIL)
  expect(mail?.headers.subject).toBe("Confirmez votre inscription à la newsletter de CKO")
  expect(mail?.text).toMatch(/https:\/\/cko\.test\/newsletter\/confirm\?key=\S+/)
  const link = /https:\/\/cko\.test\/newsletter\/unsubscribe\?key=\S+/.exec(mail?.text ?? "")?.[0]
  expect(link).toBeDefined()
  expect(mail?.headers["list-unsubscribe"]?.replaceAll(" ", "")).toBe(`<${link}>`)
  expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click")
  expect(await storedRows("mails")).toEqual([])
})

test("commenting under many names of one mailbox mails it three times an hour, whoever else is asked", async () => {
  for (let n = 0; n < 5; n += 1) await sendComment(1, { email: `victime+${n}@cko.test` })
  await sendComment(1)
  expect((await outbox.mails()).map(({ headers }) => headers.to)).toEqual([
    ...[0, 1, 2].map((n) => `victime+${n}@cko.test`),
    EMAIL,
  ])
  expect((await subscribers()).map((row) => row.confirmation_asked_at !== null)).toEqual([
    true,
    true,
    true,
    false,
    false,
    true,
  ])
})

test("commenting again uses up none of the mails that one may ask for", async () => {
  for (let n = 0; n < 5; n += 1) await sendComment(1, { content: `Le commentaire numéro ${n}` })
  await outbox.empty()
  expect((await ask()).status).toBe(200)
  expect((await outbox.mails()).map(({ headers }) => headers.to)).toContain(EMAIL)
})

test("commenting leaves who confirmed by the form as they are", async () => {
  await sendForm(await askedLink(), {})
  const before = await subscribers()
  await sendComment(1)
  expect(await subscribers()).toEqual(before)
  expect(await outbox.mails()).toEqual([])
})

test("11.1 commenting does not subscribe again who unsubscribed; confirming the form does", async () => {
  await sendComment(1)
  await sendForm(await outbox.link("unsubscribe"), {})
  await sendComment(1, { content: "Un deuxième commentaire" })
  expect(await subscribers()).toMatchObject([{ email: EMAIL, unsubscribed_at: expect.any(String) }])
  expect(await outbox.mails()).toEqual([])

  setTime(1_000)
  await sendForm(await askedLink(), {})
  expect(await subscribers()).toMatchObject([
    { unsubscribed_at: null, consent_origin: "form", consent_wording: CONSENT.form },
  ])
})

test("the form is in every page's footer and on its own page", async () => {
  for (const path of ["/", "/newsletter"]) {
    const forms = (await visit(path)).all("form", { action: "/newsletter" })
    expect(forms.length).toBeGreaterThan(0)
    expect(forms[0]?.attributes.method).toBe("post")
  }
  const page = await visit("/newsletter")
  expect([page.get("h1").text, page.get("main").text]).toEqual([
    "Newsletter",
    expect.stringContaining(CONSENT.form),
  ])
})

test("11.2 the form stores nothing before the link in the mail is followed, and its button clicked", async () => {
  const page = await readPage(await ask(` ${EMAIL.toUpperCase()}`))
  expect([page.status, page.get("main").get("div", { role: "status" }).text]).toEqual([
    200,
    `Regardez vos e-mails\u202f: un lien de confirmation vient de partir vers ${EMAIL}. Rien reçu\u202f? Regardez dans les indésirables, puis réessayez.`,
  ])
  expect(await subscribers()).toEqual([])
  const [mail] = await outbox.mails()
  expect(mail?.headers.to).toBe(EMAIL)
  expect(mail?.headers.subject).toBe("Confirmez votre inscription à la newsletter de CKO")
  expect(mail?.headers).not.toHaveProperty("list-unsubscribe")
})

test("the form answers alike for known, unknown and unsubscribed addresses", async () => {
  await sendComment(1, { email: "connue@cko.test" })
  await sendForm(await outbox.link("confirm"), {})
  await sendComment(1, { email: "partie@cko.test", content: "Un autre commentaire" })
  await sendForm(await outbox.link("unsubscribe"), {})
  const pages = await Promise.all(
    ["connue@cko.test", "partie@cko.test", "inconnue@cko.test"].map(async (email) => {
      const response = await ask(email)
      const html = (await response.text()).replaceAll(email, "?").replace(/\b\d{13}\b/g, "now")
      return { status: response.status, html }
    }),
  )
  expect(pages[0]?.status).toBe(200)
  expect(pages[1]).toEqual(pages[0])
  expect(pages[2]).toEqual(pages[0])
  const sent = (await outbox.mails()).map(({ headers }) => [headers.to, headers.subject])
  expect(sent.toSorted()).toEqual([
    ["connue@cko.test", "Vous êtes déjà inscrit à la newsletter de CKO"],
    ["inconnue@cko.test", "Confirmez votre inscription à la newsletter de CKO"],
    ["partie@cko.test", "Confirmez votre inscription à la newsletter de CKO"],
  ])
})

test("the form tells who gets letters how to leave", async () => {
  await sendComment(1)
  await sendForm(await outbox.link("confirm"), {})
  const link = await askedLink()
  expect(link).toMatch(/^\/newsletter\/unsubscribe\?key=/)
  expect(await subscribers()).toMatchObject([{ unsubscribed_at: null, consent_origin: "comment" }])
})

test("11.2 the form asks who commented and never confirmed, and keeps the later consent and the day they came", async () => {
  await sendComment(1)
  const [before] = await subscribers()
  await outbox.mails()
  await outbox.empty()
  const link = await askedLink()
  expect(link).toMatch(/^\/newsletter\/confirm\?key=/)
  await sendForm(link, {})
  const [confirmed] = await subscribers()
  expect(confirmed).toMatchObject({
    confirmed_at: expect.any(String),
    consent_origin: "form",
    consent_wording: CONSENT.form,
    name: "Maïmouna",
    created_at: before?.created_at,
  })
  await sendForm(link, {})
  expect(await subscribers()).toEqual([confirmed])
})

test("the form brings back an address that mail servers refused, once its link is followed", async () => {
  await sendComment(1)
  await sendForm(await outbox.link("confirm"), {})
  await db.execute(
    sql`update newsletter_subscribers set suppressed_at = now() - interval '1 second', soft_refusals = 5`,
  )
  await sendForm(await askedLink(), {})
  expect(await subscribers()).toMatchObject([{ suppressed_at: null, soft_refusals: 0 }])
})

test.each(["", "abc", "a b@cko.test", "a@cko.test\r\nBcc: b@cko.test"])(
  "the form refuses %j",
  async (email) => {
    const page = await readPage(await ask(email))
    const form = page.get("main").get("form")
    expect([page.status, form.get("div", { role: "alert" }).text]).toEqual([
      400,
      "Validation échouée Email invalide",
    ])
    expect(fieldProblems(form)).toEqual({ "Votre adresse e-mail": "Email invalide" })
    expect(await storedRows("mails")).toEqual([])
  },
)

test("19.4 the form is for people, not for machines", async () => {
  for (const fields of botFields()) {
    const response = await sendVisitorForm("/newsletter", { email: EMAIL, ...fields })
    expect(response.status).toBe(400)
  }
  expect(await storedRows("mails")).toEqual([])
})

test("the form takes five an hour from one address, and keeps what was typed", async () => {
  const address = newAddress()
  for (let n = 0; n < 5; n += 1) expect((await ask(`p${n}@cko.test`, address)).status).toBe(200)
  const refused = await ask(EMAIL, address)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000)
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(3_600)
  const form = (await readPage(refused)).get("main").get("form")
  expect(form.get("div", { role: "alert" }).text).toMatch(
    /^Erreur Trop de tentatives\. Réessayez dans \d+ minutes\.$/,
  )
  expect(filledForm(form).email).toBe(EMAIL)
  expect(await storedRows("mails")).toHaveLength(5)
})

test("the form says when it fails", async () => {
  const page = await readPage(await withoutTable("mails", () => ask()))
  expect([page.status, page.get("main").get("div", { role: "alert" }).text]).toEqual([
    500,
    "Erreur Impossible d’enregistrer votre demande. Réessayez dans un instant.",
  ])
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
})
