import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { PUBLIC_URL, send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { alertOf, createUser, followAs, PASSWORD, readPage, sendForm, signInAs } from "#test/people.ts"
import { PATIENCE } from "#test/setup.ts"

const FORGOT = "/auth/forgot-password"
const NEW = "Crochet99"
const EXPIRED = "Lien expiré Ce lien a déjà servi ou n’est plus valable. Demandez-en un nouveau."
let folder = ""
const outbox = () => join(folder, "outbox")

useDatabase()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cko-mail-"))
  applySettings({ ...getSettings(), dataDir: folder })
  return () => rm(folder, { recursive: true })
})
beforeEach(() => rm(outbox(), { recursive: true, force: true }))

const ask = (email: string, address = "192.0.2.1") =>
  sendForm(FORGOT, { email }, { "X-Forwarded-For": address })
const choose = (link: string, password = NEW, confirmation = password) =>
  sendForm(link, { password, confirmation })

test("asking for a new password starts from the sign-in page", async () => {
  const links = (await visit("/auth")).all("a").map(({ attributes }) => attributes.href)
  expect(links).toContain(FORGOT)
  const shown = await visit(FORGOT)
  expect([shown.status, shown.get("h1").text]).toEqual([200, "Mot de passe oublié"])
  expect(shown.get("meta", { name: "robots" }).attributes.content).toContain("noindex")
})

test("13.4 asking for a new password is answered alike for known and unknown addresses, and mails one of them", async () => {
  await createUser("user", "awa@cko.test")
  const [known, unknown] = [await ask(" AWA@cko.test"), await ask("bob@cko.test")]
  const [knownPage, unknownPage] = [await readPage(known), await readPage(unknown)]
  expect([known.status, unknown.status]).toEqual([200, 200])
  expect(knownPage.get("h1").text).toBe("Regardez vos e-mails")
  const common = (html: string, email: string) => html.replaceAll(email, "?").replace(/\b\d{13}\b/g, "now")
  expect(common(knownPage.html, "awa@cko.test")).toBe(common(unknownPage.html, "bob@cko.test"))
  expect(headersOf(known)).toEqual(headersOf(unknown))
  expect(await mails(1)).toHaveLength(1)
})

test.each(["", "abc", `${"a".repeat(250)}@cko.test`, "awa@cko.test\r\nBcc: x@evil.example"])(
  "asking for a new password refuses the address %j",
  async (email) => {
    const response = await ask(email)
    expect(response.status).toBe(400)
    const page = await readPage(response)
    expect(page.get("div", { role: "alert" }).text).toMatch(
      /^Erreur de validation (Email invalide|L'email doit)/,
    )
    expect(page.all("input", { name: "email", "aria-invalid": "true" })).toHaveLength(1)
  },
)

test("asking for a new password mails an account three links an hour, asked for from wherever, and says so to nobody", async () => {
  await createUser("user", "awa@cko.test")
  for (let n = 1; n <= 5; n += 1) {
    const response = await ask("awa@cko.test", `192.0.2.${n}`)
    expect([response.status, (await readPage(response)).get("h1").text]).toEqual([
      200,
      "Regardez vos e-mails",
    ])
  }
  await mails(3)
  await sleep(200)
  const sent = await mails(3)
  expect(sent).toHaveLength(3)
  // Whoever asked for them: their owner gets in by any.
  expect((await choose(linkIn(sent[0]?.text))).status).toBe(302)
})

test("asking for a new password is limited to ten an hour from an address", async () => {
  for (let n = 1; n <= 10; n += 1) expect((await ask(`p${n}@cko.test`)).status).toBe(200)
  expect((await ask("p11@cko.test")).status).toBe(429)
  expect((await ask("p11@cko.test", "192.0.2.2")).status).toBe(200)
})

test("the mail says in French who writes to whom, and only its owner reads it", async () => {
  await createUser("user", "awa@cko.test")
  await ask("awa@cko.test")
  const [mail] = await mails(1)
  expect(mail?.text).toMatch(/^To: awa@cko\.test\r?$/m)
  expect(mail?.text).toMatch(/^From: "?CKO"? <noreply@cko\.test>\r?$/m)
  expect(mail?.text).toContain("Vous avez demandé à changer votre mot de passe")
  expect(mail?.name).toMatch(/\.eml$/)
  expect((await stat(join(outbox(), mail?.name ?? ""))).mode & 0o777).toBe(0o600)
})

describe("the link", () => {
  let link = ""
  let cookies = ["", ""]

  beforeEach(async () => {
    await createUser("user", "awa@cko.test")
    cookies = [await signInAs("awa@cko.test"), await signInAs("awa@cko.test")]
    await ask("awa@cko.test")
    link = await mailedLink()
  })

  test("13.4 the link sets a new password once, and ends all sessions", async () => {
    expect((await visit(link)).get("h1").text).toBe("Nouveau mot de passe")
    const response = await choose(link)
    expect([response.status, response.headers.get("location")]).toEqual([302, "/auth"])
    expect((await followAs("", response)).text).toContain("Mot de passe modifié")
    expect(await storedRows("sessions")).toEqual([])
    for (const cookie of cookies) {
      expect((await send("/admin/settings", { headers: { cookie } })).status).toBe(302)
    }
    expect((await sendForm("/auth", { email: "awa@cko.test", password: PASSWORD })).status).toBe(401)
    expect(await signInAs("awa@cko.test", NEW)).not.toBe("")

    const again = await choose(link, "Encore1234")
    expect([again.status, await alertOf(again)]).toEqual([400, EXPIRED])
    expect(await signInAs("awa@cko.test", NEW)).not.toBe("")
  })

  test("the link serves one of two who use it at once", async () => {
    const responses = await Promise.all([choose(link, "Premier123"), choose(link, "Second1234")])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([302, 400])
  })

  test("the link ends with any change of the password, as all others do that were asked for", async () => {
    await ask("awa@cko.test", "192.0.2.2")
    const links = (await mails(2)).map(({ text }) => linkIn(text))
    const cookie = await signInAs("awa@cko.test")
    const fields = { intent: "password", current: PASSWORD, password: NEW, confirmation: NEW }
    expect((await sendForm("/admin/settings", fields, { cookie })).status).toBe(302)
    for (const late of links) {
      const refused = await choose(late, "Encore1234")
      expect([refused.status, await alertOf(refused)]).toEqual([400, EXPIRED])
    }
    expect(await signInAs("awa@cko.test", NEW)).not.toBe("")
  })

  test("the link ends with the use of another one", async () => {
    await ask("awa@cko.test", "192.0.2.2")
    const [one, two] = (await mails(2)).map(({ text }) => linkIn(text))
    expect((await choose(one ?? "")).status).toBe(302)
    expect((await choose(two ?? "", "Encore1234")).status).toBe(400)
  })

  test("the link is good for one hour", async () => {
    const rows = await storedRows("verifications")
    const row = rows.find(({ identifier }) => !String(identifier).startsWith("end-sessions:"))
    const left = Date.parse(String(row?.expires_at)) - Date.now()
    expect(left).toBeGreaterThan(3_500_000)
    expect(left).toBeLessThanOrEqual(3_600_000)
    await db.execute(sql`update verifications set expires_at = now() - interval '1 second'`)
    const late = await choose(link)
    expect([late.status, await alertOf(late)]).toEqual([400, EXPIRED])
    expect(await signInAs("awa@cko.test")).not.toBe("")
  })

  test("the link is worth nothing once the account is gone", async () => {
    await db.execute(sql`delete from users`)
    const late = await choose(link)
    expect([late.status, await alertOf(late)]).toEqual([400, EXPIRED])
  })

  test.each([
    "",
    "?token=",
    "?token=abc",
    "?token=%00",
    "?token=1'--",
    "?token=%",
    `?token=${"a".repeat(5_000)}`,
  ])("the link cannot be made up: %s", async (query) => {
    const response = await choose(`/auth/reset-password${query}`)
    expect([response.status, await alertOf(response)]).toEqual([400, EXPIRED])
  })

  test.each([
    ["Court1", "Court1", "Le mot de passe doit contenir au moins 8 caractères"],
    [`Aa1${"a".repeat(70)}`, `Aa1${"a".repeat(70)}`, "Le mot de passe est trop long"],
    ["minuscule1", "minuscule1", "Le mot de passe doit contenir au moins une majuscule"],
    ["MAJUSCULE1", "MAJUSCULE1", "Le mot de passe doit contenir au moins une minuscule"],
    ["SansChiffre", "SansChiffre", "Le mot de passe doit contenir au moins un chiffre"],
    [NEW, "Autre1234", "Les mots de passe ne correspondent pas"],
    ["", "", "Le mot de passe doit contenir au moins 8 caractères"],
  ])("the link refuses %j, and can be used again", async (password, confirmation, message) => {
    const refused = await choose(link, password, confirmation)
    expect([refused.status, await alertOf(refused)]).toEqual([400, `Erreur de validation ${message}`])
    expect((await choose(link)).status).toBe(302)
  })
})

/** The mails in the outbox, once there are as many. */
async function mails(count: number) {
  await vi.waitFor(async () => expect(await readdir(outbox())).toHaveLength(count), PATIENCE)
  const names = await readdir(outbox())
  return Promise.all(
    names.map(async (name) => ({ name, text: decode(await readFile(join(outbox(), name))) })),
  )
}

async function mailedLink() {
  const [mail] = await mails(1)
  return linkIn(mail?.text)
}

function linkIn(text = "") {
  const [address = ""] = /https:\/\/\S+/.exec(text) ?? []
  expect(address).toContain(`${PUBLIC_URL}/auth/reset-password?token=`)
  return address.slice(PUBLIC_URL.length)
}

/** Quoted-printable, as mails with accents are. */
function decode(mail: Buffer) {
  const bytes = mail
    .toString("latin1")
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, "latin1").toString()
}

function headersOf(response: Response) {
  // The policy has hashes of the page's data, in which the typed address stands.
  const own = new Set(["x-request-id", "server-timing", "content-length", "content-security-policy"])
  return [...response.headers].filter(([name]) => !own.has(name))
}
