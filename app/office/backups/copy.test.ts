import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import { createHash } from "node:crypto"
import { desc, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { erasePersonalData } from "#app/audience/personal-data/personal-data.server.ts"
import { writeBackup } from "#app/db/backup/backup.server.ts"
import { db } from "#app/db/client.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { refreshSiteSettings, siteSettings } from "#app/base/settings/site-settings.server.ts"
import { emptyTables, useDatabase } from "#test/database.ts"
import { readEveryTable } from "#test/every-table.ts"
import { createPost, storedRows } from "#test/factories.ts"
import { fillOffice } from "#test/filled-office.ts"
import { ageAuthentication, createUser, followAs, sendForm, signInAs, visitAs } from "#test/people.ts"
import { setSettings } from "#test/site-settings.ts"

const PAGE = "/admin/maintenance/backups/contents"
const NAME = "2026-11-25.cko.gz"
let cookie = ""
let folder = ""

useDatabase()
beforeEach(async () => {
  await createUser("admin", "awa@cko.test")
  cookie = await signInAs("awa@cko.test")
  const dataDir = await mkdtemp(join(tmpdir(), "cko-copy-"))
  folder = join(dataDir, "backups")
  await mkdir(folder)
  const started = getSettings()
  applySettings({ ...started, dataDir, databaseUrl: undefined })
  return async () => {
    applySettings(started)
    await rm(dataDir, { recursive: true })
  }
})

const copy = (name = NAME) => writeBackup({ file: join(folder, name), dataDir: join(folder, "..") })
/** The page, once the copy is read. */
async function see(search = ""): Promise<Awaited<ReturnType<typeof visitAs>>> {
  const page = await visitAs(cookie, `${PAGE}${search}`)
  return page.text.includes("en cours de lecture") ? see(search) : page
}
const textOf = async (search?: string) => (await see(search)).get("main").text
const bring = (kind: string, id: number, name = NAME) =>
  sendForm(PAGE, { intent: "bring", kind, id: String(id), copie: name }, { cookie })
const remove = (path: string, id = "1") => sendForm(path, { intent: "delete", id }, { cookie })
const status = async (kind: string, id: number) => (await bring(kind, id)).status

const told = async (answer: Response) => (await followAs(cookie, answer, PAGE)).text

/** All there is, but for what bringing back itself changes, and what was there once and is made anew. */
async function everything() {
  return {
    ...(await readEveryTable()),
    ...{ audit_log: [], bin: [], sequences: [], search_uncounted: [], secrets: [], preview_links: [] },
  }
}

describe("what a copy holds", () => {
  test("31.8 is told from the file: of when it is, which version, and how much of what", async () => {
    await fillOffice("awa@cko.test")
    await copy()
    const text = await textOf()
    for (const fact of ["Version du site celle d’aujourd’hui", "Épisodes 2", "Commentaires 3"])
      expect(text).toContain(fact)
    expect(text).toContain("ces contenus sont tous sur le site")
    expect(text).toContain(`npm run restore -- ${join(folder, NAME)} --overwrite`)
  })

  test("is the newest one's where none is named; without any the page says so", async () => {
    expect(await textOf()).toContain("Il n’y a pas encore de copie du site.")
    await copy("2026-11-24.cko.gz")
    await copy()
    expect((await see()).html).toContain(NAME)
    expect((await see("?copie=2026-11-24.cko.gz")).html).toContain("2026-11-24.cko.gz")
  })

  test.each(["2026-11-23.cko.gz", "../cko.gz", "", "a".repeat(5_000)])("is not found of %j", async (name) => {
    expect((await see(`?copie=${encodeURIComponent(name)}`)).status).toBe(404)
    expect((await bring("post", 1, name)).status).toBe(404)
  })

  test.each<[what: string, spoil: (whole: Buffer) => Buffer]>([
    ["cut off", (whole) => whole.subarray(0, whole.length / 2)],
    ["empty", () => Buffer.alloc(0)],
    ["no gzip", () => Buffer.from("0123456789")],
    ["no copy", () => gzipSync("bonjour\n")],
    ["without its end", (whole) => gzipSync(gunzipSync(whole).subarray(0, -100))],
    ["with another word", (whole) => gzipSync(gunzipSync(whole).toString().replace("Semences", "Semailles"))],
  ])("31.8 is not read of a copy that is damaged, which is said in French: %s", async (_what, spoil) => {
    await createPost({ title: "Semences" })
    await copy()
    await writeFile(join(folder, NAME), spoil(await readFile(join(folder, NAME))))
    const page = await see()
    expect(page.status).toBe(200)
    expect(page.get("main").text).toContain("n’est pas une copie du site, ou elle est endommagée")
    await remove("/admin/blog")
    await emptyTables("bin")
    const answer = await bring("post", 1)
    expect(answer.status).toBe(409)
    expect(await storedRows("blog_posts")).toEqual([])
  })
})

describe("one thing of a copy", () => {
  test.each([
    ["episode", "/admin/episodes"],
    ["news", "/admin/news"],
    ["post", "/admin/blog"],
    ["page", "/admin/pages"],
    ["guest", "/admin/guests"],
    ["redirect", "/admin/redirects"],
  ])(
    "31.8 comes back with what belonged to it, out of the bin or not any more in it: %s",
    async (kind, path) => {
      await fillOffice("awa@cko.test")
      await db.execute(sql`insert into likes (episode_id, session_id) values (1, gen_random_uuid())`)
      await copy()
      const before = await everything()
      await remove(path)
      expect(await textOf()).toContain("Dans la corbeille")
      expect(await status(kind, 1)).toBe(409)
      await emptyTables("bin")
      const answer = await bring(kind, 1)
      expect((await followAs(cookie, answer)).text).toContain("est de retour")
      expect(await everything()).toEqual(before)
      const [logged] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
      expect(logged).toMatchObject({ action: "restore", kind, itemId: "1", actor: "awa@cko.test" })
      expect(logged?.changes).toEqual({ backup: [null, NAME] })
    },
  )

  test("31.8 never takes the place of what is there, nor of its address", async () => {
    await createPost({ title: "Semences", slug: "semences" })
    await copy()
    expect(await told(await bring("post", 1))).toContain("rien n’a été remplacé")
    await remove("/admin/blog")
    await emptyTables("bin")
    await createPost({ title: "Une autre", slug: "semences" })
    const before = await everything()
    const answer = await bring("post", 1)
    expect(answer.status).toBe(409)
    expect(await told(answer)).toContain("son adresse est prise")
    expect(await everything()).toEqual(before)
    expect(await storedRows("bin")).toEqual([])
  })

  test("31.8 comes without comments once somebody's data were erased since", async () => {
    await fillOffice("awa@cko.test")
    await copy()
    await remove("/admin/episodes")
    await emptyTables("bin")
    await erasePersonalData("quelquun@cko.test", "")
    expect(await told(await bring("episode", 1))).toContain("Sans ses commentaires")
    expect((await storedRows("episodes")).map(({ id }) => id)).toContain(1)
    expect((await storedRows("comments")).filter((comment) => comment.episode_id === 1)).toEqual([])
  })

  test("is refused where the copy has none of that number, or of that kind", async () => {
    await copy()
    expect(await status("post", 7)).toBe(409)
    expect(await status("comment", 1)).toBe(404)
    for (const kind of ["user", "medium", "letter"]) expect(await status(kind, 1)).toBe(404)
  })

  test("31.8 waits for re-authentication", async () => {
    await createPost({ title: "Semences" })
    await copy()
    await remove("/admin/blog")
    await emptyTables("bin")
    await ageAuthentication(cookie)
    expect(await status("post", 1)).toBe(403)
    expect(await storedRows("blog_posts")).toEqual([])
  })

  test("comes from a copy that is older than some columns and tables, which take their defaults", async () => {
    await createPost({ title: "Semences" })
    await copy()
    await age(join(folder, NAME))
    await remove("/admin/blog")
    await emptyTables("bin")
    expect(await textOf()).toContain("plus ancienne que celle d’aujourd’hui")
    expect((await bring("post", 1)).status).toBeLessThan(400)
    expect(await storedRows("blog_posts")).toMatchObject([{ title: "Semences", review_asked_at: null }])
  })
})

describe("the settings of a copy", () => {
  const bringSettings = async (group: string, value?: string) => {
    const shown = (await see()).html
    const basis =
      value ?? new RegExp(`value="${group}"/?><input[^>]*name="value" value="([^"]*)"`).exec(shown)?.[1]
    const fields = { intent: "bring-settings", id: group, value: basis ?? "", copie: NAME }
    return sendForm(PAGE, fields, { cookie })
  }

  test("31.8 say what differs today, and come back by groups, which is logged", async () => {
    await setSettings("podcast", { name: "Sillage", isExplicit: true })
    await setSettings("texts", { isNeutral: true })
    await copy()
    expect(await textOf()).toContain("Aucun\u00a0: ils sont comme dans la copie.")
    await setSettings("podcast", { name: "Remous", tagline: "Venue depuis", isExplicit: false })
    await setSettings("rules", { comments: "closed" })
    const text = await textOf()
    for (const shown of [
      "Le podcast",
      "Aujourd’hui Remous Dans la copie Sillage",
      "Slogan",
      "Règles des échanges",
    ])
      expect(text).toContain(shown)
    const answer = await bringSettings("podcast")
    expect(await told(answer)).toContain("Réglages ramenés\u00a0: Le podcast")
    expect(siteSettings().podcast).toMatchObject({ name: "Sillage", tagline: "", isExplicit: true })
    expect(siteSettings().rules.comments).toBe("closed")
    const [logged] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    expect(logged).toMatchObject({ action: "restore", kind: "settings", itemId: "site-podcast" })
    expect(logged?.changes).toMatchObject({ "podcast.name": ["Remous", "Sillage"], backup: [null, NAME] })
    expect((await bringSettings("podcast", "")).status).toBe(409)
  })

  test("31.8 are asked about as a page of their own without scripts", async () => {
    await copy()
    await setSettings("podcast", { name: "Remous" })
    const asked = await see(`?copie=${NAME}&action=bring-settings&id=podcast&value=x`)
    expect(asked.text).toContain("Ramener «\u00a0Le podcast\u00a0» comme dans la copie\u202f?")
    for (const group of ["rules", "mail", "constructor", ""])
      expect((await see(`?copie=${NAME}&action=bring-settings&id=${group}`)).status).toBe(404)
  })

  test("31.8 stay where somebody saved them since they were looked at", async () => {
    await copy()
    await setSettings("podcast", { name: "Remous" })
    const answer = await bringSettings("podcast", "seen-before")
    expect(answer.status).toBe(409)
    expect(siteSettings().podcast.name).toBe("Remous")
  })

  test("31.8 never show a secret or give one to another server, nor shorten what is kept", async () => {
    await setSettings("mail", { smtpHost: "smtp.ancien.test", smtpPassword: "sesame-ancien" })
    await setSettings("retention", { messageMonths: 1 })
    await copy()
    await setSettings("mail", { smtpHost: "smtp.nouveau.test", smtpPassword: "sesame-nouveau" })
    await setSettings("retention", { messageMonths: 0 })
    const { html, text } = await see()
    expect(text).toContain("smtp.")
    expect(html).not.toMatch(/sesame|smtpPassword|Mot de passe du serveur/)
    const before = await storedRows("settings")
    for (const group of ["mail", "retention", "constructor", "podcast"])
      expect((await bringSettings(group, "")).status).toBeGreaterThan(400)
    expect(await storedRows("settings")).toEqual(before)
  })

  test("31.8 come back only as their form would take them today", async () => {
    await db.execute(sql`insert into settings (name, value) values
      ('podcast.name', '"Sillage"'), ('podcast.tagline', ${JSON.stringify("a".repeat(151))}), ('podcast.copyrightYear', '"hier"'),
      ('podcast.cover', '"/media/kkkkkkkkkkkkkkkkkkkkkk/c.jpg"'), ('appearance.palette', '{"ink": "red"}'), ('podcast.unknown', '1')`)
    await copy()
    await db.execute(sql`delete from settings`)
    await refreshSiteSettings()
    const text = await textOf()
    expect(text).toContain("Aujourd’hui CKO Dans la copie Sillage")
    for (const unfit of ["aaaa", "hier", "/media/", "Couleurs et images"]) expect(text).not.toContain(unfit)
    expect((await bringSettings("podcast")).status).toBeLessThan(400)
    expect((await storedRows("settings")).map(({ name }) => name)).toEqual(["podcast.name"])
  })

  test("of which an older copy says nothing stay: it may not have known them", async () => {
    await setSettings("podcast", { name: "Sillage" })
    await copy()
    await age(join(folder, NAME))
    await setSettings("podcast", { name: "Remous", tagline: "Venue depuis" })
    expect((await bringSettings("podcast")).status).toBeLessThan(400)
    expect(siteSettings().podcast).toMatchObject({ name: "Sillage", tagline: "Venue depuis" })
  })

  test("31.8 wait for re-authentication", async () => {
    await copy()
    await setSettings("podcast", { name: "Remous" })
    await see()
    await ageAuthentication(cookie)
    expect((await bringSettings("podcast")).status).toBe(403)
    expect(siteSettings().podcast.name).toBe("Remous")
  })
})

/** Makes a copy one of before, without a column and a table. */
async function age(file: string) {
  const [first = "", ...rest] = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split("\n")
  const header = JSON.parse(first)
  header.migrations.latest -= 1
  delete header.tables.media_uses
  header.tables.blog_posts = header.tables.blog_posts.filter((one: string) => one !== "review_asked_at")
  const lines = [JSON.stringify(header), ...rest.slice(0, -1)].map((line) =>
    line.replace('"review_asked_at":null,', "").replace(',"review_asked_at":null', ""),
  )
  const text = `${lines.join("\n")}\n`
  const footer = JSON.parse(rest.at(-1) ?? "")
  footer.sha256 = createHash("sha256").update(text).digest("hex")
  await writeFile(file, gzipSync(`${text}${JSON.stringify(footer)}\n`))
}
