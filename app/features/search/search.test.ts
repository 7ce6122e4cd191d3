import { eq, sql } from "drizzle-orm"
import { beforeEach, beforeAll, describe, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { episodeGuests } from "#app/db/schema/guests.server.ts"
import { log } from "#app/lib/log.server.ts"
import { getPage, send } from "#test/app.ts"
import { emptyDatabase, openTestDatabase, withoutTable } from "#test/database.ts"
import { createEpisode, createGuest, createNews, createPage, createPost } from "#test/factories.ts"
import { type Part, visit } from "#test/html.ts"
import { fillIndex } from "./fill-index.server.ts"
import { getResults, titlesOf } from "./found-fixtures.ts"

beforeAll(openTestDatabase)
beforeEach(() => emptyDatabase())

const TOMORROW = new Date(Date.now() + 86_400_000)
const noticeOf = ({ get }: Pick<Part, "get">) =>
  get("main")
    .get("div", { role: "status" })
    .text.replace(/[\u00a0\u202f]/g, " ")
const statusOf = async (query: string) => noticeOf(await visit(`/recherche?q=${encodeURIComponent(query)}`))

describe("what is public is found, and nothing else:", () => {
  test("published contents of each kind, at the address where they are read", async () => {
    await createEpisode({ title: "Xylophone un" })
    await createNews({ title: "Xylophone deux" })
    await createNews({ title: "Xylophone trois", mediaType: "image", mediaUrl: "/starter/news-bell.webp" })
    await createPost({ title: "Xylophone quatre", slug: "quatre" })
    await createPage({ title: "Xylophone cinq", slug: "cinq" })
    const { all } = await visit("/recherche?q=xylophone")
    const found = all("h2").flatMap((heading) => heading.all("a").map((link) => link.attributes.href))
    expect(found.filter((address) => address?.startsWith("/")).sort()).toEqual(
      ["/blog/quatre", "/episodes/1", "/news/galeries/2", "/news?page=1#actualite-1", "/page/cinq"].sort(),
    )
    expect((await getPage("/news?page=1")).html).toContain('id="actualite-1"')
  })

  test("no drafts, nothing dated in the future, nothing without a date", async () => {
    await createEpisode({ title: "Xylophone", isPublished: false })
    await createEpisode({ title: "Xylophone", publishedAt: TOMORROW })
    await createNews({ title: "Xylophone", publishedAt: null })
    await createPost({ title: "Xylophone", publishedAt: TOMORROW })
    await createPage({ title: "Xylophone", isPublished: false })
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
  ])("%s", async (parameters, titles) => {
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

  test("where nothing is left, the way back is offered", async () => {
    const page = await visit("/recherche?q=xylophone&annee=1999")
    const { get } = page
    expect(noticeOf(page)).toContain("Aucun résultat pour « xylophone » (1999).")
    expect(get("a", { href: "/recherche?q=xylophone", class: "button button-blood" }).text).toBe(
      "Chercher dans tout le site",
    )
  })
})

test("results come in pages, and a page that is none leads to the first", async () => {
  for (let n = 1; n <= 41; n += 1) await createEpisode({ title: `Xylophone ${n}` })
  expect(await titlesOf("xylophone")).toHaveLength(20)
  expect(await titlesOf("xylophone", "&page=3")).toHaveLength(1)
  const page = await visit("/recherche?q=xylophone&type=episodes&page=2")
  expect(noticeOf(page)).toBe("41 résultats pour « xylophone » (épisodes), page 2 sur 3.")
  expect(page.all("a", { rel: "next" })[0]?.attributes.href).toBe(
    "/recherche?q=xylophone&type=episodes&page=3",
  )
  const beyond = await send("/recherche?q=xylophone&page=4")
  expect([beyond.status, beyond.headers.get("location")]).toEqual([302, "/recherche?q=xylophone"])
})

describe("what was searched for is marked in titles, names and passages", () => {
  test("what was searched for is marked in titles, names and passages, whatever its form", async () => {
    await createEpisode({
      title: "Deux œuvres",
      guest: "Zoé Oeuvre",
      description: `${"et puis encore ".repeat(80)} son Œuvre complète`,
    })
    const { all } = await visit("/recherche?q=oeuvre")
    expect(all("mark").map(({ text }) => text)).toEqual(["Oeuvre", "œuvres", "Œuvre"])
  })

  test("nothing in a content is read as HTML", async () => {
    await createEpisode({
      title: "<b>Xylophone</b> & <script>alert(1)</script>",
      guest: "",
      description: "<img src=x onerror=alert(1)> xylophone",
    })
    const html = await getResults("xylophone")
    expect(html).toContain("&lt;b&gt;<mark")
    expect(html).not.toMatch(/<script>alert|<img src=x/)
  })
})

describe("the page says what it found, or why it found nothing:", () => {
  test.each<[string, string]>([
    ["", "Épisodes, invités, actualités, articles et pages : tout se cherche ici."],
    ["a", "Tapez au moins deux lettres."],
    ["&|!():*", "Tapez un mot : il n’y a ici que des signes."],
    ["-rap", "Dites aussi ce que vous cherchez"],
    ["xylophone", "Aucun résultat pour « xylophone »."],
    ["%_\\", "Tapez un mot"],
  ])("%j", async (query, text) => {
    expect(await statusOf(query)).toContain(text)
  })

  test("a mistyped word is put right where that finds something", async () => {
    await createEpisode({ title: "Le retour de Booba", guest: "Élie" })
    await fillIndex()
    const page = await visit("/recherche?q=Bouba+retour")
    const { get } = page
    expect(noticeOf(page)).toContain("Vouliez-vous dire booba retour")
    expect(get("a", { href: "/recherche?q=booba+retour" }).text).toBe("booba retour")
    // Each word is known, and nothing holds both.
    await createEpisode({ title: "Autre chose" })
    await fillIndex()
    expect(await statusOf("booba chose")).not.toContain("Vouliez-vous")
  })
})

describe("whatever is asked for is answered:", () => {
  beforeAll(() => void vi.spyOn(console, "warn").mockImplementation(() => {}))

  test.each([
    "q=" + "a".repeat(100_000),
    "q=" + "mot+".repeat(1_000),
    "q=" + "%22".repeat(1_001),
    "q=" + encodeURIComponent("rap & ! | ( ) <-> :* 'x' \\ -- ; select"),
    "q=" + encodeURIComponent("rap:*A & !français <2> \\"),
    "q=%00",
    "q=rap%00rap",
    "q=%ff%fe",
    "q=" + encodeURIComponent("\ud83d\ude00".repeat(90)),
    "q=" + encodeURIComponent("e\u0301".repeat(150)),
    "q=" + encodeURIComponent("ﷺ".repeat(200)),
    "q=" + encodeURIComponent("$1 $$ ${x} {{7*7}}"),
    "q=" + encodeURIComponent("(a+)+$ [[:alpha:]] .* ^"),
    "q=rap&q=jul",
    "q[]=rap",
    "q=rap&page=-1&annee=99999999999999&invite=" + "x".repeat(10_000),
    "q=rap&page=99999999999999999999",
    "q=" + encodeURIComponent("日本語 العربية Москва ไทย"),
  ])("%.60s", async (query) => {
    await createEpisode({ title: "Rap français", description: "mot ".repeat(50) })
    const response = await send(`/recherche?${query}`)
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain("Recherche")
    // What was typed comes back, as long as it may be.
    expect(html.length).toBeLessThan(60_000)
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

test("two processes that fill the index at once do not hinder each other", async () => {
  await db.execute(sql`alter table episodes disable trigger episodes_index`)
  for (let n = 1; n <= 12; n += 1) await createEpisode({ title: `Xylophone ${n}` })
  await db.execute(sql`alter table episodes enable trigger episodes_index`)
  await Promise.all([fillIndex({ slice: 3 }), fillIndex({ slice: 2 }), fillIndex({ slice: 5 })])
  await fillIndex()
  expect(await titlesOf("xylophone")).toHaveLength(12)
})

test("robots keep no results, and nobody keeps a page of them", async () => {
  const { all, headers } = await visit("/recherche?q=rap")
  expect(all("meta", { name: "robots" }).map(({ attributes }) => attributes.content)).toEqual(["noindex"])
  expect(headers.get("cache-control")).toContain("no-store")
  expect((await visit("/recherche")).all("meta", { name: "robots" })).toEqual([])
})

test("the search is reached from every page, and told to search engines", async () => {
  const { all, get } = await visit("/")
  expect(
    get("header")
      .all("a", { href: "/recherche" })
      .map(({ attributes }) => attributes["aria-label"]),
  ).toEqual(["Recherche"])
  const told = all("script", { type: "application/ld+json" }).map(({ raw }) => JSON.parse(raw))
  expect(told.find((data) => data["@type"] === "WebSite").potentialAction).toMatchObject({
    "@type": "SearchAction",
    target: { urlTemplate: expect.stringMatching(/\/recherche\?q=\{search_term_string\}$/) },
  })
  expect((await visit("/nulle-part")).get("main").all("a", { href: "/recherche" })).toHaveLength(1)
})

test("when the index does not answer, the page says so, and nobody keeps it", async () => {
  const logged = vi.spyOn(log, "error").mockImplementation(() => {})
  try {
    const { status, html } = await withoutTable("search_documents", () => getPage("/recherche?q=rap"))
    expect(status).toBe(503)
    expect(html).toContain("La recherche ne répond pas.")
  } finally {
    logged.mockRestore()
  }
})

describe("while one types, titles and guests are suggested:", () => {
  const suggestionsFor = async (typed: string) => {
    const response = await send(`/recherche/suggestions?q=${encodeURIComponent(typed)}`)
    expect(response.status).toBe(200)
    const { suggestions }: { suggestions: { title: string; path: string }[] } = await response.json()
    return suggestions.map(({ title, path }) => `${title} ${path}`)
  }

  test("those that begin so, guests first, the newest of them first, at most six", async () => {
    const day = (n: number) => new Date(Date.UTC(2026, 0, n))
    await createEpisode({ title: "La vraie Awa", guest: "Nour", publishedAt: day(9) })
    await createEpisode({ title: "Un", guest: "Awa Ba", publishedAt: day(1) })
    await createEpisode({ title: "Deux", guest: "Awa Ba", publishedAt: day(2) })
    await createPost({ slug: "awale", title: "Jouer à l’awalé", content: "Awa", publishedAt: day(3) })
    await createPost({ slug: "rien", title: "Rien", content: "Awa Ba", publishedAt: day(3) })
    expect(await suggestionsFor("aw")).toEqual([
      "Deux /episodes/3",
      "Un /episodes/2",
      "La vraie Awa /episodes/1",
      "Jouer à l’awalé /blog/awale",
    ])
    for (let n = 1; n <= 9; n += 1) await createEpisode({ title: `Awassa ${n}` })
    expect(await suggestionsFor("awass")).toHaveLength(6)
  })

  test("of what is public only, and nothing for what is no word", async () => {
    await createEpisode({ title: "Xylophone", publishedAt: TOMORROW })
    await createEpisode({ title: "Xylophone", isPublished: false })
    for (const typed of ["xylo", "x", "", "-xylo", "&|!", "\u0000", "%", "a".repeat(10_000)])
      expect(await suggestionsFor(typed)).toEqual([])
  })
})

test("chapters of an episode are searched, by their titles", async () => {
  await createEpisode({ title: "Une heure", chapters: [{ start: 754, title: "L’histoire du xylophone" }] })
  expect(await titlesOf("xylophones")).toEqual(["Une heure"])
})
