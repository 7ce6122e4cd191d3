import { mkdir, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { beginFirstSteps } from "#app/base/settings/first-steps.server.ts"
import { db } from "#app/db/client.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { noteCheck } from "#app/media/backup/asked-copy.server.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { createEpisode, createLetter, createMedium } from "#test/factories.ts"
import { createUser, followAs, openSession, sendForm, visitAs } from "#test/people.ts"
import { recordStatements } from "#test/plans.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { createComment } from "#test/visitors.ts"

let cookie = ""

useDataFolder()
useDatabase()
beforeEach(async () => {
  cookie = await openSession(await createUser("admin"))
  applySettings({ ...getSettings(), smtpUrl: "smtp://127.0.0.1:1" })
  await copyMade(new Date())
})

async function copyMade(at: Date) {
  const folder = join(getSettings().dataDir, "backups")
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, "2026-11-23.cko.gz"), "x")
  await utimes(join(folder, "2026-11-23.cko.gz"), at, at)
}

type Page = Awaited<ReturnType<typeof visitAs>>

/** Without what the disk of this machine adds. */
const linesOf = (page: Page) =>
  page
    .all("section")
    .filter(({ text }) => text.startsWith("À traiter"))
    .flatMap((strip) => strip.all("a"))
    .map(({ text, attributes }) => [text, attributes.href])
    .filter(([, to]) => to !== "/admin/health#stockage")
const look = async (path = "/admin") => linesOf(await visitAs(cookie, path))

const message = (count: number, values = "null, null") =>
  db.execute(sql`insert into contact_messages (name, email, subject, message, read_at, done_at)
    select 'Léa', 'lea@cko.test', 'S', 'T', ${sql.raw(values)} from generate_series(1, ${count}::int)`)

test("31.1 the back office opens on the manager of episodes, with nothing above it where nothing waits", async () => {
  const page = await visitAs(cookie, "/admin")
  expect([page.status, page.get("h1").text, linesOf(page)]).toEqual([200, "Gestion des épisodes", []])
  const current = page.get("nav", { id: "administration" }).all("a", { "aria-current": "page" })
  expect(current.map(({ text }) => text)).toEqual(["Épisodes"])
  expect(page.text).not.toContain("Vue d’ensemble")
})

test("the manager works on the first page as on its own", async () => {
  await createEpisode({ title: "Le seul", isPublished: false })
  const refused = await sendForm("/admin?index", { intent: "save", title: "" }, { cookie })
  expect(refused.status).toBe(400)
  const toggled = await sendForm("/admin?index", { intent: "publish", id: "1" }, { cookie })
  expect([toggled.status, (await followAs(cookie, toggled, "/admin")).text]).toEqual([
    200,
    expect.stringContaining("Épisode mis à jour !"),
  ])
  const saved = await sendForm(
    "/admin?index",
    { intent: "save", title: "Un autre", guest: "Awa" },
    { cookie },
  )
  expect([saved.status, saved.headers.get("location")]).toEqual([302, "/admin/episodes"])
})

describe("above the page", () => {
  test("31.1 stands what people wrote that nobody dealt with, read or not", async () => {
    await createEpisode()
    await message(1, "now(), null")
    await message(1, "now(), now()")
    await createComment(1, { createdAt: new Date(Date.now() + 60_000) })
    const newOne = ["À traiter : Un nouveau commentaire", "/admin/comments"]
    const unanswered = ["À traiter : Un message attend une réponse", "/admin/messages?etat=a-traiter"]
    expect(await look()).toEqual([newOne, unanswered])
    expect(await look("/admin/episodes")).toEqual([])
    await createComment(1, { status: "pending" })
    expect(await look()).toEqual([
      ["À traiter : 2 commentaires à regarder, dont un attend votre avis", "/admin/comments"],
      unanswered,
    ])
    await visitAs(cookie, "/admin/comments")
    expect(await look()).toEqual([
      ["À traiter : Un commentaire attend votre avis", "/admin/comments?etat=en-attente"],
      unanswered,
    ])
  })

  test("stands what is counted up to a hundred", async () => {
    await message(150)
    expect(await look()).toEqual([
      ["À traiter : Plus de 99 messages attendent une réponse", "/admin/messages?etat=a-traiter"],
    ])
  })

  test("stand letters that stopped or that nobody is sure about, not those on their way", async () => {
    await createLetter({ state: "paused", endedAt: null, halt: { code: "EAUTH" } })
    await createLetter({ state: "paused", endedAt: null })
    await createLetter({ state: "sending", endedAt: null })
    const { id } = await createLetter()
    await db.execute(sql`insert into letter_recipients (letter_id, state, ended_at)
      values (${id}, 'uncertain', null), (${id}, 'uncertain', null), (1, 'uncertain', now())`)
    expect(await look()).toEqual([
      ["À voir : L’envoi d’une lettre s’est mis en pause de lui-même", "/admin/letters?etat=en-pause"],
      ["À voir : D’une lettre, on ne sait pas si tous l’ont reçue", "/admin/letters"],
    ])
  })

  test("stands that no mail goes out, and that the last copy is old", async () => {
    applySettings({ ...getSettings(), smtpUrl: undefined })
    await copyMade(new Date(Date.now() - 25 * 3_600_000))
    const noServer = ["À voir : Aucun serveur d’e-mails n’est réglé", "/admin/site/mail"]
    expect(await look()).toEqual([noServer])
    await copyMade(new Date(Date.now() - 27 * 3_600_000))
    expect(await look()).toEqual([
      noServer,
      ["À voir : La dernière copie du site a plus d’un jour", "/admin/maintenance/backups"],
    ])
  })

  test("stands that the newest copy that was verified does not restore", async () => {
    const check = { at: new Date().toISOString(), starts: 0 }
    await noteCheck("2026-11-23.cko.gz", { check: { ...check, outcome: "verified" } })
    expect(await look()).toEqual([])
    await noteCheck("2026-11-23.cko.gz", { check: { ...check, outcome: "failed", text: "…" } })
    expect(await look()).toEqual([
      ["À corriger : La dernière copie vérifiée du site ne se restaure pas", "/admin/maintenance/backups"],
    ])
    expect((await visitAs(cookie, "/admin/health")).get("main").text).toContain(
      "La dernière copie vérifiée ne se restaure pas.",
    )
  })

  test("stand five lines at most, people first", async () => {
    await createEpisode()
    await createComment(1, { status: "pending" })
    await message(1)
    await createLetter({ state: "paused", endedAt: null, halt: { code: "EAUTH" } })
    await createMedium({ state: "failed", failure: "Illisible" })
    await db.execute(sql`insert into mails (recipient, subject, text, failed_at, due_at, attempts) values
      ('a@cko.test', 'S', 'T', now(), now(), 12), ('a@cko.test', 'S', 'T', now(), now(), 12)`)
    await db.execute(sql`insert into feeds (url, is_automatic, due_at, failures, error) values
      ('https://a.example/flux', true, now(), 2, 'Pas de réponse'),
      ('https://b.example/flux', true, now(), 1, 'Pas de réponse'),
      ('https://c.example/flux', false, now(), 1, 'Plus là')`)
    await db.execute(sql`insert into file_copies (episode_id, part, source, host, state) values
      (1, 'sound', 'https://a.example/1.mp3', 'a.example', 'failed')`)
    const found = await look()
    expect(found.map(([, to]) => to)).toEqual([
      "/admin/comments?etat=en-attente",
      "/admin/messages?etat=a-traiter",
      "/admin/letters?etat=en-pause",
      "/admin/health/mails",
      "/admin/import",
    ])
    await db.execute(sql`delete from comments`)
    await db.execute(sql`delete from contact_messages`)
    expect((await look()).slice(1)).toEqual([
      ["À voir : 2 e-mails n’ont pas pu être envoyés", "/admin/health/mails"],
      ["À voir : 2 flux n’ont pas pu être lus", "/admin/import"],
      ["À voir : Un média n’a pas pu être traité", "/admin/media?etat=en-attente"],
      ["À voir : Un fichier n’a pas pu être copié depuis l’ancien hébergeur", "/admin/moving#copie"],
    ])
  })

  test("stands that not all could be looked at, rather than nothing", async () => {
    const page = await withoutTable("letters", () => visitAs(cookie, "/admin"))
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringContaining("Tout n’a pas pu être vérifié. Rechargez la page dans un instant."),
    ])
    expect(takeLoggedErrors().length).toBeGreaterThan(0)
  })

  test("is what costs the first page four statements more than the manager's own, with the first steps", async () => {
    const count = async (path: string) => (await recordStatements(() => visitAs(cookie, path))).length
    // The second time, as every time but the first.
    await visitAs(cookie, "/admin")
    expect((await count("/admin")) - (await count("/admin/episodes"))).toBeLessThanOrEqual(4)
  })
})

test("a dot tells where something of the site is wrong, and is looked at once a minute", async () => {
  const dots = async () =>
    (await visitAs(cookie, "/admin/news"))
      .all("a")
      .flatMap((link) => (link.all("span", { class: "fault-dot" }).length > 0 ? [link.text] : []))
  vi.useFakeTimers({ toFake: ["Date"] })
  try {
    vi.advanceTimersByTime(60_000)
    expect(await dots()).toEqual([])
    await createMedium({ state: "failed", failure: "Illisible" })
    expect(await dots()).toEqual([])
    vi.advanceTimersByTime(60_000)
    expect(await dots()).toEqual(["Réglages (quelque chose ne va pas)"])
    const tabs = (await visitAs(cookie, "/admin/site")).get("nav", { "aria-label": "Réglages" })
    expect(tabs.text).toContain("Entretien (quelque chose ne va pas)")
  } finally {
    vi.useRealTimers()
  }
})

test("moderators are told above the comments what waits for them, and nothing else", async () => {
  const own = await openSession(await createUser("moderator"))
  await createEpisode()
  await message(1)
  await createComment(1, { createdAt: new Date(Date.now() + 60_000) })
  expect(linesOf(await visitAs(own, "/admin/comments"))).toEqual([])
  await createComment(1, { status: "pending" })
  const told = [["À traiter : Un commentaire attend votre avis", "/admin/comments?etat=en-attente"]]
  expect(linesOf(await visitAs(own, "/admin/comments"))).toEqual(told)
  expect(linesOf(await visitAs(cookie, "/admin/comments"))).toEqual([])
})

test("the first steps stand in the line above the first page, until they are ended", async () => {
  applySettings({ ...getSettings(), smtpUrl: undefined })
  await beginFirstSteps()
  const page = await visitAs(cookie, "/admin")
  const [card] = page.all("section").filter(({ text }) => text.startsWith("Premiers pas"))
  expect(card?.text).toContain("1/6, ensuite\u00a0: Le nom et la couverture")
  expect(card?.all("a").map(({ attributes }) => attributes.href)).toEqual(["/admin/first-steps#pas-podcast"])
  expect(linesOf(page)).toEqual([])
  expect(page.get("nav", { id: "administration" }).text).not.toContain("Premiers pas")
  const form = card?.get("form").attributes.action
  expect(form).toBe("/admin/first-steps")
  expect((await sendForm("/admin/first-steps", { intent: "finish", id: "all" }, { cookie })).status).toBe(200)
  const after = await visitAs(cookie, "/admin")
  expect(after.all("section").some(({ text }) => text.startsWith("Premiers pas"))).toBe(false)
  expect(linesOf(after)).toEqual([["À voir : Aucun serveur d’e-mails n’est réglé", "/admin/site/mail"]])
})
