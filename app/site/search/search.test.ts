import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { episodeGuests } from "#app/db/schema/guests.server.ts"
import { importItems } from "#app/podcast/feeds-in/import.server.ts"
import { serializeItem } from "#app/podcast/feeds-in/serialized-item.ts"
import { getPage } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import {
  createDraftLetter,
  createEpisode,
  createGuest,
  createLetter,
  createNews,
  createPage,
  createPost,
} from "#test/factories.ts"
import { createFeedItem } from "#test/feed-items.ts"
import { visit } from "#test/html.ts"
import { fillIndex } from "./fill-index.server.ts"
import { getResults, noticeOf, titlesOf } from "#test/found-fixtures.ts"

useDatabase()

const TOMORROW = new Date(Date.now() + 86_400_000)

describe("what is public is found, and nothing else:", () => {
  test("40.1 published contents of each kind, at the address where they are read", async () => {
    await createEpisode({ title: "Xylophone un" })
    await createNews({ title: "Xylophone deux" })
    await createNews({ title: "Xylophone trois", mediaType: "image", mediaUrl: "/starter/news-bell.webp" })
    await createPost({ title: "Xylophone quatre", slug: "quatre" })
    await createPage({ title: "Xylophone cinq", slug: "cinq" })
    await createLetter({ title: "Xylophone six" })
    const { all } = await visit("/recherche?q=xylophone")
    const found = all("h2").flatMap((heading) => heading.all("a").map((link) => link.attributes.href))
    expect(found.filter((address) => address?.startsWith("/")).sort()).toEqual(
      [
        "/blog/quatre",
        "/episodes/1",
        "/news/galeries/2",
        "/news?page=1#actualite-1",
        "/page/cinq",
        "/lettres/1",
      ].sort(),
    )
    expect((await getPage("/news?page=1")).html).toContain('id="actualite-1"')
  })

  test("no drafts, nothing dated in the future, nothing without a date", async () => {
    await createEpisode({ title: "Xylophone", isPublished: false })
    await createEpisode({ title: "Xylophone", publishedAt: TOMORROW })
    await createNews({ title: "Xylophone", publishedAt: null })
    await createPost({ title: "Xylophone", publishedAt: TOMORROW })
    await createPage({ title: "Xylophone", isPublished: false })
    await createDraftLetter({ title: "Xylophone" })
    await createLetter({ title: "Xylophone", isArchived: false })
    await fillIndex()
    expect(await titlesOf("xylophone")).toEqual([])
    // Nor does a suggestion tell of them.
    expect(await getResults("xylophome")).not.toContain("Vouliez-vous dire")
  })

  test("as soon as its time has come, and no longer than it is published", async () => {
    const { id } = await createEpisode({ title: "Xylophone", publishedAt: TOMORROW })
    const change = (values: Partial<typeof episodes.$inferInsert>) =>
      db.update(episodes).set(values).where(eq(episodes.id, id))
    // The clock's time comes to the episode here, instead of the other way round.
    await change({ publishedAt: new Date(Date.now() - 1_000) })
    expect(await titlesOf("xylophone")).toEqual(["Xylophone"])
    await change({ title: "Vibraphone" })
    expect(await titlesOf("xylophone")).toEqual([])
    expect(await titlesOf("vibraphone")).toEqual(["Vibraphone"])
    await change({ isPublished: false })
    expect(await titlesOf("vibraphone")).toEqual([])
    await change({ isPublished: true })
    expect(await titlesOf("vibraphone")).toEqual(["Vibraphone"])
    await db.delete(episodes).where(eq(episodes.id, id))
    expect(await titlesOf("vibraphone")).toEqual([])
  })
})

describe("results are narrowed down by their address:", () => {
  beforeEach(async () => {
    const guest = await createGuest({ slug: "awa", name: "Awa" })
    const published = (year: number) => new Date(`${year}-06-01T10:00:00Z`)
    const { id } = await createEpisode({ title: "Xylophone A", guest: "Awa", publishedAt: published(2024) })
    await createEpisode({ title: "Xylophone B", publishedAt: published(2025) })
    await db.insert(episodeGuests).values({ episodeId: id, guestId: guest.id, position: 0 })
    await createNews({ title: "Xylophone C", publishedAt: published(2025) })
    // In Paris it is the next year already.
    await createPost({ title: "Xylophone D", publishedAt: new Date("2025-12-31T23:30:00Z") })
    await createPage({ title: "Xylophone E" })
  })

  test.each<[string, string[]]>([
    ["", ["Xylophone E", "Xylophone D", "Xylophone C", "Xylophone B", "Xylophone A"]],
    ["&type=episodes", ["Xylophone B", "Xylophone A"]],
    ["&type=actualites", ["Xylophone C"]],
    ["&type=articles", ["Xylophone D"]],
    ["&type=pages", ["Xylophone E"]],
    ["&annee=2025", ["Xylophone C", "Xylophone B"]],
    ["&annee=2026", ["Xylophone D"]],
    ["&annee=1999", []],
    ["&type=episodes&annee=2024", ["Xylophone A"]],
    ["&invite=awa", ["Xylophone A"]],
    ["&invite=personne", []],
    // What no filter has narrows nothing down.
    [
      "&type=livres&annee=deux&invite=%27%20or%201",
      ["Xylophone E", "Xylophone D", "Xylophone C", "Xylophone B", "Xylophone A"],
    ],
    ["&type=constructor", ["Xylophone E", "Xylophone D", "Xylophone C", "Xylophone B", "Xylophone A"]],
  ])("40.2 %s", async (parameters, titles) => {
    expect((await titlesOf("xylophone", parameters)).toSorted()).toEqual(titles.toSorted())
  })

  test("the page offers what there is to choose, and marks what was chosen", async () => {
    const nav = (await visit("/recherche?q=xylophone&type=episodes")).get("nav", {
      "aria-label": "Affiner la recherche",
    })
    expect(nav.all("a").map(({ text }) => text)).toEqual([
      "Tout",
      "Épisodes",
      "Actualités",
      "Articles",
      "Pages",
      "Toutes",
      "2026",
      "2025",
      "2024",
      "Tous",
      "Awa",
    ])
    expect(nav.all("a", { "aria-current": "true" }).map(({ text }) => text)).toEqual([
      "Épisodes",
      "Toutes",
      "Tous",
    ])
    expect(nav.all("a", { href: "/recherche?q=xylophone&type=episodes&invite=awa" })).toHaveLength(1)
  })

  test("year and guest are folded beside what was chosen, unless nothing is left", async () => {
    const folded = async (parameters: string) => {
      const [details] = (await visit(`/recherche?q=xylophone${parameters}`)).all("details")
      return [details?.get("summary").text.replace("\u00a0", " "), "open" in (details?.attributes ?? {})]
    }
    expect(await folded("&annee=2024&invite=awa")).toEqual(["Par année ou par invité : 2024, Awa", false])
    expect(await folded("&annee=1999")).toEqual(["Par année ou par invité : 1999", true])
  })

  test("where nothing is left, the way back is offered", async () => {
    const page = await visit("/recherche?q=xylophone&annee=1999")
    const { get } = page
    expect(noticeOf(page)).toContain("Aucun résultat pour « xylophone » (1999).")
    expect(get("a", { href: "/recherche?q=xylophone", class: "button button-blood" }).text).toBe(
      "Chercher dans tout le site",
    )
  })
})

test("contents with anything in them can be saved, and are found by their words", async () => {
  const hostile = [
    "🔥".repeat(20_000),
    "é".repeat(100_000),
    Array.from({ length: 60_000 }, (_, n) => `mot${n}`).join(" "),
    Array.from({ length: 30_000 }, (_, n) => String.fromCodePoint(0x20000 + n)).join(" "),
    "https://exemple.fr/".repeat(10_000),
    "'\"\\ %_ \u0001 <-> :*A & | ! ( ".repeat(2_000),
    "a".repeat(3_000),
    "-".repeat(50_000),
    // Accents without a letter.
    "\u0301 \u0300\u0327 e\u0301".repeat(1_000),
    "~2026 ~episode",
  ]
  for (const [n, description] of hostile.entries())
    await createEpisode({
      title: `Xylophone ${n}`,
      guest: description.slice(0, 500),
      description,
      credits: description,
    })
  await fillIndex()
  expect((await titlesOf("xylophone")).length).toBe(hostile.length)
})

test("40.1 a round is found by its number, before what has the words in its title", async () => {
  await createEpisode({ title: "La dalle", number: 12, season: 1 })
  await createEpisode({ title: "La rue", number: 12, season: 2 })
  await createEpisode({ title: "Round 12 fois par jour", number: 30 })
  await createEpisode({ title: "Pas encore", number: 12, isPublished: false })
  expect((await titlesOf("round 12")).toSorted()).toEqual(["La dalle", "La rue", "Round 12 fois par jour"])
  expect((await titlesOf("round 12")).at(-1)).toBe("Round 12 fois par jour")
  expect(await titlesOf("saison 2, round 12")).toEqual(["La rue"])
})

test("contents that were there before the index are found once it is filled, in slices", async () => {
  await db.execute(sql`alter table episodes disable trigger episodes_index`)
  try {
    for (let n = 1; n <= 5; n += 1) await createEpisode({ title: `Xylophone ${n}` })
    await createEpisode({ title: "Xylophone caché", isPublished: false })
  } finally {
    await db.execute(sql`alter table episodes enable trigger episodes_index`)
  }
  expect(await titlesOf("xylophone")).toEqual([])
  const stopped = new AbortController()
  stopped.abort()
  expect(await fillIndex({ signal: stopped.signal })).toEqual({ indexed: 0, counted: 0 })
  expect(await fillIndex({ slice: 2 })).toEqual({ indexed: 5, counted: 5 })
  expect(await titlesOf("xylophone")).toHaveLength(5)
  expect(await fillIndex()).toEqual({ indexed: 0, counted: 0 })
})

test.each([
  [500, true],
  [501, false],
])(
  "40.1 new episodes of a feed of %d items are found as soon as they are saved: %s",
  async (many, isAtOnce) => {
    const titleOf = (n: number) => (n === 1 ? "Xylophone" : `Épisode ${n}`)
    const items = Array.from({ length: many }, (_, n) => createFeedItem(n + 1, { title: titleOf(n + 1) }))
    await importItems(items.map(serializeItem))
    expect(await titlesOf("xylophone")).toHaveLength(isAtOnce ? 1 : 0)
    await fillIndex()
    expect(await titlesOf("xylophone")).toHaveLength(1)
  },
)

test("two processes that fill the index at once do not hinder each other", async () => {
  await db.execute(sql`alter table episodes disable trigger episodes_index`)
  for (let n = 1; n <= 12; n += 1) await createEpisode({ title: `Xylophone ${n}` })
  await db.execute(sql`alter table episodes enable trigger episodes_index`)
  await Promise.all([fillIndex({ slice: 3 }), fillIndex({ slice: 2 }), fillIndex({ slice: 5 })])
  await fillIndex()
  expect(await titlesOf("xylophone")).toHaveLength(12)
})

test("chapters of an episode are searched, by their titles", async () => {
  await createEpisode({ title: "Une heure", chapters: [{ start: 754, title: "L’histoire du xylophone" }] })
  expect(await titlesOf("xylophones")).toEqual(["Une heure"])
})
