import { execFileSync } from "node:child_process"
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { desc } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { writeSetting } from "#app/db/settings.server.ts"
import { copyElsewhere } from "#app/media/backup/elsewhere.server.ts"
import { noteCheck, noteFailure, readAsked } from "#app/media/backup/asked-copy.server.ts"
import { keepDailyBackups, makeAskedCopy } from "#app/media/backup/make-copies.server.ts"
import { openStores } from "#app/media/store/store.server.ts"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createMediaFile } from "#test/media-files.ts"
import {
  ageAuthentication,
  createUser,
  followAs,
  PASSWORD,
  sendForm,
  signInAs,
  visitAs,
} from "#test/people.ts"

const PAGE = "/admin/maintenance/backups"
const COPY = `${PAGE}/2026-11-25.cko.gz`
let cookie = ""
let dataDir = ""

useDatabase()
beforeEach(async () => {
  await createUser("admin", "awa@cko.test")
  cookie = await signInAs("awa@cko.test")
  dataDir = await mkdtemp(join(tmpdir(), "cko-backups-"))
  const started = getSettings()
  applySettings({ ...started, dataDir, databaseUrl: undefined })
  return async () => {
    applySettings(started)
    await rm(dataDir, { recursive: true })
  }
})

const see = (path = PAGE) => visitAs(cookie, path)
const textOf = async (path?: string) => (await see(path)).get("main").text
const post = (fields: Record<string, string>) => sendForm(PAGE, fields, { cookie })
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  send(path, { method, headers: { cookie, ...headers } })
const logged = async () =>
  (await db.select().from(auditLog).orderBy(desc(auditLog.id)))
    .filter(({ kind }) => kind === "backup")
    .map(({ actor, action, title }) => [actor, action, title])

async function write(name: string, content = "0123456789") {
  await mkdir(join(dataDir, "backups"), { recursive: true })
  await writeFile(join(dataDir, "backups", name), content)
}

describe("the page", () => {
  test("says when the first copy is made, or that none is", async () => {
    expect(await textOf()).toContain("La première se fait d’elle-même dans l’heure.")
    applySettings({ ...getSettings(), databaseUrl: "postgres://a.example" })
    const text = await textOf()
    expect(text).toContain("Il n’y a pas encore de copie ici.")
    expect(text).toContain("le site n’en fait pas de copie chaque jour")
  })

  test("says when the last copy went to the second place, or why none did", async () => {
    expect(await textOf()).not.toContain("second emplacement")
    const bucket = { endpoint: "http://127.0.0.1:9", name: "cko", region: "r", accessKeyId: "a" }
    const rest = { secretAccessKey: "b", takesFiles: true, isRedirected: false }
    const recipient = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"
    applySettings({ ...getSettings(), elsewhere: { bucket: { ...bucket, ...rest }, recipient } })
    expect(await textOf()).toContain("La dernière qui y est arrivée\u00a0: aucune.")
    const at = new Date(Date.now() - 3 * 3_600_000).toISOString()
    await writeSetting(db, "backup-elsewhere", { day: "2026-01-12", at, bytes: 9, files: 3, missing: 2 })
    await keepDailyBackups(dataDir, new Date())
    await expect(copyElsewhere()).rejects.toThrow("ne répond pas")
    const text = await textOf()
    expect(text).toMatch(
      /La dernière qui y est arrivée\u00a0: .*\(il y a 3 heures\)\. 2\u00a0fichiers de médias y manquent\./,
    )
    expect(text).toMatch(/Le second emplacement ne répond pas \(ECONNREFUSED\).* Dernier essai\u00a0: /)
  })

  test("lists copies, the newest first, with what they hold, and nothing else that lies there", async () => {
    await createMediaFile(openStores({ dataDir }).target, "Bonjour")
    await write("2026-01-28.cko.gz")
    await write("mienne.cko.gz")
    await write("2026-01-28.cko.gz.1a2b3c4d.partial")
    await keepDailyBackups(dataDir, new Date("2026-01-29T00:10Z"))
    const rows = (await see()).get("main").all("li")
    expect(rows).toHaveLength(2)
    expect(rows[0]?.text).toMatch(
      /quotidienne · base\u00a0: [\d,]+\u00a0ko, \d+\u00a0lignes · 1\u00a0média, 7\u00a0o/,
    )
    expect(rows.map((row) => row.get("a", { class: "office-button" }).attributes.href)).toEqual([
      `${PAGE}/2026-01-29.tar`,
      `${PAGE}/2026-01-28.tar`,
    ])
    expect(rows[0]?.all("a", { class: "item-link" }).map(({ attributes }) => attributes.href)).toEqual([
      `${PAGE}/contents?copie=2026-01-29.cko.gz`,
      `${PAGE}/2026-01-29.cko.gz`,
    ])
  })

  test("says of each copy whether it restores, and when that is not known why", async () => {
    const at = new Date("2026-01-30T09:00Z").toISOString()
    const rows = async () =>
      (await see())
        .get("main")
        .all("li")
        .map(({ text }) => text)
    await write("2026-01-29.cko.gz")
    expect(await rows()).toEqual([expect.stringContaining("À vérifier")])
    const known = { "2026-01-29.cko.gz": "working", "2026-01-28.cko.gz": "verified" } as const
    await write("2026-01-28.cko.gz")
    for (const [name, outcome] of Object.entries(known))
      await noteCheck(name, { check: { at, outcome, starts: 1, missing: 2 } })
    for (const [name, outcome] of [
      ["2026-01-27.cko.gz", "postponed"],
      ["2026-01-26.cko.gz", "failed"],
    ] as const) {
      await write(name)
      await noteCheck(name, { check: { at, outcome, text: "pour une raison", starts: 0 } })
    }
    expect(await rows()).toEqual([
      expect.stringContaining("Vérification en cours"),
      expect.stringMatching(/Vérifiée le 30 janvier 2026 à 10:00.*2\u00a0fichiers de médias manquent/s),
      expect.stringContaining("Non vérifiée\u00a0: pour une raison."),
      expect.stringContaining("Ne se restaure pas\u00a0: pour une raison. Faites-en une autre"),
    ])
    expect((await visitAs(cookie, "/admin/jobs")).get("main").text).toMatch(/Sauvegardes.*1 en cours/s)
  })

  test("says how a copy is restored, from here and from elsewhere", async () => {
    await write("2026-11-25.cko.gz")
    const commands = (await see()).get("main").all("pre")
    expect(commands.map(({ text }) => text.trim())).toEqual([
      `npm run restore -- ${dataDir}/backups/2026-11-25.cko.gz --overwrite`,
      expect.stringMatching(/^tar xf 2026-11-25\.tar\s+npm run restore -- 2026-11-25\.cko\.gz$/),
    ])
    await write("2026-11-26.cko.gz")
    const check = { at: new Date().toISOString(), outcome: "failed", starts: 0 } as const
    await noteCheck("2026-11-26.cko.gz", { check })
    expect((await see()).get("main").all("pre")[0]?.text).toContain("2026-11-25.cko.gz --overwrite")
  })
})

describe("a copy that is asked for", () => {
  test("31.5 is told until it is made, and asked for once only", async () => {
    const page = await followAs(cookie, await post({ intent: "make" }), PAGE)
    expect(page.html).toContain("La copie commence")
    expect(page.get("main").text).toContain("Une copie est en cours, demandée à l’instant.")
    expect(
      page
        .get("main")
        .all("button")
        .map(({ text }) => text),
    ).not.toContain("Sauvegarder maintenant")
    const again = await followAs(cookie, await post({ intent: "make" }), PAGE)
    expect(again.html).toContain("Une copie est déjà en cours")
    const asked = await readAsked()
    expect(await logged()).toEqual([["awa@cko.test", "create", asked?.name]])
    await write(`${asked?.name}.1a2b3c4d.partial`)
    expect(await textOf()).toContain("10\u00a0o écrits.")
    await makeAskedCopy(dataDir)
    const made = (await see()).get("main")
    expect([made.text.includes("en cours"), made.all("li").map(({ text }) => text)]).toEqual([
      false,
      [expect.stringContaining("à la demande")],
    ])
  })

  test("tells why it failed, and can be asked for again", async () => {
    await noteFailure(new Error("unexpected"))
    expect((await see()).get("div", { role: "alert" }).text).toContain("La copie n’a pas été écrite")
    await post({ intent: "make" })
    expect((await see()).get("main").all("div", { role: "alert" })).toEqual([])
  })

  test("is one press away from the search", async () => {
    const page = await see(`${PAGE}?action=make`)
    expect(page.get("main").get("button").text).toBe("Sauvegarder maintenant")
    expect(await readAsked()).toBeUndefined()
  })
})

describe("a copy is deleted", () => {
  test("after a question, and in the log with who did it", async () => {
    await write("2026-11-25.cko.gz")
    expect(await textOf(`${PAGE}?action=delete&id=2026-11-25.cko.gz`)).toContain(
      "C’est la seule qu’il y ait.",
    )
    const response = await post({ intent: "delete", id: "2026-11-25.cko.gz" })
    expect((await followAs(cookie, response, PAGE)).html).toContain("Sauvegarde supprimée")
    expect(await textOf()).toContain("Il n’y a pas encore de copie.")
    expect(await logged()).toEqual([["awa@cko.test", "delete", "2026-11-25.cko.gz"]])
    const log = await textOf("/admin/log?kind=backup")
    expect(log).toContain("awa@cko.test a supprimé la sauvegarde 2026-11-25.cko.gz")
  })

  test.each(["2026-11-24.cko.gz", "lock", "../secret", "2026-11-25.cko.gz/../../secret", "a\0b", ""])(
    "and %j, which is none, is not",
    async (id) => {
      await write("lock")
      await writeFile(join(dataDir, "secret"), "x")
      expect((await post({ intent: "delete", id })).status).toBe(404)
      expect(await readFile(join(dataDir, "secret"), "utf8")).toBe("x")
      expect(await logged()).toEqual([])
    },
  )
})

describe("a download", () => {
  test("asks for the password again, and leads back", async () => {
    await write("2026-11-25.cko.gz")
    await ageAuthentication(cookie)
    const response = await get(COPY)
    expect([response.status, response.headers.get("location")]).toEqual([
      302,
      `/admin/confirm?${new URLSearchParams({ back: PAGE, file: COPY })}`,
    ])
    expect(await logged()).toEqual([])
    await sendForm(`/admin/confirm?back=${encodeURIComponent(PAGE)}`, { proof: PASSWORD }, { cookie })
    expect((await get(COPY)).status).toBe(200)
    expect(await logged()).toEqual([["awa@cko.test", "export", "2026-11-25.cko.gz"]])
  })

  test("is a file that nobody keeps on the way, whole or in part", async () => {
    await write("2026-11-25.cko.gz")
    const whole = await get(COPY)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "cache-control": "private, no-store",
      "content-disposition": 'attachment; filename="2026-11-25.cko.gz"',
      "content-length": "10",
      "content-type": "application/gzip",
    })
    expect(await whole.text()).toBe("0123456789")
    const part = await get(COPY, { range: "bytes=4-" })
    expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([
      206,
      "bytes 4-9/10",
      "456789",
    ])
    expect((await get(COPY, { range: "bytes=10-" })).status).toBe(416)
    const head = await get(COPY, {}, "HEAD")
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "10", ""])
  })

  test("goes on with its tag when the last authentication is old, for its own session and the same file only", async () => {
    await write("2026-11-25.cko.gz")
    const tag = (await get(COPY)).headers.get("etag") ?? ""
    await ageAuthentication(cookie)
    const rest = await get(COPY, { range: "bytes=8-", "if-range": tag })
    expect([rest.status, await rest.text()]).toEqual([206, "89"])
    expect(await logged()).toHaveLength(1)
    expect((await get(COPY, { range: "bytes=8-", "if-range": '"guessed"' })).status).toBe(302)
    await createUser("admin", "sam@cko.test")
    const other = await signInAs("sam@cko.test")
    await ageAuthentication(other)
    expect((await get(COPY, { "if-range": tag, cookie: other })).status).toBe(302)
    await write("2026-11-25.cko.gz", "another copy")
    expect((await get(COPY, { range: "bytes=8-", "if-range": tag })).status).toBe(302)
  })

  test("with the library is an archive that the command restores", async () => {
    const file = await createMediaFile(openStores({ dataDir }).target, "Bonjour")
    await keepDailyBackups(dataDir, new Date("2026-11-25T00:10Z"))
    const sent = await get(`${PAGE}/2026-11-25.tar`, { "accept-encoding": "gzip" })
    expect(sent.headers.get("content-encoding")).toBeNull()
    const whole = Buffer.from(await sent.arrayBuffer())
    const tail = await get(`${PAGE}/2026-11-25.tar`, { range: "bytes=700-" })
    expect(Buffer.from(await tail.arrayBuffer()).equals(whole.subarray(700))).toBe(true)
    await mkdir(join(dataDir, "elsewhere"))
    execFileSync("tar", ["x", "-C", join(dataDir, "elsewhere")], { input: whole })
    const blob = join(dataDir, "elsewhere/media", file.sha256.slice(0, 2), file.sha256)
    expect(await readFile(blob, "utf8")).toBe("Bonjour")
    const copy = await readFile(join(dataDir, "elsewhere/2026-11-25.cko.gz"))
    expect(copy.equals(await readFile(join(dataDir, "backups/2026-11-25.cko.gz")))).toBe(true)
  })

  test("of 5 GB is read where it is asked for", async () => {
    await write("2026-11-25.cko.gz", "")
    await truncate(join(dataDir, "backups/2026-11-25.cko.gz"), 5e9)
    const head = await get(COPY, {}, "HEAD")
    expect(head.headers.get("content-length")).toBe("5000000000")
    const end = await get(COPY, { range: "bytes=-3" })
    expect(end.headers.get("content-range")).toBe("bytes 4999999997-4999999999/5000000000")
    expect((await end.arrayBuffer()).byteLength).toBe(3)
    // Whoever leaves in the middle leaves no line in the log.
    const left = (await get(COPY)).body?.getReader()
    expect((await left?.read())?.value?.length).toBeGreaterThan(0)
    await left?.cancel()
  })

  test.each([
    ...["2026-11-24.cko.gz", "2026-11-24.tar", "lock", "mienne.cko.gz", ".tar", "2026-11-25.cko.gz.tar"],
    ...["..%2fsecret", "%2e%2e%2fsecret", "2026-11-25.cko.gz%00", "..%2fbackups%2f2026-11-25.cko.gz", "%00"],
  ])("of what is no copy is refused: %s", async (name) => {
    for (const file of ["2026-11-25.cko.gz", "lock", "mienne.cko.gz"]) await write(file)
    await writeFile(join(dataDir, "secret"), "x")
    expect((await get(`${PAGE}/${name}`)).status).toBe(404)
    expect(await logged()).toEqual([])
  })

  test("is for admins", async () => {
    await write("2026-11-25.cko.gz")
    await createUser("moderator", "lea@cko.test")
    expect((await get(COPY, { cookie: await signInAs("lea@cko.test") })).status).toBe(403)
    expect((await send(COPY)).headers.get("location")).toBe("/auth")
  })
})
