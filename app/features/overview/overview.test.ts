import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { drafts } from "#app/db/schema/drafts.server.ts"
import { applySettings, getSettings } from "#app/lib/settings.server.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { emptyDatabase, openTestDatabase, withoutTable } from "#test/database.ts"
import {
  createDraftLetter,
  createEpisode,
  createLetter,
  createMedium,
  createNews,
  createPage,
  createPost,
} from "#test/factories.ts"
import { createUser, openSession, visitAs } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { createComment } from "#test/visitors.ts"

let cookie = ""
let admin = { id: "" }

useDataFolder()
beforeAll(openTestDatabase)
beforeEach(emptyDatabase)
beforeEach(async () => {
  admin = await createUser("admin")
  cookie = await openSession(admin)
  // Of today.
  const folder = join(getSettings().dataDir, "backups")
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, "2026-11-23.cko.gz"), "x")
})

async function look() {
  const page = await visitAs(cookie, "/admin")
  const card = (title: string) =>
    page.all("section").find((section) => section.all("h2").some(({ text }) => text === title))
  return { ...page, card, linksOf: (title: string) => linksIn(card(title)) }
}

const linksIn = (card: ReturnType<Awaited<ReturnType<typeof visitAs>>["all"]>[number] | undefined) =>
  card?.all("a").map(({ text, attributes }) => [text, attributes.href]) ?? []

const TOMORROW = () => new Date(Date.now() + 86_400_000)

test("is what the back office opens on, and an empty site is told where to begin", async () => {
  const page = await look()
  expect([page.status, page.get("h1").text]).toEqual([200, "Vue d’ensemble"])
  expect(page.linksOf("Par où commencer").map(([, to]) => to)).toEqual([
    "/admin/first-steps",
    "/admin/import",
    "/admin/episodes",
    "/admin/pages",
  ])
  expect(page.card("Brouillons")).toBeUndefined()
  const current = page.get("nav", { id: "administration" }).all("a", { "aria-current": "page" })
  expect(current.map(({ text }) => text)).toEqual(["Vue d’ensemble"])
})

describe("what needs attention", () => {
  const attention = async () => (await look()).linksOf("À traiter")
  /** What the disk of this machine and the lack of a mail server add. */
  const withoutMachine = (found: (string | undefined)[][]) =>
    found.filter(([, to]) => !to?.startsWith("/admin/health#"))

  test("is nothing", async () => {
    await createEpisode({ isPublished: true })
    expect(withoutMachine(await attention())).toEqual([])
  })

  test("is all that waits, each with the way there", async () => {
    await createEpisode({ isPublished: true })
    await createComment(1, { status: "pending" })
    await createMedium({ state: "failed", failure: "Illisible" })
    await createMedium({ state: "failed", failure: "Illisible" })
    await db.execute(sql`insert into contact_messages (name, email, subject, message, read_at, archived_at) values
      ('Léa', 'lea@cko.test', 'S', 'T', null, null), ('Léa', 'lea@cko.test', 'S', 'T', null, null),
      ('Léa', 'lea@cko.test', 'S', 'T', now(), null), ('Léa', 'lea@cko.test', 'S', 'T', null, now())`)
    await db.execute(sql`insert into mails (recipient, subject, text, failed_at, due_at, attempts) values
      ('a@cko.test', 'S', 'T', now(), now(), 12), ('a@cko.test', 'S', 'T', now(), now(), 12),
      ('a@cko.test', 'S', 'T', null, now() + interval '1 hour', 5),
      ('a@cko.test', 'S', 'T', null, now(), 0)`)
    await db.execute(sql`insert into feeds (url, is_automatic, due_at, failures, error) values
      ('https://a.example/flux', true, now(), 2, 'Pas de réponse'),
      ('https://b.example/flux', true, now(), 1, 'Pas de réponse'),
      ('https://c.example/flux', false, now(), 1, 'Plus là'),
      ('https://d.example/flux', false, now(), 0, null)`)
    await db.execute(sql`insert into file_copies (episode_id, part, source, host, state) values
      (1, 'sound', 'https://a.example/1.mp3', 'a.example', 'failed'), (1, 'picture', 'https://a.example/1.png', 'a.example', 'waiting')`)
    const found = await attention()
    expect(found).toEqual(
      expect.arrayContaining([
        ["À voir Un fichier n’a pas pu être copié depuis l’ancien hébergeur", "/admin/moving#copie"],
        ["À voir 2 e-mails n’ont pas pu être envoyés", "/admin/health/mails"],
        ["À voir Un e-mail attend depuis longtemps", "/admin/health#e-mails"],
        ["À voir 2 flux n’ont pas pu être lus", "/admin/import"],
        ["À voir 2 médias n’ont pas pu être traités", "/admin/media?etat=en-attente"],
        ["À traiter 2 messages non lus", "/admin/messages"],
        ["À traiter Un commentaire attend votre avis", "/admin/comments?etat=en-attente"],
      ]),
    )
    // The gravest first.
    const states = found.map(([text]) => /^À (corriger|voir|traiter)/.exec(text ?? "")?.[1])
    const gravity = ["corriger", "voir", "traiter"]
    expect(states).toEqual(states.toSorted((a, b) => gravity.indexOf(a ?? "") - gravity.indexOf(b ?? "")))
  })

  test("is counted up to a hundred", async () => {
    await db.execute(sql`insert into contact_messages (name, email, subject, message)
      select 'Léa', 'lea@cko.test', 'S', 'T' from generate_series(1, 150)`)
    expect(await attention()).toContainEqual(["À traiter Plus de 99 messages non lus", "/admin/messages"])
  })

  test("is also that no mail goes out", async () => {
    const told = expect.stringContaining("Aucun serveur d’e-mails n’est réglé")
    expect(await attention()).toContainEqual([told, "/admin/health#e-mails"])
    applySettings({ ...getSettings(), smtpUrl: "smtp://127.0.0.1:1" })
    expect(await attention()).not.toContainEqual([told, "/admin/health#e-mails"])
  })

  test("is also that the database is older than the site's files", async () => {
    await db.execute(
      sql`begin; update drizzle.__drizzle_migrations set created_at = created_at - 1e12; commit`,
    )
    const found = await attention()
    await db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at + 1e12`)
    expect(found).toContainEqual([
      expect.stringMatching(/^À corriger .* mises à jour du schéma de la base attendent/),
      "/admin/health#versions",
    ])
  })
})

test("letters that need somebody are named: paused by the site, unsure, or on their way", async () => {
  await createEpisode()
  const halt = { code: "EAUTH" }
  await createLetter({ state: "paused", endedAt: null, halt })
  await createLetter({ state: "paused", endedAt: null })
  await createLetter({ state: "sending", endedAt: null })
  const { id } = await createLetter()
  await db.execute(sql`insert into letter_recipients (letter_id, state, ended_at)
    values (${id}, 'uncertain', null), (${id}, 'uncertain', null), (1, 'uncertain', now())`)
  const found = (await look()).linksOf("À traiter").filter(([, to]) => to?.startsWith("/admin/letters"))
  expect(found).toEqual([
    [expect.stringContaining("L’envoi d’une lettre s’est mis en pause"), "/admin/letters?etat=en-pause"],
    [expect.stringContaining("on ne sait pas si tous l’ont reçue"), "/admin/letters"],
    [expect.stringContaining("Une lettre est en cours d’envoi"), "/admin/letters?etat=en-cours"],
  ])
})

test("letters stand among drafts and what is scheduled", async () => {
  await createEpisode()
  await createDraftLetter({ title: "En chantier" })
  await createDraftLetter({ title: "Demain", state: "scheduled", scheduledAt: TOMORROW() })
  const page = await look()
  expect(page.linksOf("Brouillons")).toEqual([
    [expect.stringMatching(/^En chantier Lettre/), "/admin/letters?edit=1"],
  ])
  expect(page.linksOf("Programmé")).toEqual([
    [expect.stringMatching(/^Demain Lettre/), "/admin/letters?edit=2"],
  ])
})

test("drafts are one's own and what is not published, what was worked at last first, each leading to its form", async () => {
  const episode = await createEpisode({
    title: "Un épisode",
    isPublished: false,
    updatedAt: new Date("2026-01-02"),
  })
  const news = await createNews({
    title: "Une actualité",
    isPublished: false,
    updatedAt: new Date("2026-01-03"),
  })
  const post = await createPost({
    title: "Un article",
    isPublished: false,
    updatedAt: new Date("2026-01-01"),
  })
  const page = await createPage({ title: "Une page", isPublished: false, updatedAt: new Date("2026-01-04") })
  await createPost({ title: "Publié" })
  const other = await createUser("admin")
  const at = (day: number) => ({ createdAt: new Date(), updatedAt: new Date(2026, 1, day) })
  await db.insert(drafts).values([
    { kind: "post", userId: admin.id, values: {}, title: "", ...at(1) },
    { kind: "news", itemId: news.id, userId: admin.id, values: {}, title: "Une actualité revue", ...at(2) },
    { kind: "episode", userId: other.id, values: {}, title: "De quelqu’un d’autre", ...at(3) },
  ])
  const links = (await look()).linksOf("Brouillons")
  expect(links.map(([, to]) => to)).toEqual([
    `/admin/news?edit=${news.id}&draft=2`,
    "/admin/blog?draft=1",
    `/admin/pages?edit=${page.id}`,
    `/admin/episodes?edit=${episode.id}`,
    `/admin/blog?edit=${post.id}`,
  ])
  expect(links[0]?.[0]).toMatch(/^Une actualité revue Actualité · votre brouillon, il y a \d+ jours$/)
  expect(links[1]?.[0]).toContain("Sans titre")
  for (const [, to] of links) expect((await visitAs(cookie, to ?? "")).status).toBe(200)
})

test("what is scheduled stands in the order in which it appears", async () => {
  const later = new Date(Date.now() + 5 * 86_400_000)
  await createPost({ title: "Après-demain", publishedAt: later })
  await createEpisode({ title: "Demain", isPublished: true, publishedAt: TOMORROW() })
  await createEpisode({ title: "Brouillon de demain", isPublished: false, publishedAt: TOMORROW() })
  await createNews({ title: "Hier" })
  const links = (await look()).linksOf("Programmé")
  expect(links.map(([text]) => text?.split(" ")[0])).toEqual(["Demain", "Après-demain"])
  expect(links[0]).toEqual([
    expect.stringMatching(/^Demain Épisode · le .* à \d\d:\d\d$/),
    "/admin/episodes?edit=1",
  ])
})

test("the last episodes stand with what came of them", async () => {
  for (let n = 1; n <= 6; n += 1)
    await createEpisode({
      title: `Round ${n}`,
      guest: "Awa",
      isPublished: true,
      publishedAt: new Date(Date.UTC(2026, 0, n)),
      views: n * 1_000,
    })
  await createEpisode({ title: "Demain", isPublished: true, publishedAt: TOMORROW() })
  await createComment(6)
  await createComment(6, { status: "hidden" })
  await db.execute(
    sql`insert into likes (episode_id, session_id) values (6, 'session_1_a'), (6, 'session_1_b')`,
  )
  const card = (await look()).card("Derniers épisodes")
  const rows = card?.all("li").map(({ text }) => text) ?? []
  expect(rows.map((row) => row.slice(0, 7))).toEqual(["Round 6", "Round 5", "Round 4", "Round 3", "Round 2"])
  expect(rows[0]).toBe("Round 6 Awa · 6 janvier 2026 Vues 6K J’aime 2 Commentaires 1 : les lire, Round 6")
})

test.each([
  ["drafts", "Brouillons", "Impossible de charger les brouillons", "Derniers épisodes", "Le seul"],
  ["episode_counts", "Derniers épisodes", "Impossible de charger les épisodes", "Brouillons", "Aucun"],
  ["blog_posts", "Programmé", "Impossible de charger ce qui est programmé", "Derniers épisodes", "Le seul"],
])("without %s one card says so, and the others stand", async (table, title, text, other, stands) => {
  await createEpisode({ title: "Le seul", isPublished: true })
  const page = await withoutTable(table, look)
  expect(page.status).toBe(200)
  expect(page.card(title)?.text).toContain(`: ${text}. Rechargez`)
  expect(page.card("Par où commencer")).toBeUndefined()
  expect(page.card("À traiter")?.text).not.toContain("Impossible")
  expect(page.card(other)?.text).toContain(stands)
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
})

test("what could not be looked at is named, and nothing is called well", async () => {
  const page = await withoutTable("mails", look)
  expect(page.status).toBe(200)
  expect(page.card("À traiter")?.text).toContain("Impossible de vérifier\u00a0: les e-mails.")
  expect(page.card("À traiter")?.text).not.toContain("tout va bien")
  expect(takeLoggedErrors()).toHaveLength(1)
})

test("the longest titles and hostile ones are shown as they are", async () => {
  const title = `<script>alert(1)</script>${"x".repeat(400)}`
  await createEpisode({ title, isPublished: false })
  const page = await look()
  expect(page.linksOf("Brouillons")[0]?.[0]).toContain(title)
  expect(page.html).not.toContain("<script>alert(1)")
})
