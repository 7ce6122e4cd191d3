import { beforeAll, describe, expect, test, vi } from "vitest"
import { log } from "#app/kit/lib/log.server.ts"
import { getPage, send } from "#test/app.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { createEpisode, createPost } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { fillIndex } from "./fill-index.server.ts"
import { getResults, noticeOf, statusOf, titlesOf } from "#test/found-fixtures.ts"

useDatabase()

const TOMORROW = new Date(Date.now() + 86_400_000)

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

  test.each([
    ["panne de courant", ["panne de courant"]],
    ["la panne", ["panne"]],
    ["courant de panne", ["panne de courant"]],
    ["maisons de quartier", ["maisons de quartier"]],
    ["de la", ["de la", "de", "de"]],
  ])(
    "40.2 words that every text is full of are marked with others beside them, or alone where « %s » has no others",
    async (typed, marked) => {
      await createEpisode({
        title: "Une nuit de la rue",
        guest: "",
        description: "Une panne de courant, les maisons de quartier.",
      })
      const { all } = await visit(`/recherche?${new URLSearchParams({ q: typed })}`)
      expect(all("mark").map(({ text }) => text)).toEqual(marked)
    },
  )

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
  ])("40.2 %j", async (query, text) => {
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
