import { beforeEach, describe, expect, test } from "vitest"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { type ImapServer, startImapServer } from "#test/imap-server.ts"
import { ageAuthentication, createUser, openSession, readPage, sendForm } from "#test/people.ts"
import { setSettings } from "#test/site-settings.ts"
import { envelopeSender } from "../sending/letter-message.server.ts"
import { explainMailboxError } from "./mailbox-failure.ts"
import { readMailbox } from "./read-mailbox.server.ts"

const PATH = "/admin/site/returns"
const SECRET = 'Très-secret "42"'
let cookie = ""
let server: ImapServer

useDatabase()
beforeEach(async () => {
  cookie = await openSession(await createUser("admin", "awa@cko.test"))
  server = await startImapServer({ password: SECRET })
  await setSettings("returns", { imapPort: server.port })
  return () => server.close()
})

const read = async () => readPage(await send(PATH, { headers: { cookie } }))
const save = (fields: Record<string, string>) =>
  sendForm(PATH, { intent: "save", fields: Object.keys(fields).join(","), ...fields }, { cookie })
/** At the port that was stored: no form takes it. */
const MAILBOX = {
  imapHost: "127.0.0.1",
  imapSecurity: "none",
  imapUser: "retours@cko.test",
  imapPassword: SECRET,
}
const tryMailbox = async () => readPage(await sendForm(PATH, { intent: "test" }, { cookie }))

describe("the mailbox set in the back office", () => {
  test("47.1 is tried before it is relied upon, and nothing in it changes", async () => {
    expect((await tryMailbox()).text).toContain("Aucun serveur de réception n’est réglé")
    expect((await save(MAILBOX)).status).toBe(302)
    server.put("From: a@b.test\r\n\r\nBonjour")
    expect((await tryMailbox()).text).toContain("La boîte s’ouvre. Le dossier INBOX contient un e-mail.")
    expect(server.seen.some((command) => /^(?:SELECT|UID)/.test(command))).toBe(false)
  })

  test("keeps its password encrypted, shows it nobody and tells the log nothing of it", async () => {
    await save(MAILBOX)
    const stored = JSON.stringify([await storedRows("settings"), await storedRows("audit_log")])
    expect(stored).toContain("returns.imapPassword")
    expect(stored).not.toContain("Très-secret")
    const page = await read()
    expect(page.html).not.toContain("Très-secret")
    await save({ imapPassword: "", imapUser: "autre@cko.test" })
    expect((await tryMailbox()).text).toContain("La boîte s’ouvre.")
  })

  test("is asked for its own password when it becomes another server", async () => {
    await save(MAILBOX)
    const refused = await save({ ...MAILBOX, imapHost: "imap.autre.example", imapPassword: "" })
    expect(refused.status).toBe(400)
    expect((await readPage(refused)).text).toContain("tapez le mot de passe du nouveau")
    expect(siteSettings().returns.imapHost).toBe("127.0.0.1")
  })

  test("waits for re-authentication", async () => {
    await ageAuthentication(cookie)
    expect((await save(MAILBOX)).status).not.toBe(302)
    expect(siteSettings().returns.imapHost).toBe("")
  })

  test.each([
    ["imapHost", "https://imap.exemple.fr", "doit être le nom d’un serveur"],
    ["imapHost", "a b\r\nLOGOUT", "doit être le nom d’un serveur"],
    ["imapPort", "0", "«\u00a0Port\u00a0» doit être l’un des ports d’un serveur d’e-mails\u00a0: 143 ou 993"],
    ["imapPort", "6379", "l’un des ports d’un serveur d’e-mails"],
    ["imapSecurity", "x", "valeur inconnue"],
    ["imapFolder", "", "est à remplir"],
    ["imapFolder", "é".repeat(300), "caractères au plus"],
    ["returnAddress", "nulle part", "n’est pas une adresse e-mail"],
  ])("refuses %s as %s", async (name, value, message) => {
    const response = await save({ ...MAILBOX, [name]: value })
    expect(response.status).toBe(400)
    expect((await readPage(response)).text).toContain(message)
  })

  test.each([
    ["LOGIN", "NO [AUTHENTICATIONFAILED] <b>non</b>", "Identifiant ou mot de passe refusé"],
    ["EXAMINE", "NO [NONEXISTENT] rien", "Ce dossier n’existe pas"],
    ["LOGIN", "drop", "Le serveur de réception a coupé la connexion"],
  ])("that answers %s with %s is explained", async (command, answer, title) => {
    await save(MAILBOX)
    server.answers.set(command, answer)
    const page = await tryMailbox()
    expect(page.status).toBe(200)
    expect(page.text).toContain(title)
    expect(page.html).not.toContain("<b>non</b>")
  })

  test("whose folder for what was read is missing says so", async () => {
    await save({ ...MAILBOX, imapDone: "Traités" })
    expect((await tryMailbox()).text).toContain("le dossier «\u00a0Traités\u00a0» n’existe pas")
    server.folders.set("Trait&AOk-s", [])
    expect((await tryMailbox()).text).toContain(
      "La boîte s’ouvre. Le dossier INBOX ne contient aucun e-mail.",
    )
  })

  test("that nothing answers for is explained, on the page of its reading as well", async () => {
    await save(MAILBOX)
    await server.close()
    expect((await tryMailbox()).text).toContain("Le serveur de réception refuse la connexion")
    expect(await readMailbox()).toBe("failed")
    const page = await read()
    expect(page.text).toContain("Le serveur de réception refuse la connexion")
    expect(page.text).toContain("Un essai a échoué")
  })

  test("is tried a few times, not for ever", async () => {
    await save(MAILBOX)
    for (let n = 0; n < 5; n += 1) await tryMailbox()
    const limited = await sendForm(PATH, { intent: "test" }, { cookie })
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0)
  })
})

test.each([
  [{ responseText: "non\r\n\u0007merci", message: "Command failed" }, "non merci"],
  [{ code: "ECONNREFUSED", message: "connect ECONNREFUSED 10.0.0.7:143" }, ""],
  [{ code: "ParserError1", message: "Unexpected char in SSH-2.0-OpenSSH_9.2p1" }, ""],
])("of what answered %o only what IMAP says is shown", (error, answer) => {
  expect(explainMailboxError(error).answer).toBe(answer)
})

test("« Lire maintenant » has the mailbox read before its time, and says so where there is none", async () => {
  const look = async () => sendForm(PATH, { intent: "look" }, { cookie })
  expect((await look()).status).toBe(404)
  await save(MAILBOX)
  expect(await readMailbox()).toBe(0)
  expect(await readMailbox()).toBe("later")
  expect((await look()).status).toBe(200)
  expect(await readMailbox()).toBe(0)
  expect((await read()).text).toContain("Retours reconnus 0")
})

test("letters leave with the address for bounces, and with the sender's where there is none", async () => {
  applySettings({ ...getSettings(), mailFrom: undefined })
  await setSettings("mail", { senderAddress: "bonjour@cko.test" })
  expect(envelopeSender()).toBe("bonjour@cko.test")
  await setSettings("returns", { returnAddress: "retours@cko.test" })
  expect(envelopeSender()).toBe("retours@cko.test")
})
