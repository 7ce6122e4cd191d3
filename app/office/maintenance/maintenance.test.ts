import { mkdir, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { beforeEach, expect, test } from "vitest"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { createMedium } from "#test/factories.ts"
import { noteFailure } from "#app/media/backup/asked-copy.server.ts"
import { createUser, openSession, sendForm, visitAs } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

let cookie = ""

useDataFolder()
useDatabase()
beforeEach(async () => {
  cookie = await openSession(await createUser("admin", "awa@cko.test"))
  applySettings({ ...getSettings(), smtpUrl: "smtp://127.0.0.1:1" })
  await copyMade(3)
})

async function copyMade(hoursAgo: number) {
  const folder = join(getSettings().dataDir, "backups")
  const file = join(folder, "2026-11-23.cko.gz")
  const at = new Date(Date.now() - hoursAgo * 3_600_000)
  await mkdir(folder, { recursive: true })
  await writeFile(file, "x")
  await utimes(file, at, at)
}

type Page = Awaited<ReturnType<typeof visitAs>>

const partsOf = (page: Page) =>
  page
    .get("main")
    .all("li")
    .map((part) => [part.get("a").attributes.href, part.all("p").at(-1)?.text])

test("31.4 each part says how it is at present", async () => {
  for (const source of ["/un", "/deux"])
    await sendForm("/admin/redirects", { intent: "save", source, target: "/about", code: "301" }, { cookie })
  await createMedium()
  const page = await visitAs(cookie, "/admin/maintenance")
  expect([page.status, page.get("h1").text]).toEqual([200, "Entretien"])
  expect(partsOf(page)).toEqual([
    // The disk of this machine may be full.
    ["/admin/health", expect.stringMatching(/ · dernière copie il y a 3 heures$/)],
    ["/admin/maintenance/backups", "Une copie, il y a 3 heures"],
    ["/admin/maintenance/export", "Aucune archive ici"],
    ["/admin/jobs", "Rien n’attend."],
    ["/admin/log", "Dernière entrée à l’instant, par awa@cko.test"],
    ["/admin/redirects", "2 redirections"],
    ["/admin/personal-data", "Messages gardés sans limite, journal 13 mois"],
    ["/admin/bin", "La corbeille est vide."],
    ["/admin/media?etat=inutilises", "Un média n’est utilisé nulle part"],
    ["/admin/site/uploads", "2\u202f048 Mo par fichier · tant que le disque a de la place"],
  ])
})

test("what is wrong with the site has a mark, in words, too", async () => {
  await copyMade(30)
  const [health] = (await visitAs(cookie, "/admin/maintenance")).get("main").all("li")
  expect(health?.text).toContain("La dernière copie du site a plus d’un jour")
  expect(health?.get("h2").text).toBe("Santé du site À voir")
})

test("a copy that was not made has one, too, until one is made", async () => {
  await noteFailure(new Error("the disk is gone"))
  const [, backups] = (await visitAs(cookie, "/admin/maintenance")).get("main").all("li")
  expect(backups?.text).toContain("La dernière copie n’a pas été faite")
  expect(backups?.get("h2").text).toBe("Sauvegardes À voir")
})

test("what cannot be read takes nothing else with it", async () => {
  const page = await withoutTable("redirects", () => visitAs(cookie, "/admin/maintenance"))
  expect([page.status, partsOf(page)[5], partsOf(page)[6]?.[1]]).toEqual([
    200,
    ["/admin/redirects", "Impossible à lire pour l’instant."],
    "Messages gardés sans limite, journal 13 mois",
  ])
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
})

test.each([
  ...["/admin/health", "/admin/health/mails", "/admin/maintenance/backups", "/admin/jobs", "/admin/bin"],
  "/admin/maintenance/export",
  ...["/admin/log", "/admin/redirects", "/admin/personal-data", "/admin/site/uploads"],
])("%s is inside of it, and leads back", async (path) => {
  const page = await visitAs(cookie, path)
  const tabs = page.get("nav", { "aria-label": "Réglages" }).all("a")
  expect(tabs.map(({ text, attributes }) => [text, attributes["aria-current"]])).toEqual([
    ["Réglages", undefined],
    // Its mark may be there: what is wrong is looked at once a minute, perhaps on another file's site.
    [expect.stringMatching(/^Entretien/), "page"],
  ])
  const [back] = page.get("main").all("a")
  expect([back?.text, back?.attributes.href]).toEqual(["Entretien", "/admin/maintenance"])
})

test.each(["/admin/maintenance", "/admin/episodes"])("%s leads nowhere back", async (path) => {
  const links = (await visitAs(cookie, path)).get("main").all("a")
  expect(links.map(({ text }) => text)).not.toContain("Entretien")
})
