import { mkdir, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { queueMail, sendDueMails } from "#app/base/mail/mail-queue.server.ts"
import { noteVersion } from "#app/base/versions/versions-run.server.ts"
import { db } from "#app/db/client.server.ts"
import { writeSetting } from "#app/db/settings.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { version } from "#package"
import { send } from "#test/app.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { readHtml } from "#test/html.ts"
import { startMailServer } from "#test/mail-server.ts"
import { createUser, followAs, openSession, sendForm } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

let cookie = ""

useDataFolder()
useDatabase()
beforeEach(async () => {
  cookie = await openSession(await createUser("admin"))
})

async function look(headers: Record<string, string> = {}) {
  const response = await send("/admin/health", { headers: { cookie, host: "cko.test", ...headers } })
  const page = readHtml(await response.text())
  const part = (id: string) => page.get("section", { id }).text
  return { status: response.status, page, part, report: page.get("textarea").raw }
}

const FROM_PROXY = { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https" }

test("31.2 shows every part with its state in words, and a report of it that needs no script", async () => {
  const { status, page, part, report } = await look(FROM_PROXY)
  expect(status).toBe(200)
  expect(page.get("h1").text).toBe("Santé du site")
  const parts = [
    "adresse",
    "base",
    "stockage",
    "sauvegarde",
    "e-mails",
    "envoi",
    "medias",
    "transcription",
    "processus",
    "versions",
    "horloge",
  ]
  for (const id of parts) {
    expect(part(id)).toMatch(/ (Bien|À voir|À corriger|Pas en place) /)
    expect(part(id)).not.toContain("a échoué")
  }
  expect(part("adresse")).toContain("Bien")
  expect(part("copie-ailleurs")).toContain("Pas en place")
  expect(part("versions")).toContain(version)
  expect(part("versions")).toMatch(/Schéma 00\d\d_/)
  expect(part("base")).toMatch(/Connexions \d+ sur \d+/)
  for (const title of ["Adresse et proxy", "Base de données", "Horloge"]) expect(report).toContain(title)
})

test("31.10 says which version runs since when, what it changed, and which ran before", async () => {
  await noteVersion("0.9.0")
  await noteVersion()
  const { part, page } = await look()
  expect(part("versions")).toMatch(/Bien [\d.]+, depuis le \d+(er)? \p{L}+ \d{4} à \d\d:\d\d\. /u)
  const news = page.get("section", { id: "nouveautes" })
  expect(news.all("details").map((one) => one.get("summary").text)).toEqual([
    `Ce que la version ${version} a apporté`,
    "Versions d’avant",
  ])
  expect(news.all("details").flatMap(({ attributes }) => Object.keys(attributes))).not.toContain("open")
  expect(news.all("h3")[0]?.text).toContain(`Version ${version}`)
  expect(news.all("dt").map(({ text }) => text)).toEqual(["0.9.0"])
  // Of documents of the repository, which are no pages here.
  for (const { attributes } of news.all("a")) expect(attributes.href).toMatch(/^https?:/)
})

test("31.10 asks for a newer version only where hosts want it, and shows what it changes", async () => {
  const ask = async () => {
    const response = await sendForm("/admin/health", { intent: "ask" }, { cookie })
    return (await followAs(cookie, response, "/admin/jobs")).text
  }
  expect((await look()).page.all("button").map(({ text }) => text)).not.toContain("Vérifier maintenant")
  expect(await ask()).toContain("ne demande à personne")

  const address = "https://127.0.0.1/CHANGELOG.md"
  const saved = { intent: "save", fields: "asks,address", asks: "on", address }
  expect((await sendForm("/admin/health", saved, { cookie })).headers.get("location")).toBe("/admin/health")
  expect((await look()).page.text).toContain("Pas encore demandé.")
  expect(await ask()).toContain("réseau privé")
  const failed = await look()
  expect(failed.page.text).toMatch(/Demandé le .* réseau privé/)
  expect(failed.part("versions")).toContain("Bien")

  const releases = [{ version: "99.2.0", date: "2026-12-03", html: "<p>Du nouveau.</p>" }]
  await writeSetting(db, "newer-version", { address, askedAt: new Date(), failure: null, releases })
  const { part, page, report } = await look()
  expect(part("versions")).toContain("À voir 99.2.0 est sortie le 3 décembre 2026.")
  expect(part("versions")).toContain("docs/install.md")
  expect(page.get("section", { id: "nouveautes" }).text).toContain(
    "Version 99.2.0 3 décembre 2026 Du nouveau.",
  )
  expect(page.text).toContain("Une version plus récente est sortie.")
  expect(report).toContain("99.2.0")
})

test("tells of a proxy by the very request", async () => {
  expect((await look()).part("adresse")).toContain("sans passer par le proxy")
  const other = await look({ ...FROM_PROXY, host: "autre.test", "x-forwarded-proto": "http" })
  expect(other.part("adresse")).toContain("À corriger")
})

test("31.2 the report has nothing that lets anybody in, or tells who somebody is", async () => {
  const mailServer = await startMailServer({ password: true })
  mailServer.responses.set("AUTH", "535 Gandalf5 of awa@cko.test is wrong, not Sesame9/é")
  const settings = getSettings()
  applySettings({
    ...settings,
    publicUrl: "https://cko.test",
    smtpUrl: settings.smtpUrl?.replace(/\/\/[^@]*@/, "//hote%40cko.test:Sesame9%2F%C3%A9@"),
    databaseUrl: "postgres://gerant:Gandalf5@db.cko.test/cko",
    databaseReadUrl: "postgres://gerant:Tombola7@replique.cko.test/cko",
    mailFrom: "Les hôtes <hotes@cko.test>",
    contactEmail: "contact@cko.test",
    bucket: {
      endpoint: "http://127.0.0.1:1",
      name: "cko",
      region: "us-east-1",
      accessKeyId: "AKIAHOSTILE",
      secretAccessKey: "Melon4SecretKey",
      takesFiles: true,
      isRedirected: false,
    },
  })
  await db.transaction((tx) =>
    queueMail(tx, { to: "awa@cko.test", subject: "Clé", text: "https://cko.test/x?key=Tombola7" }),
  )
  await sendDueMails()
  await db.execute(sql`update mails set failed_at = now(), failure = '{"code": "EAUTH Gandalf5"}'`)
  await db.execute(sql`update mail_outcomes set failure = '{"code": "ESOCKET", "command": "awa@cko.test"}'`)
  const { report, part } = await look({
    ...FROM_PROXY,
    host: "autre:Gandalf5@cko.test",
    "x-forwarded-host": "Gandalf5.autre.test",
    forwarded: "host=awa@cko.test",
    referer: "https://cko.test/admin?token=Tombola7",
  })
  expect(part("stockage")).toContain("ne répond pas comme il faut")
  expect(part("e-mails")).toContain("refuse l’identifiant")
  const secret = await settings.cookieSecret()
  for (const hidden of [
    "Gandalf5",
    "Sesame9",
    "Melon4",
    "AKIAHOSTILE",
    "Tombola7",
    "203.0.113",
    "gerant",
    secret,
  ])
    expect(report.toLowerCase()).not.toContain(hidden.toLowerCase())
  expect(report).not.toMatch(/[\w.]+@[\w.]+/)
  await mailServer.close()
})

test("tells what came of mails", async () => {
  const mailServer = await startMailServer({ password: true })
  const queue = () =>
    db.transaction((tx) => queueMail(tx, { to: "awa@cko.test", subject: "Sujet", text: "Texte" }))
  await queue()
  await sendDueMails()
  expect((await look()).part("e-mails")).toMatch(
    /Bien .* Dernier e-mail parti à l’instant Dernier échec aucun/,
  )
  await queue()
  mailServer.responses.set("RCPT TO", "550 nobody")
  await sendDueMails()
  takeLoggedErrors()
  const told = (await look()).part("e-mails")
  expect(told).toContain("Un e-mail n’a pas pu être envoyé.")
  expect(told).toContain("refuse l’adresse du destinataire")
  await mailServer.close()
})

test("tells how old the newest copy is", async () => {
  const folder = join(getSettings().dataDir, "backups")
  await mkdir(folder)
  const write = async (name: string, daysAgo: number) => {
    await writeFile(join(folder, name), "x".repeat(2_000))
    const at = new Date(Date.now() - daysAgo * 86_400_000)
    await utimes(join(folder, name), at, at)
  }
  await write("2026-01-01.cko.gz", 4)
  await write("notes.txt", 0)
  await write("2026-01-02.cko.gz.1a2b.partial", 0)
  const old = (await look()).part("sauvegarde")
  expect(old).toContain("À corriger")
  expect(old).toContain("il y a 4 jours")
  expect(old).toContain("2\u00a0ko")
  // Made by the command, anywhere.
  await db.execute(
    sql`insert into audit_log (action, kind, actor) values ('backup', 'database', 'npm run backup')`,
  )
  const fresh = (await look()).part("sauvegarde")
  expect(fresh).toContain("Bien")
  expect(fresh).toContain("npm run backup")
})

test("a part that cannot be looked at is said so, and takes no other with it", async () => {
  const { status, part } = await withoutTable("media_files", () => look(FROM_PROXY))
  expect(status).toBe(200)
  for (const id of ["stockage", "medias"]) {
    expect(part(id)).toContain("À corriger")
    expect(part(id)).toContain("Cette vérification a échoué.")
  }
  for (const id of ["adresse", "base", "versions"]) expect(part(id)).toContain("Bien")
  expect(takeLoggedErrors()).toHaveLength(1)
})
