import { createPublicKey, createVerify } from "node:crypto"
import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { queueMail, sendDueMails } from "#app/base/mail/mail-queue.server.ts"
import { findDkimRecord, renewDkimKey } from "#app/base/mail/dkim.server.ts"
import { smtpTransport } from "#app/base/mail/smtp.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { startMailServer } from "#test/mail-server.ts"
import { useOutbox } from "#test/outbox.ts"
import { ageAuthentication, createUser, followAs, openSession, readPage, sendForm } from "#test/people.ts"
import { setSettings } from "#test/site-settings.ts"

const PATH = "/admin/site/mail"
const SECRET = "Très-secret 42"
let cookie = ""
let server: Awaited<ReturnType<typeof startMailServer>>
let port = 0

useDatabase()
const outbox = useOutbox()
beforeEach(async () => {
  cookie = await openSession(await createUser("admin", "awa@cko.test"))
  server = await startMailServer()
  port = Number(new URL(getSettings().smtpUrl ?? "").port)
  applySettings({ ...getSettings(), smtpUrl: undefined, mailFrom: undefined })
  await setSettings("mail", { smtpPort: port })
  return () => server.close()
})

const read = async (path = PATH) => readPage(await send(path, { headers: { cookie } }))
const save = (fields: Record<string, string>) =>
  sendForm(PATH, { intent: "save", fields: Object.keys(fields).join(","), ...fields }, { cookie })
/** At the port that was stored: no form takes it. */
const SERVER = { smtpHost: "127.0.0.1", smtpSecurity: "none" }
const testMail = async () => readPage(await sendForm(PATH, { intent: "test" }, { cookie }))

describe("a mail server set in the back office", () => {
  test("29.3 sends mails, from whom hosts say", async () => {
    const sender = { senderName: "Le potager", senderAddress: "bonjour@jardin.example" }
    const response = await save({ ...SERVER, ...sender })
    expect(response.status).toBe(302)
    await db.transaction((tx) => queueMail(tx, { to: "lea@cko.test", subject: "Sujet", text: "Texte" }))
    expect(await sendDueMails()).toBe(1)
    expect(server.taken[0]?.headers.from).toBe("Le potager <bonjour@jardin.example>")
  })

  test("keeps its password encrypted, shows it nobody and tells the log nothing of it", async () => {
    await save({ ...SERVER, smtpUser: "awa", smtpPassword: SECRET })
    const stored = JSON.stringify([await storedRows("settings"), await storedRows("audit_log")])
    expect(stored).toContain("mail.smtpPassword")
    expect(stored).not.toContain(SECRET)
    expect(await smtpTransport()).toMatchObject({ auth: { user: "awa", pass: SECRET } })
    const page = await read()
    expect(page.html).not.toContain(SECRET)
    expect(page.get("input", { name: "smtpPassword" }).attributes.value ?? "").toBe("")
    await save({ smtpPassword: "", smtpUser: "awa" })
    expect(await smtpTransport()).toMatchObject({ auth: { pass: SECRET } })
    expect((await testMail()).text).toContain("E-mail envoyé à awa@cko.test")
  })

  test("is asked for its own password when it becomes another one", async () => {
    await save({ ...SERVER, smtpUser: "awa", smtpPassword: SECRET })
    const moved = { ...SERVER, smtpHost: "smtp.autre.example", smtpUser: "awa", smtpPassword: "" }
    const refused = await save(moved)
    expect(refused.status).toBe(400)
    expect((await readPage(refused)).text).toContain("tapez le mot de passe du nouveau")
    expect(siteSettings().mail.smtpHost).toBe("127.0.0.1")
    expect((await save({ ...moved, smtpPassword: "autre" })).status).toBe(302)
  })

  test.each([
    ["smtpHost", "https://smtp.exemple.fr", "doit être le nom d’un serveur"],
    ["smtpHost", "smtp.exemple.fr:587", "doit être le nom d’un serveur"],
    ["smtpHost", "a b\r\nQUIT", "doit être le nom d’un serveur"],
    [
      "smtpPort",
      "99999",
      "«\u00a0Port\u00a0» doit être l’un des ports d’un serveur d’e-mails\u00a0: 25, 465, 587 ou 2525",
    ],
    ["smtpPort", "22", "l’un des ports d’un serveur d’e-mails"],
    ["smtpPort", "", "l’un des ports d’un serveur d’e-mails"],
    ["smtpSecurity", "x", "valeur inconnue"],
    ["senderAddress", "pas une adresse", "n’est pas une adresse e-mail"],
    ["senderName", "é".repeat(81), "80 caractères au plus"],
  ])("is refused with %s « %s », and nothing of it is stored", async (name, value, message) => {
    const before = await storedRows("settings")
    const response = await save({ ...SERVER, [name]: value })
    expect(response.status).toBe(400)
    expect((await readPage(response)).text).toContain(message)
    expect(await storedRows("settings")).toEqual(before)
  })

  test("waits for re-authentication, for each way in which it changes, and repeats no password then", async () => {
    await ageAuthentication(cookie)
    const before = await storedRows("settings")
    const changes: Record<string, string>[] = [
      { intent: "save", fields: "smtpHost,smtpPassword", smtpHost: "b.example", smtpPassword: SECRET },
      { intent: "reset", name: "smtpHost" },
      { intent: "renew-dkim" },
    ]
    for (const fields of changes) {
      const response = await sendForm(PATH, fields, { cookie })
      expect(response.status).toBe(403)
      expect(await response.text()).not.toContain(SECRET)
    }
    expect(await storedRows("settings")).toEqual(before)
  })

  test("asks nobody who had an account before to confirm their address", async () => {
    await createUser("user", "lea@cko.test")
    await db.execute(sql`update users set email_verified = false`)
    await save(SERVER)
    const signedIn = await sendForm("/auth", { email: "lea@cko.test", password: "Uppercut8" })
    expect(signedIn.status).toBe(302)
    const signedUp = await sendForm("/auth?onglet=inscription", {
      ...{ email: "nour@cko.test", password: "Uppercut8", confirmation: "Uppercut8" },
    })
    expect((await followAs("", signedUp)).text).toContain("Ouvrez le lien reçu par e-mail")
    await expect.poll(() => server.taken.map(({ to }) => to)).toEqual(["nour@cko.test"])
  })
})

test("what the site was started with wins and shows, but for its password", async () => {
  await save({ ...SERVER, smtpUser: "awa", smtpPassword: SECRET })
  applySettings({
    ...getSettings(),
    smtpUrl: "smtps://moi:motcache@mail.example:4650",
    mailFrom: "Les hôtes <hotes@cko.test>",
    contactEmail: "contact@cko.test",
  })
  const page = await read()
  for (const shown of [
    "mail.example",
    "4650",
    "TLS dès la connexion",
    "moi",
    "hotes@cko.test",
    "contact@cko.test",
  ])
    expect(page.text).toContain(shown)
  expect(page.text).toContain("Fixé par le serveur (SMTP_URL)")
  expect(page.html).not.toContain("motcache")
  expect(page.all("input", { name: "smtpHost" })).toEqual([])
  await save({ smtpHost: "autre.example" })
  expect(await smtpTransport()).toMatchObject({ url: "smtps://moi:motcache@mail.example:4650" })
})

describe("a test mail", () => {
  test("goes to who asks, and says that it was taken", async () => {
    await setSettings("podcast", { name: "Sécateur" })
    await save(SERVER)
    expect((await testMail()).text).toContain("E-mail envoyé à awa@cko.test")
    expect(server.taken).toMatchObject([
      { to: "awa@cko.test", headers: { subject: "Essai d’envoi de Sécateur" } },
    ])
  })

  test.each([
    ["RCPT TO", "550 5.7.1 relay denied <b>", "Le serveur d’envoi refuse de transmettre cet e-mail"],
    ["RCPT TO", "451 greylisted", "Le serveur d’envoi demande de réessayer plus tard"],
    ["AUTH", "535 wrong", "Identifiant ou mot de passe refusé"],
    ["DATA", "554 spam", "Le serveur d’envoi a refusé l’e-mail"],
  ])("29.3 explains why %s was answered with « %s »", async (command, response, title) => {
    await save({ ...SERVER, smtpUser: "awa", smtpPassword: SECRET })
    server.responses.set(command, response)
    const page = await testMail()
    expect(page.text).toContain(title)
    expect(page.text).toContain(response)
  })

  test("explains that there is no server there, none that encrypts, or one that hangs up", async () => {
    await save(SERVER)
    await setSettings("mail", { smtpPort: 1 })
    expect((await testMail()).text).toContain("Le serveur d’envoi refuse la connexion")
    await setSettings("mail", { smtpPort: port, smtpSecurity: "tls" })
    expect((await testMail()).text).toContain("La connexion chiffrée n’a pas abouti")
    await save(SERVER)
    server.responses.set("DATA", "drop")
    expect((await testMail()).text).toContain("Le serveur d’envoi a coupé la connexion")
  })

  test("is a file without a server, and can be asked for a few times only", async () => {
    expect((await testMail()).text).toContain("Fichier écrit.")
    expect(await outbox.mails()).toHaveLength(1)
    for (let n = 0; n < 4; n += 1) await testMail()
    const page = await testMail()
    expect([page.status, page.text.includes("Trop de tentatives.")]).toEqual([429, true])
    expect(await outbox.mails()).toHaveLength(5)
  })
})

describe("the DKIM key", () => {
  test("signs mails with the headers of unsubscribing, as the published key proves", async () => {
    await save({ ...SERVER, senderAddress: "bonjour@jardin.example" })
    expect((await sendForm(PATH, { intent: "renew-dkim" }, { cookie })).status).toBe(200)
    const record = await findDkimRecord()
    expect((await read()).text).toContain(record?.value)
    expect(JSON.stringify(await storedRows("settings"))).not.toContain("PRIVATE KEY")
    await db.transaction((tx) =>
      queueMail(tx, {
        to: "lea@cko.test",
        subject: "Été",
        text: "Texte",
        unsubscribeUrl: "https://cko.test/x",
      }),
    )
    await sendDueMails()
    expect(checkSignature(server.taken[0]?.source ?? "", record?.value ?? "")).toEqual({
      isValid: true,
      signed: expect.arrayContaining(["from", "list-unsubscribe", "list-unsubscribe-post"]),
    })
  })

  test("is another one under another name once renewed, and none for another domain", async () => {
    await save({ ...SERVER, senderAddress: "bonjour@jardin.example" })
    await renewDkimKey()
    const first = await findDkimRecord()
    await renewDkimKey()
    const second = await findDkimRecord()
    expect(first?.name).toMatch(/^podcast-[\da-f]{6}\._domainkey\.jardin\.example$/)
    expect(second?.name).not.toBe(first?.name)
    expect((await read(`${PATH}?action=renew-dkim`)).text).toContain("Renouveler la clé DKIM ?")
    await save({ senderAddress: "bonjour@ailleurs.example" })
    expect(await findDkimRecord()).toBeUndefined()
    await testMail()
    expect(server.taken[0]?.source).not.toContain("DKIM-Signature")
  })
})

/** As RFC 6376 has it, with relaxed headers: what a mail service would find out. */
function checkSignature(source: string, record: string) {
  const [head = ""] = source.split("\r\n\r\n")
  const lines = head.split(/\r\n(?![ \t])/)
  const relaxed = (line: string) => {
    const colon = line.indexOf(":")
    const value = line
      .slice(colon + 1)
      .replace(/\s+/g, " ")
      .trim()
    return `${line.slice(0, colon).toLowerCase().trim()}:${value}`
  }
  const signature = lines.find((line) => /^DKIM-Signature:/i.test(line)) ?? ""
  const unfolded = relaxed(signature)
  const tag = (name: string) =>
    new RegExp(`(?:;|:)\\s*${name}=([^;]*)`).exec(unfolded)?.[1]?.replace(/\s/g, "") ?? ""
  const signed = tag("h").toLowerCase().split(":")
  const headers = signed.map((name) =>
    relaxed(lines.find((line) => line.toLowerCase().startsWith(`${name}:`)) ?? ""),
  )
  const key = createPublicKey({
    key: Buffer.from(record.slice(record.indexOf("p=") + 2), "base64"),
    format: "der",
    type: "spki",
  })
  const text = [...headers, unfolded.replace(/(\bb=)[^;]*$/, "$1").trim()].join("\r\n")
  return { isValid: createVerify("RSA-SHA256").update(text).verify(key, tag("b"), "base64"), signed }
}
