import { mkdir, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { desc, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { takeTurnNow } from "#app/db/embedded/folder-users.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { writeSetting } from "#app/db/settings.server.ts"
import { deleteUnfinishedUploads } from "#app/jobs/delete-old.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, createMedium, createPost } from "#test/factories.ts"
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
import { takeLoggedErrors } from "#test/setup.ts"
import { unzip } from "#test/unzipped.ts"
import { noteExport, readAskedExport, readExportFailure, readMadeExport } from "./asked-export.server.ts"
import { makeAskedExport } from "./make-asked-export.server.ts"

const PAGE = "/admin/maintenance/export"
const NAME = "archive-2026-11-25-101112.zip"
let cookie = ""

useDatabase()
useDataFolder()
beforeEach(async () => {
  await rm(folder(), { recursive: true, force: true })
  await createUser("admin", "awa@cko.test")
  cookie = await signInAs("awa@cko.test")
})

const folder = () => join(getSettings().dataDir, "exports")
const names = async () => (await readdir(folder())).filter((name) => name !== "lock")
const textOf = async (path = PAGE) => (await visitAs(cookie, path)).get("main").text
const post = (fields: Record<string, string>) => sendForm(PAGE, fields, { cookie })
const make = (choices: Record<string, string> = {}) => post({ intent: "make", ...choices })
const get = (path: string, headers: Record<string, string> = {}) =>
  send(path, { headers: { cookie, ...headers } })
const logged = async () =>
  (await db.select().from(auditLog).orderBy(desc(auditLog.id)))
    .filter(({ kind }) => kind === "archive")
    .map(({ actor, action }) => `${actor} ${action}`)

/** Works as the backups worker does. */
const work = (signal = new AbortController().signal) => makeAskedExport({ signal })

async function put(name: string, content = "0123456789") {
  await mkdir(folder(), { recursive: true })
  await writeFile(join(folder(), name), content)
}

async function writeMade() {
  const made = {
    name: NAME,
    format: "archive" as const,
    hasMedia: true,
    hasPersonalData: false,
    counts: {},
    files: 0,
  }
  await writeSetting(db, "export-made", { ...made, missing: { count: 0, titles: [] } })
}

async function asked() {
  const found = await readAskedExport()
  if (!found) throw new Error("no archive is asked for")
  return found
}

/** Works while what an archive needs in its middle is locked, until `meanwhile` is done. */
async function workHeld(meanwhile: () => Promise<unknown>, signal?: AbortSignal) {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await tx.execute(sql`lock table media_captions in access exclusive mode`)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const working = work(signal)
  try {
    await expect.poll(names).toEqual([expect.stringMatching(/partial$/)])
    await meanwhile()
  } finally {
    // Whatever failed: a transaction that never ends keeps a connection that other files' tests share.
    released.resolve()
  }
  await Promise.all([holding, working])
}

describe("an archive that is asked for", () => {
  test("52.5 is made in the background with what was chosen, and its page says what it holds and lacks", async () => {
    await createEpisode({ title: "Premier round" })
    await createMediaFile(getStore(), "un son", { mediumId: (await createMedium({ title: "Le son" })).id })
    const gone = await createMediaFile(getStore(), "perdu", {
      mediumId: (await createMedium({ title: "Le perdu" })).id,
    })
    await getStore().remove(gone.path)
    const before = await textOf()
    expect(before).toMatch(/1\u00a0épisode\u00a0: environ [\d,]+\u00a0ko/)
    expect(before).toMatch(/tels que vous les avez envoyés\u00a0: 2\u00a0fichiers, 11\u00a0o/)
    expect(before).toMatch(/0\u00a0abonné, 0\u00a0message, environ [\d,]+\u00a0ko/)

    const page = await followAs(cookie, await make({ hasMedia: "on" }), PAGE)
    expect(page.html).toContain("La préparation commence")
    expect(page.get("main").text).toContain("En attente de son tour")
    const { name } = await asked()
    await work()
    expect(await names()).toEqual([name])
    const [row] = (await visitAs(cookie, PAGE)).get("main").all("li", { class: "list-row" })
    expect(row?.text).toMatch(/\d\u00a0ko · avec les médias, sans données personnelles · 1\u00a0épisode/)
    expect(row?.text).toContain("1\u00a0média manque")
    expect(await textOf()).toContain("Le perdu")
    const files = await unzip(join(folder(), name))
    expect(files.get("site/episodes/1.html")?.toString()).toContain("Premier round")
    expect([...files.keys()].filter((file) => file.startsWith("media/"))).toEqual(["media/le-son.mp3"])
    expect(files.has("data/subscribers.jsonl")).toBe(false)
    expect(await logged()).toEqual(["awa@cko.test create"])
    expect(await textOf("/admin/log?kind=archive")).toContain(
      `awa@cko.test a fait préparer l’archive ${name}`,
    )
  })

  test.each([
    ["wordpress", /^wordpress-.*\.xml$/, "<wp:wxr_version>1.2", "pour WordPress, sans données personnelles"],
    ["ghost", /^ghost-.*\.zip$/, "PK", "pour Ghost, sans médias ni données personnelles"],
  ])("52.5 is for %s, too, where that is chosen", async (format, named, start, said) => {
    await createPost({ title: "Un article", slug: "un-article" })
    await make({ format })
    await work()
    const [name = ""] = await names()
    expect(name).toMatch(named)
    expect((await readFile(join(folder(), name))).toString("latin1")).toContain(start)
    expect(await textOf()).toContain(said)
    expect((await make({ format: "drupal" })).status).toBe(400)
  })

  test("52.5 is asked for once, whoever else asks, and seen in Travaux and Entretien", async () => {
    const answers = await Promise.all([make(), make({ hasPersonalData: "on" }), make()])
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302])
    const pages = await Promise.all(answers.map((answer) => followAs(cookie, answer, PAGE)))
    const said = (text: string) => pages.filter(({ html }) => html.includes(text)).length
    expect([said("La préparation commence"), said("Une archive est déjà en préparation")]).toEqual([1, 2])
    expect(await textOf("/admin/jobs")).toMatch(/Archive de tout le site.*1\sen attente/s)
    expect(await textOf("/admin/maintenance")).toContain("Une archive se prépare")
    expect(await logged()).toHaveLength(1)
  })

  test("52.5 takes the place of the one before once it is whole", async () => {
    await put(NAME)
    await make({ hasPersonalData: "on" })
    expect(await textOf()).toContain("Archive prête")
    const { name } = await asked()
    await work()
    expect(await names()).toEqual([name])
    expect(await textOf()).toContain("sans les médias, avec les données personnelles")
  })

  test("52.5 tells how far it is, and cancelled leaves nothing", async () => {
    await createEpisode()
    await make()
    const current = await asked()
    await noteExport({ ...current, starts: 1, progress: { step: "media", done: 3e9, total: 4e9 } })
    expect(await textOf()).toMatch(/Médias\u00a0: 3\u00a0Go sur 4\u00a0Go/)
    await noteExport(current)
    await workHeld(async () => {
      const page = await followAs(cookie, await post({ intent: "cancel" }), PAGE)
      expect(page.html).toContain("Préparation annulée")
    })
    expect([await names(), await readMadeExport(), await readExportFailure()]).toEqual([
      [],
      undefined,
      undefined,
    ])
    expect(await textOf()).toContain("Préparer une archive")
    expect(await logged()).toEqual(["awa@cko.test cancel", "awa@cko.test create"])
    expect((await post({ intent: "cancel" })).status).toBe(404)
  })

  test("52.5 of a killed process is begun anew, and fails after the third", async () => {
    await make()
    const current = await asked()
    await put(`${current.name}.partial`)
    await put(current.name, "whole, but nobody was told")
    await noteExport({ ...current, starts: 2 })
    await work()
    expect(await names()).toEqual([current.name])
    expect((await readFile(join(folder(), current.name))).subarray(0, 2).toString()).toBe("PK")

    await post({ intent: "delete", id: current.name })
    await make()
    await noteExport({ ...(await asked()), starts: 3 })
    await work()
    expect(await readAskedExport()).toBeUndefined()
    expect(await textOf()).toContain("trois fois, le site s’est arrêté pendant qu’il la faisait")
    expect(await textOf("/admin/maintenance")).toContain("La dernière archive n’a pas été faite")
    expect(await textOf("/admin/jobs")).toMatch(/Archive de tout le site.*1\sen échec/s)
    await make()
    expect(await readExportFailure()).toBeUndefined()
  })

  test("52.5 is left to the next process when the site stops, as if nobody had tried", async () => {
    // Without media nobody asks for their captions.
    await createMedium()
    await make()
    const current = await asked()
    const stop = new AbortController()
    await workHeld(async () => stop.abort(), stop.signal)
    expect([await names(), await asked()]).toEqual([[], current])
  })

  test("52.5 is one process's of a data folder", async () => {
    await make()
    await mkdir(folder(), { recursive: true })
    const endTurn = takeTurnNow(folder())
    await work()
    expect([await names(), (await asked()).starts]).toEqual([[], 0])
    endTurn?.()
    await work()
    expect(await names()).toHaveLength(1)
  })

  test("52.5 is refused where there is no room for it, before and while it is made", async () => {
    const medium = await createMedium()
    await createMediaFile(getStore(), "grand", { mediumId: medium.id })
    await db.execute(sql`update media_files set bytes = 9e15`)
    const refused = await make({ hasMedia: "on", hasPersonalData: "on" })
    const text = await refused.text()
    expect([refused.status, text]).toEqual([409, expect.stringContaining("elle prendra environ 9\u202f000")])
    expect(await readAskedExport()).toBeUndefined()

    await make()
    await noteExport({ ...(await asked()), hasMedia: true })
    await work()
    expect(await textOf()).toMatch(/L’archive n’a pas été écrite\u00a0: elle prendra environ .* libre\./)
    expect(await names()).toEqual([])
  })

  test("says what nobody foresaw in a sentence, and in the log", async () => {
    await createEpisode()
    await db.execute(sql`update episodes set chapters = '[null]'`)
    await make()
    await work()
    expect(takeLoggedErrors()).toHaveLength(1)
    expect(await textOf()).toContain("Son journal technique la donne.")
  })
})

describe("the archive", () => {
  test("52.6 is sent after re-authentication, whole or in part, and goes on where it broke off", async () => {
    await put(NAME)
    await ageAuthentication(cookie)
    const refused = await get(`${PAGE}/${NAME}`)
    expect([refused.status, refused.headers.get("location")]).toEqual([
      302,
      `/admin/confirm?${new URLSearchParams({ back: PAGE, file: `${PAGE}/${NAME}` })}`,
    ])
    await sendForm(`/admin/confirm?back=${encodeURIComponent(PAGE)}`, { proof: PASSWORD }, { cookie })
    const whole = await get(`${PAGE}/${NAME}`, { "accept-encoding": "gzip" })
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "cache-control": "private, no-store",
      "content-disposition": `attachment; filename="${NAME}"`,
      "content-length": "10",
      "content-type": "application/zip",
    })
    expect(await whole.text()).toBe("0123456789")
    await ageAuthentication(cookie)
    const tag = whole.headers.get("etag") ?? ""
    const rest = await get(`${PAGE}/${NAME}`, { range: "bytes=8-", "if-range": tag })
    expect([rest.status, await rest.text()]).toEqual([206, "89"])
    expect(await logged()).toEqual(["awa@cko.test export"])
  })

  test.each(["lock", "a.zip", `${NAME}.partial`, "..%2fsecret", "%00", "archive-2026-11-25-000000.zip"])(
    "is not what else lies there: %s",
    async (name) => {
      for (const file of [NAME, "lock", "a.zip", `${NAME}.partial`]) await put(file)
      expect((await get(`${PAGE}/${name}`)).status).toBe(404)
      expect((await post({ intent: "delete", id: decodeURIComponent(name) })).status).toBe(404)
      expect([await names(), await logged()]).toEqual([[`a.zip`, NAME, `${NAME}.partial`], []])
    },
  )

  test("52.6 is for admins", async () => {
    await put(NAME)
    await createUser("moderator", "lea@cko.test")
    const other = await signInAs("lea@cko.test")
    expect((await get(`${PAGE}/${NAME}`, { cookie: other })).status).toBe(403)
    expect((await send(`${PAGE}/${NAME}`)).headers.get("location")).toBe("/auth")
  })

  test("52.6 is deleted after a question", async () => {
    await put(NAME)
    await writeMade()
    expect(await textOf(`${PAGE}?action=delete&id=${NAME}`)).toContain("Supprimer l’archive du ")
    const page = await followAs(cookie, await post({ intent: "delete", id: NAME }), PAGE)
    expect([page.html.includes("Archive supprimée"), await names()]).toEqual([true, []])
    expect(await logged()).toEqual(["awa@cko.test delete"])
    expect(page.get("main").text).not.toContain("n’est pas ici")
  })

  test("52.6 goes by itself after seven days, with what a killed process left", async () => {
    await put(NAME)
    await put("archive-2026-11-24-101112.zip.partial")
    const tidyAfter = async (days: number) => {
      const at = new Date(Date.now() - days * 86_400_000)
      await utimes(join(folder(), NAME), at, at)
      await deleteUnfinishedUploads.run({ signal: new AbortController().signal, isAsked: false })
      return names()
    }
    expect(await tidyAfter(6.9)).toEqual([NAME])
    expect(await tidyAfter(7.1)).toEqual([])
  })

  test("is said to be elsewhere where only another machine's folder has it", async () => {
    await writeMade()
    expect(await textOf()).toContain("se trouve sur une autre machine du site")
    await put(NAME)
    expect(await textOf()).not.toContain("sur une autre machine")
  })
})

test("52.5 the page says what else there is to take along, and what copies are for", async () => {
  const links = (await visitAs(cookie, PAGE)).get("main").all("a")
  const addresses = links.map(({ attributes }) => attributes.href ?? "")
  expect(addresses).toEqual(expect.arrayContaining(["/admin/maintenance/backups", "/admin/newsletter.csv"]))
  for (const address of addresses) expect([address, (await get(address)).status]).toEqual([address, 200])
})
