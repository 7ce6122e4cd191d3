import { XMLParser } from "fast-xml-parser"
import { describe, expect, test } from "vitest"
import { PUBLIC_URL, send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createLetter } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { findPageAddress } from "#server/page-address.ts"

useDatabase()

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const titles = async (path: string) =>
  (await visit(path))
    .get("main")
    .all("h2")
    .map(({ text }) => text)

/** What no visitor may read, by why. */
const HIDDEN = [
  ["a draft", { state: "draft", publishedAt: null, endedAt: null }],
  [
    "one that is to leave",
    { state: "scheduled", publishedAt: null, endedAt: null, scheduledAt: daysAgo(-1) },
  ],
  ["one that hosts keep out of the archive", { isArchived: false }],
] as const

describe("the archive", () => {
  test("47.3 lists what was sent, newest first, and leads to it", async () => {
    await createLetter({ title: "Ancienne", publishedAt: daysAgo(3) })
    const { id } = await createLetter({
      title: "Récente",
      previewText: "Trois rendez-vous",
      publishedAt: new Date("2026-01-14T23:00:00Z"),
    })
    await createLetter({ title: "En route", state: "sending", endedAt: null, publishedAt: daysAgo(1) })
    const page = await visit("/lettres")
    expect(page.status).toBe(200)
    expect(await titles("/lettres")).toEqual(["En route", "Ancienne", "Récente"])
    const card = page.all("article").at(-1)
    expect(card?.get("a").attributes.href).toBe(`/lettres/${id}`)
    expect(card?.text).toBe("15 janvier 2026 Récente Trois rendez-vous")
  })

  test("without letters says so, and leads to where one subscribes", async () => {
    const main = (await visit("/lettres")).get("main")
    expect(main.text).toContain("Aucune lettre pour le moment.")
    expect(main.get("a", { href: "/newsletter" }).text).toBe("Recevoir les prochaines")
  })

  test("is paged, and a page past its end leads to the first", async () => {
    for (let n = 1; n <= 21; n += 1) await createLetter({ title: `Lettre ${n}.`, publishedAt: daysAgo(n) })
    const first = await visit("/lettres")
    expect(first.all("article")).toHaveLength(20)
    expect(first.get("a", { href: "/lettres?page=2" }).text).toBe("Afficher plus de lettres")
    expect(await titles("/lettres?page=2")).toEqual(["Lettre 21."])
    expect((await send("/lettres?page=3")).headers.get("location")).toBe("/lettres")
  })

  test.each(HIDDEN)("does not have %s, nor has its feed or the sitemap", async (_why, values) => {
    const { id } = await createLetter({ title: "Secrète", ...values })
    expect(await titles("/lettres")).toEqual([])
    expect((await send(`/lettres/${id}`)).status).toBe(404)
    expect(await (await send("/lettres.xml")).text()).not.toContain("Secrète")
    expect(await (await send("/sitemap.xml")).text()).not.toContain("/lettres")
  })
})

describe("a letter's page", () => {
  test("shows its text, never what was made for one recipient", async () => {
    const { id } = await createLetter({
      title: "Le mot du coin",
      content: "## Bonjour\n\nUn **mot**, <script>alert(1)</script>",
      sentHtml: "<p>{{unsubscribe}} secret-de-quelqu’un</p>",
      sentText: "secret-de-quelqu’un",
    })
    const page = await visit(`/lettres/${id}`)
    expect(page.get("h1").text).toBe("Le mot du coin")
    expect(page.get("main").get("h2").text).toBe("Bonjour")
    expect(page.get("main").get("strong").text).toBe("mot")
    expect(page.get("main").all("script")).toEqual([])
    expect(page.html).not.toMatch(/secret-de|\{\{|unsubscribe\?key/)
  })

  test.each(["0", "99", "1.0", "abc", "%00", "9".repeat(40)])("is missing at /lettres/%s", async (id) => {
    await createLetter()
    const page = await visit(`/lettres/${id}`)
    expect(page.status).toBe(404)
    expect(page.get("main").text).toMatch(/Lettre non trouvée|Page not found/)
  })

  test("goes from the cache with any change of letters and of what they show", () => {
    for (const path of ["/lettres/1", "/lettres.xml"])
      expect(findPageAddress(path)?.tags).toEqual(
        expect.arrayContaining(["letters", "episodes", "blog_posts", "news"]),
      )
    expect(findPageAddress("/lettres?page=2&x=1")).toMatchObject({
      key: "/lettres?page=2",
      tags: ["letters"],
    })
  })
})

test("47.3 /lettres.xml holds the letters whole, and pages name it in their head", async () => {
  const { id } = await createLetter({
    title: "Un & <deux>",
    previewText: "R&B <i>",
    content: "![a](/media/b/c.png)",
    publishedAt: new Date("2024-02-29T18:05:06Z"),
  })
  const response = await send("/lettres.xml")
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "application/rss+xml; charset=utf-8",
  ])
  const { channel } = new XMLParser({ ignoreAttributes: false }).parse(await response.text()).rss
  expect([channel.title, channel.link]).toEqual(["Lettres · CKO", `${PUBLIC_URL}/lettres`])
  expect(channel.item).toMatchObject({
    title: "Un & <deux>",
    link: `${PUBLIC_URL}/lettres/${id}`,
    guid: { "#text": `letter/${id}`, "@_isPermaLink": "false" },
    pubDate: "Thu, 29 Feb 2024 18:05:06 GMT",
    description: "R&amp;B &lt;i&gt;",
  })
  expect(channel.item["content:encoded"]).toContain(`src="${PUBLIC_URL}/media/b/c.png"`)
  for (const path of ["/lettres", `/lettres/${id}`])
    expect((await visit(path)).get("link", { href: "/lettres.xml" }).attributes).toMatchObject({
      rel: "alternate",
      type: "application/rss+xml",
    })
})

test("the sitemap has the archive once there is a letter, and /newsletter leads to it", async () => {
  expect((await visit("/newsletter")).get("main").all("a", { href: "/lettres" })).toEqual([])
  const { id } = await createLetter()
  const sitemap = await (await send("/sitemap.xml")).text()
  for (const path of ["/lettres", `/lettres/${id}`])
    expect(sitemap).toContain(`<loc>${PUBLIC_URL}${path}</loc>`)
  expect((await visit("/newsletter")).get("main").get("a", { href: "/lettres" }).text).toBe(
    "Lire les lettres déjà parues",
  )
})
