import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { startMailServer } from "#test/mail-server.ts"
import { createUser, openSession, sendForm, visitAs } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { FAILED_MAILS } from "./failed-mails.copy.ts"
import { queueMail, sendDueMails } from "./mail-queue.server.ts"
import { sendMailSoon } from "./mail.server.ts"

let server: Awaited<ReturnType<typeof startMailServer>>
let cookie = ""

useDatabase()
beforeEach(async () => {
  server = await startMailServer({ password: true })
  cookie = await openSession(await createUser("admin"))
  return () => server.close()
})

/** Queues a mail, and lets the mail server refuse its recipient for good. @returns its id */
async function giveUp(subject = "Bienvenue") {
  server.responses.set("RCPT TO", "550 awa@cko.test has no mailbox here, password hunter2")
  await db.transaction((tx) => queueMail(tx, { to: "awa@cko.test", subject, text: "Un texte." }))
  await sendDueMails()
  server.responses.clear()
  takeLoggedErrors()
  const { rows } = await db.execute<{ id: string }>(sql`select id from mails where subject = ${subject}`)
  return rows[0]?.id ?? ""
}

const list = async () => (await visitAs(cookie, FAILED_MAILS)).get("main")
const act = (intent: string, ids: string) => sendForm(FAILED_MAILS, { intent, ids }, { cookie })

test("31.3 a mail that was given up is shown with its reason, in our words only", async () => {
  await giveUp()
  const shown = await list()
  expect(shown.text).toContain("Bienvenue")
  expect(shown.text).toContain("awa@cko.test")
  expect(shown.text).toContain("refuse l’adresse du destinataire (réponse\u00a0550)")
  expect(shown.raw).not.toContain("hunter2")
  const [mail] = await storedRows("mails")
  expect(mail?.failure).toEqual({ code: "EENVELOPE", command: "RCPT TO", responseCode: 550 })
})

test("a mail that was given up is not tried again by itself", async () => {
  await giveUp()
  await db.execute(sql`update mails set due_at = now()`)
  expect([await sendDueMails(), server.taken]).toEqual([0, []])
})

test("31.3 a mail that was given up is sent once more when somebody asks for it, under its own name", async () => {
  const id = await giveUp()
  expect((await act("retry", id)).status).toBe(200)
  expect((await act("retry", id)).status).toBe(404)
  expect(await sendDueMails()).toBe(1)
  expect(server.taken[0]?.headers).toMatchObject({ to: "awa@cko.test", "message-id": `<${id}@cko.test>` })
  expect(await storedRows("mails")).toEqual([])
})

test("mails that were given up go all at once, twice without harm", async () => {
  const ids = [await giveUp("Un"), await giveUp("Deux")].join(",")
  expect((await act("drop", ids)).status).toBe(200)
  expect((await act("drop", ids)).status).toBe(404)
  expect(await storedRows("mails")).toEqual([])
  expect((await list()).text).toContain("Aucun e-mail n’a été abandonné.")
})

test("a mail that still waits is neither dropped nor hurried from here", async () => {
  await db.transaction((tx) => queueMail(tx, { to: "awa@cko.test", subject: "Sujet", text: "Texte" }))
  const [mail] = await storedRows("mails")
  for (const intent of ["retry", "drop"]) expect((await act(intent, String(mail?.id))).status).toBe(404)
  expect(await storedRows("mails")).toEqual([mail])
})

test.each(["", "1", "abc", "%00", `${"a".repeat(100_000)}`, ",", "0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f,x"])(
  "what is no name of a mail is refused: %.20s",
  async (ids) => {
    const id = await giveUp()
    for (const intent of ["retry", "drop"]) expect([400, 413]).toContain((await act(intent, ids)).status)
    expect(
      (await visitAs(cookie, `${FAILED_MAILS}?action=drop&ids=${encodeURIComponent(ids.slice(0, 50))}`))
        .status,
    ).toBe(404)
    expect(await storedRows("mails")).toMatchObject([{ id }])
  },
)

test("a mail whose link opens an account leaves that it failed, never its text, and cannot be sent again", async () => {
  server.responses.set("RCPT TO", "550 nobody")
  sendMailSoon({ to: "awa@cko.test", subject: "Nouveau mot de passe", text: "https://cko.test/key" })
  await expect.poll(() => storedRows("mails")).toHaveLength(1)
  takeLoggedErrors()
  const [mail] = await storedRows("mails")
  expect(mail).toMatchObject({ recipient: "awa@cko.test", subject: "Nouveau mot de passe", text: "" })
  const shown = await list()
  expect(shown.text).toContain("La personne peut en demander un autre.")
  expect(shown.all("button").map(({ text }) => text)).toEqual([
    "Abandonner : l’e-mail «\u00a0Nouveau mot de passe\u00a0»",
  ])
  expect((await act("retry", String(mail?.id))).status).toBe(404)
  expect(await storedRows("mails")).toEqual([mail])
})

test("without scripts, dropping is asked about first", async () => {
  const id = await giveUp("L’été <b>")
  const asked = await visitAs(cookie, `${FAILED_MAILS}?action=drop&ids=${id}`)
  expect(asked.get("section", { class: "question" }).text).toContain(
    "Abandonner l’e-mail «\u00a0L’été <b>\u00a0»",
  )
})
