import { sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { adminPaths, RAW_PATHS } from "#test/admin-paths.ts"
import { send } from "#test/app.ts"
import { openTestDatabase, withoutTable } from "#test/database.ts"
import { createEpisode, createNews, createPage, createPost } from "#test/factories.ts"
import { readHtml } from "#test/html.ts"
import { nameOtherPodcast, theirsIn } from "#test/other-podcast.ts"
import { readPage, sendForm } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

let cookie = ""

beforeAll(openTestDatabase)
beforeAll(async () => {
  cookie = await nameOtherPodcast()
  await createEpisode({ title: "Les tomates", guest: "Rose Vidal", number: 3, description: "Semer en mars." })
  const published = { isPublished: true, publishedAt: new Date() }
  for (const category of ["cko-news", "hip-hop-culture", "music"])
    await createNews({ title: "La récolte", content: "Des courges.", category, ...published })
  await createPost({ slug: "le-compost", title: "Le compost", content: "Retourner.", ...published })
  await createPage({ slug: "equipe", title: "Équipe", content: "Nous.", isPublished: true })
  await db.execute(sql`insert into comments (episode_id, author_name, author_email, content)
    values (1, 'Léa', 'lea@jardin.test', 'Un très bel épisode')`)
  await db.execute(sql`insert into contact_messages (name, email, subject, message)
    values ('Léa', 'lea@jardin.test', 'Bonjour', 'Une question sur le compost')`)
  const rule = { intent: "save", source: "/vieux", target: "", code: "410" }
  await sendForm("/admin/redirects", rule, { cookie })
})

/** An answer with its headers, but for those of cookies, whose names nobody reads. */
async function answerTo(response: Response) {
  const headers = [...response.headers].filter(([name]) => !/cookie|content-security-policy/.test(name))
  return { text: await response.text(), headers: headers.join("\n") }
}
async function theirsOn(path: string, init: RequestInit = {}) {
  const { text, headers } = await answerTo(await send(path, init))
  return { path, found: theirsIn(text) ?? theirsIn(headers) }
}
const nothingOn = (path: string) => ({ path, found: undefined })

const BEGIN = [
  ...["/", "/auth", "/auth?onglet=inscription", "/auth/forgot-password", "/auth/code", "/auth/invitation"],
  ...["/auth/new-email", "/auth/reset-password", "/auth/end-sessions", "/preview/rien"],
  ...[
    "/newsletter",
    "/newsletter/confirm",
    "/newsletter/unsubscribe",
    "/newsletter/preferences",
    "/newsletter/links",
    "/blog",
    "/news?tab=galeries",
  ],
  ...[
    "/episodes?q=zzz",
    "/episodes/99",
    "/episodes/x",
    "/blog/rien",
    "/page/rien",
    "/guests/rien",
    "/nulle-part",
  ],
  ...["/vieux", "/%00", "/sitemap.xml", "/robots.txt", "/manifest.webmanifest", "/healthz", "/admin"],
]

test("35.3 a podcast of another name shows nothing of the one that the site was made for, on any public page", async () => {
  const seen = new Set<string>()
  const queue = [...BEGIN]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    seen.add(path)
    expect(await theirsOn(path)).toEqual(nothingOn(path))
    const { text } = await answerTo(await send(path))
    if (!text.startsWith("<!DOCTYPE html>")) continue
    const links = readHtml(text)
      .all("a")
      .map(({ attributes }) => attributes.href?.split("#")[0] ?? "")
    const others = links.filter((to) => /^\/(?!\/)/.test(to) && !seen.has(to) && !queue.includes(to))
    queue.push(...new Set(others))
  }
  expect([...seen]).toEqual(
    expect.arrayContaining([
      "/page/mentions-legales",
      "/page/politique-de-confidentialite",
      "/episodes/1",
      "/contact",
    ]),
  )
})

test("35.3 what nobody wrote is not said either: who is looked for, what is read, who chooses", async () => {
  const contact = await send("/contact")
  const text = await contact.text()
  expect(text).toContain("Questions générales")
  expect(text).not.toMatch(/Rejoindre l’équipe|besoin de bras|lisons tout/)
  const described = async (path: string) =>
    /name="description" content="(.*?)"/.exec(await (await send(path)).text())?.[1]
  expect(await described("/news")).toMatch(/^Les actualités d[eu’] ?.*\.$/)
  expect(await described("/episodes")).toMatch(/[^:\s]$/)
})

test.each(adminPaths())("nor does the back office at %s", async (path) => {
  expect(await theirsOn(path, { headers: { cookie } })).toEqual(nothingOn(path))
})

test.each([
  ...["/admin/episodes?edit=1", "/admin/episodes?q=zzz", "/admin/news?edit=1", "/admin/blog?edit=1"],
  ...[
    "/admin/pages?edit=1",
    "/admin/comments?q=zzz",
    "/admin/messages?id=1",
    "/admin/episodes?action=delete&id=1",
  ],
  ...["/admin/search/results?q=podcast", "/admin/search?q=titre", "/admin/rien", "/admin/site/preview"],
])("nor at %s", async (path) => {
  expect(await theirsOn(path, { headers: { cookie } })).toEqual(nothingOn(path))
})

describe("nor where something goes wrong:", () => {
  test.each([
    ["/contact", { name: "" }],
    ["/newsletter", { email: "x" }],
    ["/auth", { email: "x", password: "y" }],
    ["/auth?onglet=inscription", { email: "x", password: "y" }],
    ["/nulle-part", { a: "b" }],
    ["/contact", { message: "é".repeat(100_000) }],
  ])("a refused form at %s", async (path, fields) => {
    const { text } = await answerTo(await sendForm(path, fields))
    expect(theirsIn(text)).toBeUndefined()
  })

  test("a form of another site", async () => {
    const response = await sendForm(
      "/contact",
      {},
      { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
    )
    expect([response.status, theirsIn(await response.text())]).toEqual([403, undefined])
  })

  test.each(["/episodes/1", "/", "/news"])("a table that is gone, at %s", async (path) => {
    const { text } = await withoutTable("news", () =>
      withoutTable("episodes", async () => answerTo(await send(`${path}?q=neu`))),
    )
    takeLoggedErrors()
    expect(theirsIn(text)).toBeUndefined()
  })
})

test("what the host set stays, and what nobody set is empty", () => {
  const { podcast, presentation, links } = siteSettings()
  expect(podcast).toMatchObject({ name: "Semis et saisons", description: "", categories: [] })
  expect(presentation).toMatchObject({ hosts: [], figures: [], concept: [], mission: "" })
  expect(links).toEqual({ platforms: [], socials: [] })
})

test.each(["pas une adresse", "http://127.0.0.1/flux"])("a feed at « %s » is refused", async (feed) => {
  const response = await sendForm("/admin/first-steps", { intent: "read-feed", feed }, { cookie })
  expect(response.status).toBe(400)
  const page = await readPage(response)
  expect(page.get("input", { name: "feed" }).attributes).toMatchObject({
    value: feed,
    "aria-invalid": "true",
  })
})

test("all that the back office has but for pages is known to be read here", () => {
  expect([...RAW_PATHS].every((path) => adminPaths().includes(path))).toBe(true)
})
