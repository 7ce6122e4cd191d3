import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { contactMessages } from "#app/db/schema/messages.server.ts"
import { send } from "#test/app.ts"
import { emptyTables, openTestDatabase, withoutTable } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import type { Part } from "#test/html.ts"
import { followAs, sendForm, visitAs } from "#test/people.ts"
import { signInAsEach } from "#test/roles.ts"
import { takeLoggedErrors } from "#test/setup.ts"

const PATH = "/admin/messages"

beforeAll(openTestDatabase)
const cookies = signInAsEach()
beforeEach(() => emptyTables("contact_messages"))

type Who = keyof typeof cookies
const receive = (subject: string, values: Partial<typeof contactMessages.$inferInsert> = {}) =>
  db.insert(contactMessages).values({
    name: "Maïmouna",
    email: "maimouna@cko.test",
    subject,
    message: "Bonjour, parlons-en.",
    ...values,
  })
const on = (day: number) => new Date(Date.UTC(2026, 2, day, 12))
const visitList = (query: Record<string, string> = {}, who: Who = "admin") =>
  visitAs(cookies[who], `${PATH}?${new URLSearchParams(query)}`)
const subjects = (page: Part) =>
  page
    .get("section", { id: "liste" })
    .all("h3")
    .map(({ text }) => text)
const post = (fields: Record<string, string>, who: Who = "admin") =>
  sendForm(PATH, fields, { cookie: cookies[who] })
const toastOf = async (response: Response) => (await followAs(cookies.admin, response, PATH)).text

test("12.3 the inbox has unread messages first, then the newest", async () => {
  await receive("Ancien, lu", { createdAt: on(1), readAt: on(2) })
  await receive("Ancien, non lu", { createdAt: on(2) })
  await receive("Récent, lu", { createdAt: on(4), readAt: on(5) })
  await receive("Récent, non lu", { createdAt: on(3) })
  await receive("Archivé", { createdAt: on(6), archivedAt: on(7), readAt: on(7) })
  const page = await visitList()
  expect(page.get("h1").text).toBe("Messages")
  expect(subjects(page)).toEqual(["Récent, non lu", "Ancien, non lu", "Récent, lu", "Ancien, lu"])
  expect(subjects(await visitList({ dossier: "archives" }))).toEqual(["Archivé"])
  expect(page.get("section", { id: "liste" }).text).toContain("4 mars 2026 à 13:00")
  expect(page.get("section", { id: "liste" }).text.match(/Non lu/g)).toHaveLength(2)
})

test("33.1 one click leads to what is to be done in the folder one is in", async () => {
  await receive("Fait", { doneAt: on(1) })
  await receive("À faire")
  await receive("À faire aussi", { readAt: on(2) })
  await receive("Rangé", { archivedAt: on(3) })
  const chips = async (query: Record<string, string>) => {
    const page = await visitList(query)
    return page
      .get("nav", { "aria-label": "État" })
      .all("a")
      .map(({ text, attributes }) => [text.trim(), attributes.href])
  }
  expect(await chips({ lecture: "lus" })).toEqual([
    ["Tous", "/admin/messages?lecture=lus"],
    ["À traiter 2", "/admin/messages?lecture=lus&etat=a-traiter"],
    ["Traités", "/admin/messages?lecture=lus&etat=traites"],
  ])
  expect(await chips({ dossier: "archives" })).toEqual([
    ["Tous", "/admin/messages?dossier=archives"],
    ["À traiter 1", "/admin/messages?dossier=archives&etat=a-traiter"],
    ["Traités", "/admin/messages?dossier=archives&etat=traites"],
  ])
})

test("the inbox shows text as text", async () => {
  const text = "<script>alert(1)</script> **a**"
  await receive(text, { name: text, message: `${text}\nsuite` })
  const page = await visitList()
  expect(subjects(page)).toEqual([text])
  expect(page.html).not.toContain("<script>alert(1)")
})

test.each([
  ["ELEO", ["Un"]],
  ["ele@", ["Un"]],
  ["peut-etre", ["Deux"]],
  ["DEUX", ["Deux"]],
  ["%", []],
])("the inbox finds %j", async (search, found) => {
  await receive("Un", { name: "Éléonore", email: "ele@cko.test" })
  await receive("Deux", { message: "Oui, peut-être bien." })
  expect(subjects(await visitList({ q: search }))).toEqual(found)
})

test("the inbox says when it is empty, when it cannot be loaded, and goes over pages", async () => {
  expect((await visitList()).text).toContain("Aucun message pour le moment.")
  for (let n = 0; n < 30; n += 1) await receive(`Sujet ${n}`, { createdAt: on(1) })
  const pages = [await visitList(), await visitList({ page: "2" })].map(subjects)
  expect(pages.map(({ length }) => length)).toEqual([20, 10])
  expect(new Set(pages.flat()).size).toBe(30)
  const failed = await withoutTable("contact_messages", () => visitList())
  expect([failed.status, failed.text]).toEqual([
    503,
    expect.stringContaining("Impossible de charger les messages"),
  ])
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
})

test.each([
  ["visitor", 302],
  ["user", 403],
  ["moderator", 403],
] as const)("the inbox is not for a %s", async (who, status) => {
  await receive("Un secret")
  const response = await send(PATH, { headers: { cookie: cookies[who] } })
  expect(response.status).toBe(status)
  expect(await response.text()).not.toMatch(/Un secret|maimouna/)
  for (const intent of ["read", "archive", "delete"]) {
    expect((await post({ intent, id: "1" }, who)).status).toBe(status)
  }
  expect(await storedRows("contact_messages")).toMatchObject([{ read_at: null, archived_at: null }])
})

test("the inbox is counted on its tab until it is dealt with", async () => {
  const link = async () =>
    (await visitAs(cookies.admin, "/admin/comments"))
      .get("nav", { "aria-label": "Échanges" })
      .get("a", { href: PATH }).text
  expect(await link()).toBe("Messages")
  await receive("Un")
  await receive("Deux")
  await receive("Trois", { readAt: on(1) })
  expect(await link()).toContain("Messages (3 en attente)")
  await post({ intent: "read", id: "1" })
  expect(await link()).toContain("Messages (3 en attente)")
  await post({ intent: "archive", id: "1" })
  await post({ intent: "done", id: "2" })
  expect(await link()).toContain("Messages (1 en attente)")
})

describe("the reply", () => {
  const replyTo = async () =>
    new URL(
      (await visitList({ repondre: "1" })).all("a").find(({ text }) => text === "Répondre avec ma messagerie")
        ?.attributes.href ?? "",
    )

  test("the reply is a mail to the visitor that quotes them", async () => {
    await receive("Été & hiver ? 100% #1", {
      message: "Bonjour,\n\nc’est « là » : a&b=c?d#e+f%20",
      createdAt: new Date("2026-03-04T12:00Z"),
    })
    const address = await replyTo()
    expect([address.protocol, address.pathname]).toEqual(["mailto:", "maimouna%40cko.test"])
    const fields = Object.fromEntries(
      address.search
        .slice(1)
        .split("&")
        .map((pair) => pair.split("=")),
    )
    expect(Object.keys(fields)).toEqual(["subject", "body"])
    expect(decodeURIComponent(fields.subject ?? "")).toBe("Re: Été & hiver ? 100% #1")
    const body = decodeURIComponent(fields.body ?? "")
    expect(body).toBe(
      "\r\n\r\nMaïmouna a écrit le 4 mars 2026 à 13:00\u202f:\r\n> Bonjour,\r\n> \r\n> c’est « là » : a&b=c?d#e+f%20",
    )
    expect(address.hash).toBe("")
  })

  test.each([
    { email: "a?bcc=tous@evil.example" },
    { email: "a&bcc=tous@evil.example" },
    { subject: "a&bcc=tous@evil.example" },
    { message: "a&bcc=tous@evil.example\r\nBcc: tous@evil.example" },
    { name: "a&bcc=tous@evil.example" },
  ])("the reply goes to nobody else: %o", async (values) => {
    await receive("Sujet", values)
    const names = (await replyTo()).search
      .slice(1)
      .split("&")
      .map((pair) => pair.split("=")[0])
    expect(names).toEqual(["subject", "body"])
  })

  test("the reply of a long message is short enough, and cuts no sign in two", async () => {
    await receive("Sujet", { message: `${"a".repeat(999)}🎤${"b".repeat(3_000)}` })
    const body = decodeURIComponent((await replyTo()).search.split("body=")[1] ?? "")
    expect(body.length).toBeLessThan(1_200)
    expect(body).not.toContain("bbb")
  })
})

describe("a message", () => {
  beforeEach(() => receive("Un sujet"))
  const row = async () => (await storedRows("contact_messages"))[0]

  test("a message is read, and unread again", async () => {
    expect((await post({ intent: "read", id: "1" })).status).toBe(200)
    const readAt = (await row())?.read_at
    expect(readAt).not.toBeNull()
    await post({ intent: "read", id: "1" })
    expect((await row())?.read_at).toBe(readAt)
    await post({ intent: "unread", id: "1" })
    expect((await row())?.read_at).toBeNull()
  })

  test("a message is archived, which is to have read it, and restored", async () => {
    expect(await toastOf(await post({ intent: "archive", id: "1" }))).toContain("Message archivé")
    expect(await row()).toMatchObject({ read_at: expect.any(String), archived_at: expect.any(String) })
    expect(subjects(await visitList())).toEqual([])
    expect(subjects(await visitList({ dossier: "archives" }))).toEqual(["Un sujet"])
    const restored = await post({ intent: "restore", id: "1" })
    expect(await toastOf(restored)).toContain("Message remis dans la boîte de réception")
    expect(await row()).toMatchObject({ archived_at: null })
  })

  test("a message is deleted", async () => {
    expect(await toastOf(await post({ intent: "delete", id: "1" }))).toContain("Message supprimé")
    expect(await row()).toBeUndefined()
    const again = await post({ intent: "delete", id: "1" })
    expect([again.status, await toastOf(again)]).toEqual([
      404,
      expect.stringContaining("Erreur Impossible de supprimer le message"),
    ])
  })

  test.each(["read", "unread", "archive", "restore", "delete"])(
    "a message %s needs a message",
    async (intent) => {
      const text = `Erreur Impossible de ${intent === "delete" ? "supprimer" : "modifier"} le message`
      const before = await row()
      for (const id of ["abc", "0", "-1", "1.5", "99999999999", "", "1,2"]) {
        const response = await post({ intent, id })
        expect([id, response.status]).toEqual([id, 400])
        expect(await toastOf(response)).toContain(text)
      }
      expect((await post({ intent })).status).toBe(400)
      expect((await post({ intent, id: "99" })).status).toBe(404)
      expect(await row()).toEqual(before)
      const failed = await withoutTable("contact_messages", () => post({ intent, id: "1" }))
      expect([failed.status, await toastOf(failed)]).toEqual([500, expect.stringContaining(text)])
      expect(takeLoggedErrors().length).toBeGreaterThan(0)
    },
  )

  test.each(["", "burn", "constructor", "__proto__", "toString"])(
    "a message knows no intent %j",
    async (intent) => {
      expect((await post({ intent, id: "1" })).status).toBe(400)
      expect(await row()).toMatchObject({ read_at: null, archived_at: null })
    },
  )
})
