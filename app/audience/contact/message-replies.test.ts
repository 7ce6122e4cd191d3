import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { FAILED_MAILS } from "#app/base/mail/failed-mails.copy.ts"
import { sendDueMails } from "#app/base/mail/mail-queue.server.ts"
import { db } from "#app/db/client.server.ts"
import { contactMessages, messageReplies } from "#app/db/schema/messages.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { emptyTables, openTestDatabase, withoutTable } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import type { Part } from "#test/html.ts"
import { startMailServer } from "#test/mail-server.ts"
import { useOutbox } from "#test/outbox.ts"
import {
  fieldProblems,
  filledForm,
  followAs,
  readPage,
  sendForm,
  signInAsNew,
  visitAs,
} from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { sendVisitorForm } from "#test/visitors.ts"

const PATH = "/admin/messages"
const NAME = "Maïmouna"
const EMAIL = "maimouna@cko.test"
const TEXT = "Avec plaisir, voyons-nous jeudi."
let cookie = ""

beforeAll(openTestDatabase)
beforeAll(async () => {
  cookie = await signInAsNew("admin", "awa@cko.test")
})
const outbox = useOutbox()
let settings = getSettings()
beforeAll(() => {
  settings = getSettings()
})
afterEach(() => applySettings(settings))
beforeEach(async () => {
  await emptyTables("contact_messages", "message_replies", "mails", "audit_log")
  await receive()
})

const receive = (values: Partial<typeof contactMessages.$inferInsert> = {}) =>
  db.insert(contactMessages).values({
    name: NAME,
    email: EMAIL,
    subject: "Un partenariat",
    message: "Bonjour,\nparlons-en.",
    createdAt: new Date("2026-03-04T12:00Z"),
    ...values,
  })
const reply = (fields: Record<string, string> = {}, path = `${PATH}?repondre=1`) =>
  sendForm(path, { intent: "reply", id: "1", known: "0", text: TEXT, isDone: "on", ...fields }, { cookie })
const click = (fields: Record<string, string>) => sendForm(PATH, fields, { cookie })
const formOf = (page: Part) => page.get("form", { "aria-label": `Répondre à ${NAME}` })
const list = async (query = "") => (await visitAs(cookie, `${PATH}${query}`)).get("section", { id: "liste" })
const messages = () => storedRows("contact_messages")
const replies = () => storedRows("message_replies")
const logged = async () =>
  (await storedRows("audit_log")).filter(({ kind }) => kind === "message").map(({ action }) => action)
const idOf = (id: unknown) => `<${String(id)}@${new URL(getSettings().publicUrl).hostname}>`

describe("the form", () => {
  test("the form says who gets it, what it answers, and where the answer goes", async () => {
    const link = (await list()).get("a", { id: "modifier-1" })
    expect([link.text, link.attributes.href]).toEqual([`Répondre à ${NAME}`, `${PATH}?repondre=1#formulaire`])
    applySettings({ ...settings, contactEmail: "hotes@cko.test" })
    const page = await visitAs(cookie, `${PATH}?repondre=1`)
    const panel = page.get("section", { id: "formulaire" })
    expect(panel.get("blockquote").text).toContain("Bonjour,\nparlons-en.".replace("\n", " "))
    expect(panel.text).toContain(`Envoyée par e-mail à ${EMAIL}`)
    expect(panel.text).toContain("ce sera à hotes@cko.test, et non sur cette page.")
    expect(filledForm(formOf(page))).toMatchObject({ intent: "reply", id: "1", known: "0", isDone: "on" })
  })

  test("the form says beforehand that nothing leaves without a mail server", async () => {
    const page = await visitAs(cookie, `${PATH}?repondre=1`)
    expect(formOf(page).text).toContain("Ce site n’envoie pas encore d’e-mails")
    applySettings({ ...settings, smtpUrl: "smtp://127.0.0.1:1" })
    expect(formOf(await visitAs(cookie, `${PATH}?repondre=1`)).text).not.toContain("pas encore")
  })

  test.each(["99", "abc", "", "%00", "0"])("the form is not there for %j", async (id) => {
    const page = await visitAs(cookie, `${PATH}?repondre=${id}`)
    expect([page.status, page.all("section", { id: "formulaire" })]).toEqual([200, []])
  })
})

describe("a reply", () => {
  test("12.4 a reply is sent by mail, in the thread of the message, and the message is done with", async () => {
    const server = await startMailServer()
    applySettings({ ...getSettings(), contactEmail: "hotes@cko.test" })
    const response = await reply({ text: ` ${TEXT}\r\n` })
    expect([response.status, response.headers.get("location")]).toEqual([302, PATH])
    expect((await followAs(cookie, response, PATH)).text).toContain("Réponse enregistrée, message traité")
    expect((await list()).text).toContain("Envoi en cours")
    expect(await sendDueMails()).toBe(1)
    await reply({ text: "Plutôt vendredi, pardon.", known: "1" })
    await sendDueMails()
    await server.close()

    const [message] = await messages()
    const stored = await replies()
    const first = stored.find(({ text }) => text === TEXT)
    const second = stored.find(({ text }) => text !== TEXT)
    expect(server.taken).toMatchObject([
      {
        to: EMAIL,
        headers: {
          "reply-to": "hotes@cko.test",
          subject: "Re: Un partenariat",
          "message-id": idOf(first?.id),
          "in-reply-to": idOf(message?.thread_id),
          references: idOf(message?.thread_id),
        },
      },
      {
        headers: {
          "message-id": idOf(second?.id),
          "in-reply-to": idOf(first?.id),
          references: `${idOf(message?.thread_id)} ${idOf(first?.id)}`,
        },
      },
    ])
    expect(server.taken[0]?.text).toContain(
      `${TEXT}\n\n${NAME} a écrit le 4 mars 2026 à 13:00\u202f:\n> Bonjour,\n> parlons-en.`,
    )
    expect(message).toMatchObject({ read_at: expect.any(String), done_at: expect.any(String) })
    const page = await list()
    expect(page.text).toContain("Traité")
    expect(page.text.match(/Envoyée le /g)).toHaveLength(2)
    expect(page.text).toContain("Réponse de awa@cko.test")
    expect(await logged()).toEqual(["reply", "reply"])
    expect(JSON.stringify(await storedRows("audit_log"))).not.toMatch(/maimouna|jeudi|partenariat/)
  })

  test("a reply has the mail that was sent on to the hosts as its thread", async () => {
    const server = await startMailServer()
    applySettings({ ...getSettings(), contactEmail: "hotes@cko.test" })
    const fields = { name: NAME, email: EMAIL, subject: "RE : Encore", message: "Bonjour." }
    await sendVisitorForm("/contact", { intent: "message", ...fields })
    await reply({ id: "2" })
    await sendDueMails()
    await server.close()
    const forwarded = server.taken.find(({ to }) => to === "hotes@cko.test")
    const replied = server.taken.find(({ to }) => to === EMAIL)
    expect(replied?.headers.references).toBe(forwarded?.headers["message-id"])
    expect(replied?.headers.subject).toBe("RE : Encore")
  })

  test("a reply sent twice is one, also at once", async () => {
    const responses = await Promise.all([reply(), reply()])
    expect(responses.map(({ status }) => status)).toEqual([302, 302])
    await reply()
    expect([(await replies()).length, (await storedRows("mails")).length, await logged()]).toEqual([
      ...[1, 1],
      ["reply"],
    ])
  })

  test("a reply while somebody else replied waits until that was read", async () => {
    await reply({ text: "Jeudi." })
    const response = await reply()
    expect(response.status).toBe(409)
    const page = await readPage(response)
    expect(formOf(page).get("div", { role: "alert" }).text).toContain(
      "Quelqu’un d’autre a répondu entre-temps",
    )
    expect(page.get("section", { id: "formulaire" }).get("ol").text).toContain("Jeudi.")
    const { known = "", text = "" } = filledForm(formOf(page))
    expect([known, text.trim()]).toEqual(["1", TEXT])
    expect((await reply({ known })).status).toBe(302)
    expect(await replies()).toHaveLength(2)
  })

  test("a reply may leave the message to be done", async () => {
    const { isDone: _, ...fields } = { intent: "reply", id: "1", known: "0", text: TEXT, isDone: "" }
    const response = await sendForm(`${PATH}?repondre=1`, fields, { cookie })
    expect((await followAs(cookie, response, PATH)).text).toContain("Réponse enregistrée")
    expect(await messages()).toMatchObject([{ done_at: null, read_at: expect.any(String) }])
  })

  test.each([
    ["", "La réponse est requise"],
    [" \n ", "La réponse est requise"],
    ["a".repeat(5_001), "La réponse doit contenir moins de 5\u202f000 caractères"],
    ["a\0b", "Ce champ contient un caractère interdit"],
  ])("a reply of %j is refused, and kept", async (text, problem) => {
    const response = await reply({ text })
    expect([response.status, fieldProblems(formOf(await readPage(response)))]).toEqual([
      400,
      { Réponse: problem },
    ])
    expect(await replies()).toEqual([])
  })

  test("a reply to what is gone, or to too much, says so and is kept", async () => {
    await receive()
    await db
      .insert(messageReplies)
      .values(Array.from({ length: 20 }, (_, n) => ({ messageId: 2, text: `Réponse ${n}` })))
    const gone = await reply({ id: "99" })
    const full = await reply({ id: "2", known: "20" }, `${PATH}?repondre=2`)
    for (const [response, status, text] of [
      [gone, 404, "Impossible de répondre : ce message n’est plus là."],
      [full, 409, "Impossible de répondre : ce message a déjà 20 réponses. Continuez avec votre messagerie."],
    ] as const) {
      const form = formOf(await readPage(response))
      expect([response.status, form.get("div", { role: "alert" }).text]).toEqual([status, `Erreur ${text}`])
      expect(filledForm(form).text?.trim()).toBe(TEXT)
    }
    expect(await storedRows("mails")).toEqual([])
  })

  test("a reply is kept and mailed, or neither", async () => {
    for (const table of ["mails", "audit_log"]) {
      const response = await withoutTable(table, () => reply())
      expect([response.status, await replies()]).toEqual([500, []])
      expect(filledForm(formOf(await readPage(response))).text?.trim()).toBe(TEXT)
      expect(takeLoggedErrors().length).toBeGreaterThan(0)
    }
  })

  test.each(["user", "moderator"] as const)("a reply is not a %s’s to send", async (role) => {
    const theirs = await signInAsNew(role)
    const response = await sendForm(
      PATH,
      { intent: "reply", id: "1", known: "0", text: TEXT },
      { cookie: theirs },
    )
    expect([response.status, await replies()]).toEqual([403, []])
  })
})

describe("a mail of a reply", () => {
  test("a mail of a reply without a mail server is in the outbox, said not to have left, and sent later", async () => {
    await reply()
    const [mail] = await outbox.mails()
    expect(mail?.headers.subject).toBe("Re: Un partenariat")
    expect((await list()).text).toContain("elle n’est pas partie")
    expect((await list()).all("button").some(({ text }) => text.startsWith("Renvoyer"))).toBe(false)
    const server = await startMailServer()
    expect((await list()).all("button").some(({ text }) => text.startsWith("Renvoyer"))).toBe(true)
    const [stored] = await replies()
    await click({ intent: "resend", reply: String(stored?.id) })
    await sendDueMails()
    await server.close()
    expect(server.taken).toHaveLength(1)
    expect((await list()).text).toContain("Envoyée le ")
  })

  test("12.4 a mail of a reply that is refused is said so, and sent again on demand, once", async () => {
    const server = await startMailServer()
    server.responses.set("RCPT TO", "550 No such user here")
    await reply()
    await sendDueMails()
    expect(takeLoggedErrors()).toHaveLength(1)
    const page = await list()
    expect(page.text).toContain("Non envoyée : le serveur de messagerie l’a refusée (RCPT TO 550)")
    const [failed] = await replies()
    server.responses.delete("RCPT TO")
    const again = { intent: "resend", reply: String(failed?.id) }
    const answers = await Promise.all([click(again), click(again)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await storedRows("mails")).toHaveLength(1)
    await sendDueMails()
    await server.close()
    expect(server.taken).toMatchObject([{ headers: { "message-id": idOf(failed?.id) } }])
    expect(await replies()).toMatchObject([{ outcome: "sent", failure: null }])
    expect((await click(again)).status).toBe(404)
  })

  test("a mail of a reply that is sent again from the list of failed mails tells the reply so", async () => {
    const server = await startMailServer()
    server.responses.set("RCPT TO", "550 No such user here")
    await reply()
    await sendDueMails()
    expect(takeLoggedErrors()).toHaveLength(1)
    server.responses.delete("RCPT TO")
    const [failed] = await replies()
    const retry = { intent: "retry", ids: String(failed?.id) }
    expect((await sendForm(FAILED_MAILS, retry, { cookie })).status).toBe(200)
    expect(await replies()).toMatchObject([{ outcome: null, failure: null }])
    await sendDueMails()
    await server.close()
    expect(await replies()).toMatchObject([{ outcome: "sent" }])
  })

  test("a mail of a reply that is not taken yet says when it is tried again", async () => {
    const server = await startMailServer()
    server.responses.set("RCPT TO", "451 Try again later")
    await reply()
    await sendDueMails()
    await server.close()
    expect((await list()).text).toMatch(/serveur de messagerie \(RCPT TO 451\)\u00a0: nouvel essai le /)
  })

  test("a mail of a reply that was lost is sent again", async () => {
    await reply()
    await emptyTables("mails")
    expect((await list()).text).toContain("Envoi interrompu")
    const [lost] = await replies()
    expect((await click({ intent: "resend", reply: String(lost?.id) })).status).toBe(200)
    expect(await storedRows("mails")).toMatchObject([{ id: lost?.id, recipient: EMAIL }])
  })

  test.each(["", "abc", "1", "00000000-0000-0000-0000-000000000000"])(
    "a mail of no reply %j is not sent",
    async (id) => {
      const response = await click({ intent: "resend", reply: id })
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect((await followAs(cookie, response, PATH)).text).toContain("Impossible de renvoyer la réponse")
    },
  )
})

describe("what is done", () => {
  test("what is done is marked, found by the filter, and undone", async () => {
    await receive({ subject: "Un autre" })
    const subjects = async (query: string) => (await list(query)).all("h3").map(({ text }) => text)
    const response = await click({ intent: "done", id: "1" })
    expect((await followAs(cookie, response, PATH)).text).toContain("Message traité")
    expect(await subjects("?etat=traites")).toEqual(["Un partenariat"])
    expect(await subjects("?etat=a-traiter")).toEqual(["Un autre"])
    expect(await subjects("?etat=abc")).toHaveLength(2)
    expect(await logged()).toEqual(["update"])
    await click({ intent: "undone", id: "1" })
    expect(await subjects("?etat=traites")).toEqual([])
    expect(await messages()).toMatchObject([{ done_at: null }, { done_at: null }])
  })

  test("what is deleted takes its replies along", async () => {
    await reply()
    await click({ intent: "delete", id: "1" })
    expect(await replies()).toEqual([])
  })
})
