import { afterEach, expect, test } from "vitest"
import { sendDueMails } from "#app/base/mail/mail-queue.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { send } from "#test/app.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { startMailServer } from "#test/mail-server.ts"
import { fieldProblems, filledForm, followAs, readPage } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { honeypotFields, botFields, newAddress, sendVisitorForm } from "#test/visitors.ts"

const MESSAGE = {
  intent: "message",
  name: "Maïmouna",
  email: "maimouna@cko.test",
  subject: "Un partenariat",
  message: "Bonjour,\r\n\r\nparlons-en.",
}
const settings = getSettings()

useDatabase()
afterEach(() => applySettings(settings))

const write = (fields: Record<string, string> = {}, address?: string) =>
  sendVisitorForm("/contact", { ...MESSAGE, ...fields }, address)
const formOf = async (response: Response) =>
  (await readPage(response)).get("form", { "aria-labelledby": "ecrire" })
const stored = () => storedRows("contact_messages")

test("12.2 a message is kept for the hosts, and confirmed", async () => {
  const response = await write({
    name: " Kéza \t Mondovi ",
    email: " MAIMOUNA@cko.test",
    subject: " <b>Un</b>  sujet ",
  })
  expect([response.status, response.headers.get("location")]).toEqual([302, "/contact"])
  const page = await followAs("", response)
  expect(page.text).toContain("Message envoyé ! Nous vous répondrons dans les plus brefs délais.")
  expect(filledForm(page.get("form", { "aria-labelledby": "ecrire" }))).toMatchObject({
    name: "",
    message: "",
  })
  expect(await stored()).toMatchObject([
    {
      name: "Kéza Mondovi",
      email: "maimouna@cko.test",
      subject: "<b>Un</b> sujet",
      message: "Bonjour,\n\nparlons-en.",
      read_at: null,
      archived_at: null,
    },
  ])
  expect(await storedRows("newsletter_subscribers")).toEqual([])
})

test.each<[Record<string, string>, Record<string, string>]>([
  [{ name: "" }, { Nom: "Le nom est requis" }],
  [{ name: " \r\n " }, { Nom: "Le nom est requis" }],
  [{ name: "a".repeat(101) }, { Nom: "Le nom doit contenir moins de 100 caractères" }],
  [{ email: "" }, { Email: "L’e-mail est requis" }],
  [{ email: "abc" }, { Email: "Email invalide" }],
  [{ email: "a@cko.test\r\nBcc: b@cko.test" }, { Email: "Email invalide" }],
  [{ email: "@cko.test".padStart(256, "a") }, { Email: "L’e-mail doit contenir moins de 255 caractères" }],
  [{ subject: "" }, { Sujet: "Le sujet est requis" }],
  [{ subject: "a".repeat(201) }, { Sujet: "Le sujet doit contenir moins de 200 caractères" }],
  [{ message: "" }, { Message: "Le message est requis" }],
  [{ message: "a".repeat(5_001) }, { Message: "Le message doit contenir moins de 5\u202f000 caractères" }],
  [
    { name: "", email: "abc", subject: "", message: " " },
    {
      Nom: "Le nom est requis",
      Email: "Email invalide",
      Sujet: "Le sujet est requis",
      Message: "Le message est requis",
    },
  ],
])("12.2 a message with something wrong is refused, and kept: %j", async (wrong, problems) => {
  const response = await write(wrong)
  expect(response.status).toBe(400)
  const form = await formOf(response)
  expect(fieldProblems(form)).toEqual(problems)
  expect(form.get("div", { role: "alert" }).text).toBe(`Erreur de validation ${Object.values(problems)[0]}`)
  const { name, email, subject, message } = filledForm(form)
  const typed = { ...MESSAGE, ...wrong }
  expect({ name, email, subject, message: message?.trim() }).toEqual({
    name: typed.name,
    email: typed.email,
    subject: typed.subject,
    message: typed.message.trim(),
  })
  expect(await stored()).toEqual([])
})

test("a message as long as may be is taken", async () => {
  const long = { name: "a".repeat(100), subject: "é".repeat(200), message: "ü".repeat(5_000) }
  expect((await write({ ...long, email: "@cko.test".padStart(255, "a") })).status).toBe(302)
  expect(await stored()).toMatchObject([long])
})

test("a message by a machine is refused, and by a person taken for one kept", async () => {
  for (const fields of botFields()) {
    const response = await write(fields)
    expect(response.status).toBe(400)
    const form = await formOf(response)
    expect(form.get("div", { role: "alert" }).text).toMatch(/^Erreur Cet envoi /)
    expect(filledForm(form)).toMatchObject({ ...MESSAGE })
  }
  expect(await stored()).toEqual([])
})

test("a message is taken five times an hour from one address", async () => {
  const address = newAddress()
  for (let n = 0; n < 5; n += 1) expect((await write({}, address)).status).toBe(302)
  const refused = await write({}, address)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000)
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(3_600)
  const form = await formOf(refused)
  expect(form.get("div", { role: "alert" }).text).toMatch(
    /^Erreur Trop de tentatives\. Réessayez dans \d+ minutes\.$/,
  )
  expect(filledForm(form)).toMatchObject(MESSAGE)
  expect(await stored()).toHaveLength(5)
})

test("a message that cannot be kept is not said to be", async () => {
  const response = await withoutTable("contact_messages", () => write())
  expect(response.status).toBe(500)
  const form = await formOf(response)
  expect(form.get("div", { role: "alert" }).text).toBe(
    "Erreur Impossible d’envoyer le message. Réessayez dans un instant.",
  )
  expect(filledForm(form)).toMatchObject(MESSAGE)
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
})

test("a message from another site is refused", async () => {
  const response = await send("/contact", {
    method: "POST",
    body: new URLSearchParams({ ...honeypotFields(), ...MESSAGE }),
    headers: { Origin: "https://evil.example" },
  })
  expect([response.status, await stored()]).toEqual([403, []])
})

test("12.3 a message is sent on to the hosts, who answer the visitor by answering it", async () => {
  const server = await startMailServer()
  applySettings({ ...getSettings(), contactEmail: "hotes@cko.test" })
  expect((await write({ subject: "Été & hiver ?" })).status).toBe(302)
  expect(await sendDueMails()).toBe(1)
  await server.close()
  expect(server.taken).toMatchObject([
    {
      to: "hotes@cko.test",
      headers: {
        to: "hotes@cko.test",
        from: "CKO <noreply@cko.test>",
        "reply-to": "maimouna@cko.test",
        subject: "[CKO] Été & hiver ?",
      },
      text: expect.stringContaining("Maïmouna <maimouna@cko.test> a écrit par la page de contact"),
    },
  ])
  expect(server.taken[0]?.text).toContain("Bonjour,\n\nparlons-en.")
})

test("a message is sent on nowhere without a mail server, nor without an address of the hosts", async () => {
  applySettings({ ...settings, contactEmail: "hotes@cko.test" })
  await write()
  applySettings({ ...settings, smtpUrl: "smtp://127.0.0.1:1" })
  await write({ subject: "Un autre sujet" })
  expect([await storedRows("mails"), (await stored()).length]).toEqual([[], 2])
})

test("a message is sent on or not kept at all", async () => {
  applySettings({ ...settings, contactEmail: "hotes@cko.test", smtpUrl: "smtp://127.0.0.1:1" })
  const response = await withoutTable("mails", () => write())
  expect([response.status, await stored()]).toEqual([500, []])
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
})

test("the form works without scripts", async () => {
  const form = (await visit("/contact")).get("form", { "aria-labelledby": "ecrire" })
  expect(form.attributes).toMatchObject({ method: "post", novalidate: "" })
  expect(filledForm(form)).toMatchObject({ intent: "message", website: "", name: "", email: "", subject: "" })
})
