import { readdir, readFile, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Secret, TOTP } from "otpauth"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type RunningSite, startSite } from "#test/running-site.ts"
import { startCommand } from "./commands.ts"
import { makeFolder, makeTemporaryFolder, startOwnSite } from "./for-one-test.ts"
import { sendRaw, statusesIn } from "./raw.ts"
import { uploadPicture } from "./upload-picture.ts"
import { EMAIL, human, PASSWORD, signUp, visit } from "./visitor.ts"
import { announceLogs } from "./site-logs.ts"

announceLogs(
  /"msg":"a write under a name that is not the site's was refused/,
  // A file of the library is shortened and lengthened while it is sent.
  /"msg":"a file of the media library broke off while it was sent"/,
)

// What strangers tried against the built site, each with a client of its own.

let site: RunningSite
let dataDir = ""
let remove = async () => {}
let cookie = ""

beforeAll(async () => {
  ;({ path: dataDir, remove } = await makeTemporaryFolder())
  site = await startSite({ DATA_DIR: dataDir })
})
afterAll(async () => {
  site.signal("SIGKILL")
  await site.ended
  await remove()
})

const save = (path: string, fields: Record<string, string>) => visit(site.url + path, { cookie, fields })

test("nobody becomes the first admin from a foreign page, nor with a password that everybody tries", async () => {
  const fields = { email: EMAIL, password: PASSWORD, confirmation: PASSWORD }
  const path = "/auth?onglet=inscription"
  // A name that leads here by a resolver of the attacker's: the browser says the same of origin and host.
  const body = String(new URLSearchParams(fields))
  const head = [
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
    "Connection: close",
  ]
  const rebound = [
    "POST " + path + " HTTP/1.1",
    "Host: attaque.exemple",
    "Origin: http://attaque.exemple",
    ...head,
  ]
  expect(statusesIn(await sendRaw(site.port, `${rebound.join("\r\n")}\r\n\r\n${body}`))).toEqual([403])
  for (const password of ["Password1", "Azerty123", "Qwerty123"]) {
    const refused = await visit(site.url + path, { fields: { ...fields, password, confirmation: password } })
    expect([password, refused.status]).toEqual([password, 400])
    expect(refused.text).toContain("mot de passe")
  }
  cookie = await signUp(site.url)
})

test.each([
  ["two of them", "Host: cko.test\r\nHost: exemple.test\r\n"],
  ["an empty one", "Host:\r\n"],
  ["one with spaces", "Host: cko test\r\n"],
  ["none", ""],
])("a request whose Host header is %s is refused", async (_, host) => {
  expect(statusesIn(await sendRaw(site.port, `GET / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`))).toEqual([
    400,
  ])
})

test("no address of the site leads to another one’s", async () => {
  for (const path of ["//evil.example", "/..//evil.example", "/%2e%2e//evil.example", "/\\evil.example"]) {
    const text = await sendRaw(
      site.port,
      `GET ${path} HTTP/1.1\r\nHost: cko.test\r\nConnection: close\r\n\r\n`,
    )
    expect([path, /\r\nlocation: *(?:https?:)?[/\\]{2}evil/i.test(text)]).toEqual([path, false])
  }
  const menu = { fields: "header", "header.0.label": "Ici", "header.0.to": "/..//evil.example" }
  expect((await save("/admin/site/navigation", { intent: "save", ...menu })).status).toBe(400)
})

test("a file that is another length than it was ends its connection, with nothing of a second answer in it", async () => {
  const key = await uploadPicture(site.url, cookie)
  const original = `/media/${key}/a.png`
  const folder = join(dataDir, "media", ...(await folderOf(key)))
  const file = join(folder, "main")
  const two = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: cko.test\r\n\r\nGET /robots.txt HTTP/1.1\r\nHost: cko.test\r\nConnection: close\r\n\r\n`
  const whole = await readFile(file)
  for (const change of [
    () => truncate(file, 1_000),
    () =>
      writeFile(file, Buffer.concat([whole, Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")])),
  ]) {
    await change()
    const text = await sendRaw(site.port, two(original))
    const [first = "", ...others] = text.split("\r\n\r\n")
    expect(first).toMatch(/^HTTP\/1\.1 200/)
    expect(others.join("").includes("Disallow")).toBe(false)
  }
  await writeFile(file, whole)
  expect(statusesIn(await sendRaw(site.port, two(original)))).toEqual([200, 200])
})

async function folderOf(key: string) {
  const found = (await readdir(join(dataDir, "media"), { recursive: true })).find((path) =>
    path.endsWith(`${key}/main`),
  )
  return (found ?? "").split("/").slice(0, -1)
}

const comment = (email: string, content: string) =>
  visit(`${site.url}/episodes/1`, { fields: { ...human(), intent: "comment", name: "Inès", email, content } })
const outbox = async () =>
  (await readdir(join(dataDir, "outbox"), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
async function mailsTo(word: string) {
  const texts = await Promise.all(
    (await outbox()).map(({ parentPath, name }) => readFile(join(parentPath, name), "latin1")),
  )
  return texts.filter((text) => text.includes(word)).length
}

test("one mailbox gets few mails, however its address is written", async () => {
  for (let part = 0; part < 6; part += 1)
    expect(
      (await comment(`victime+${part}@exemple.test`, `Bravo pour cet épisode, le ${part}`)).status,
    ).toBeLessThan(400)
  // What was asked for last is sent last.
  await comment("temoin@exemple.test", "Bravo à vous, vraiment")
  await expect.poll(() => mailsTo("temoin")).toBeGreaterThan(0)
  expect(await mailsTo("victime")).toBe(3)
})

test("links of somebody who wrote before without any wait for a person’s look", async () => {
  await save("/admin/site/rules", { intent: "save", fields: "moderation", moderation: "links" })
  await comment("ruse@exemple.test", "Très bon épisode")
  await comment("ruse@exemple.test", "Voyez https://pub.exemple.test")
  const { text } = await visit(`${site.url}/episodes/1`)
  expect([text.includes("Très bon épisode"), text.includes("pub.exemple.test")]).toEqual([true, false])
})

test("of who is erased no mail stays", async () => {
  const message = {
    name: "Zoé",
    email: "zoe@exemple.test",
    subject: "Bonjour",
    message: "Un message assez long.",
  }
  expect((await visit(`${site.url}/contact`, { fields: { ...human(), ...message } })).status).toBeLessThan(
    400,
  )
  await comment("zoe@exemple.test", "Merci pour cet épisode")
  await expect.poll(() => mailsTo("zoe@exemple.test")).toBeGreaterThan(0)
  const erased = await save("/admin/personal-data", { intent: "erase", email: "zoe@exemple.test" })
  expect(erased.status).toBeLessThan(400)
  await expect.poll(() => mailsTo("zoe@exemple.test")).toBe(0)
})

test("a line is one line, and mail servers are asked at ports of mail only", async () => {
  await save("/admin/site/podcast", { intent: "save", fields: "name", name: "Le\r\njardin\u0007" })
  expect((await visit(`${site.url}/`)).text).toMatch(/<title>Le jardin/)
  const mail = { fields: "smtpHost,smtpPort", smtpHost: "127.0.0.1", smtpPort: "22" }
  const refused = await save("/admin/site/mail", { intent: "save", ...mail })
  expect([refused.status, refused.text.includes("ports d’un serveur d’e-mails")]).toEqual([400, true])
})

test("a backup with a line that no site wrote restores nothing, and says so", async () => {
  const file = join(dataDir, "faux.cko.gz")
  await writeFile(file, Buffer.from("ceci n’est pas une copie"))
  const { status, output } = await startCommand(join(dataDir, "ailleurs"), "restore", file).ended
  expect(status).toBe(1)
  expect(output).not.toMatch(/\n\s+at /)
})

test("of thirty wrong codes at once five are looked at, whichever of two processes gets them", async () => {
  const other = await startOwnSite({ DATA_DIR: await makeFolder(), STARTER_CONTENT: "0" }, ["--workers", "2"])
  const own = await signUp(other.url)
  const security = `${other.url}/admin/settings/security`
  const { text } = await visit(security, { cookie: own, fields: { intent: "start-totp" } })
  const secret = Secret.fromBase32(/otpauth:[^"]*?secret=([A-Z2-7]+)/.exec(text)?.[1] ?? "")
  const setup = /name="setup" value="([^"]*)"/.exec(text)?.[1] ?? ""
  const app = { intent: "confirm-totp", setup, code: TOTP.generate({ secret }) }
  expect((await visit(security, { cookie: own, fields: app })).status).toBe(200)
  const guesses = Array.from({ length: 30 }, async () => {
    const begun = await visit(`${other.url}/auth`, { fields: { email: EMAIL, password: PASSWORD } })
    const pending = begun.headers.getSetCookie().map((line) => line.split(";")[0])
    return (await visit(`${other.url}/auth/code`, { cookie: pending.join("; "), fields: { code: "000000" } }))
      .status
  })
  const statuses = await Promise.all(guesses)
  expect(statuses.toSorted()).toEqual([...Array<number>(5).fill(401), ...Array<number>(25).fill(429)])
  await other.stop()
})

test("the log tells of the foreign name and of the changed file, and of nothing else", () => {
  const lines = site
    .output()
    .split("\n")
    .filter((line) => /"level":[456]0/.test(line))
  const [rebound, ...others] = lines.filter((line) => !line.includes("not as long as its row says"))
  expect(rebound).toContain('"host":"attaque.exemple"')
  expect(others).toEqual([])
})
