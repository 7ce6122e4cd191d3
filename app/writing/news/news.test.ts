import { beforeEach, describe, expect, test } from "vitest"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createNews } from "#test/factories.ts"
import { type Part, visit } from "#test/html.ts"

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

useDatabase()

const titlesOf = (part: Part) => part.all("h2").map((title) => title.text)

test("5.4, 18.1 GET /news lists published news, newest first, without drafts, future and undated ones", async () => {
  await createNews({ title: "Ancienne", publishedAt: hoursAgo(5) })
  await createNews({ title: "Récente", publishedAt: hoursAgo(1) })
  await createNews({ title: "Brouillon", isPublished: false })
  await createNews({ title: "Demain", publishedAt: hoursAgo(-24) })
  await createNews({ title: "Sans date", publishedAt: null })
  const page = await visit("/news")
  expect(page.status).toBe(200)
  expect(page.get("h1").text).toBe("Actualités Hip-Hop")
  expect(titlesOf(page.get("main"))).toEqual(["Récente", "Ancienne"])
  expect(page.html).not.toMatch(/Brouillon|Demain|Sans date/)
})

test("GET /news has two tabs", async () => {
  const tabs = (await visit("/news")).get("nav", { "aria-label": "Rubriques" }).all("a")
  expect(tabs.map(({ text, attributes }) => [text, attributes.href, attributes["aria-current"]])).toEqual([
    ["Actualités", "/news", "page"],
    ["Galeries", "/news?tab=galeries", undefined],
  ])
})

test("5.4 GET /news shows category, title, excerpt and date of an item", async () => {
  await createNews({
    title: "Micro ouvert",
    content: "La salle a **chanté**.",
    category: "event",
    publishedAt: new Date("2026-01-14T23:00:00Z"),
  })
  const card = (await visit("/news")).get("article")
  expect(card.get("h2").text).toBe("Micro ouvert")
  expect(card.text).toContain("Événement")
  expect(card.text).toContain("La salle a chanté.")
  expect(card.get("time").text).toBe("15 janvier 2026")
  expect(card.all("a")).toEqual([])
  expect(card.all("details")).toEqual([])
})

test("5.4 GET /news cuts a long text, which unfolds in place", async () => {
  await createNews({ content: `${"mot ".repeat(80)}**fin**` })
  const card = (await visit("/news")).get("article")
  expect(card.get("summary").text).toMatch(/^mot .{200,}…/)
  expect(card.get("details").get("strong").text).toBe("fin")
})

test.each([
  ["cko-news", "CKO News"],
  ["interview", "Interview"],
  ["event", "Événement"],
  ["music", "Musique"],
  ["hip-hop-culture", "Culture Hip-Hop"],
  ["Battle <Paris>", "Battle <Paris>"],
  ["constructor", "constructor"],
])("5.2 GET /news calls the category %s: %s", async (category, label) => {
  await createNews({ category })
  const page = await visit("/news")
  expect(page.get("article").text).toContain(label)
  const badges = page.get("nav", { "aria-label": "Catégories" }).all("a")
  expect(badges.map(({ text }) => text)).toEqual(["Tout", label])
})

test("GET /news opens an external address in a new tab, without handing over the page", async () => {
  await createNews({ title: "Micro ouvert", externalUrl: "https://a.example/b" })
  const link = (await visit("/news")).get("article").get("a")
  expect(link.text).toMatch(/^Voir plus/)
  expect(link.attributes).toMatchObject({ href: "https://a.example/b", target: "_blank" })
  expect(link.attributes.rel).toContain("noopener")
})

test("GET /news shows a thumbnail, or says that there is none", async () => {
  await createNews({ title: "Avec", thumbnailUrl: "/starter/a.webp", publishedAt: hoursAgo(1) })
  await createNews({ title: "Sans", publishedAt: hoursAgo(2) })
  const [first, second] = (await visit("/news")).all("article")
  expect(first?.get("img").attributes.src).toBe("/starter/a.webp")
  expect(first?.text).not.toContain("Pas d'image")
  expect(second?.all("img")).toEqual([])
  expect(second?.text).toContain("Pas d'image")
})

test("GET /news shows an image that has no thumbnail of its own", async () => {
  await createNews({ mediaType: "image", mediaUrl: "/starter/grand.webp" })
  const card = (await visit("/news")).get("article")
  expect(card.get("img").attributes.src).toBe("/starter/grand.webp")
  expect(card.text).not.toContain("Pas d'image")
})

test("5.5 GET /news plays a video where its sign is, without scripts by its address", async () => {
  await createNews({ title: "Film", mediaType: "video", mediaUrl: "https://a.example/film.mp4" })
  for (const path of ["/news", "/"]) {
    const play = (await visit(path)).get("a", { "aria-label": "Lire la vidéo\u202f: Film" })
    expect(play.attributes.href).toBe("https://a.example/film.mp4")
  }
})

test.each([
  ["article", false],
  ["image", false],
  ["video", true],
] as const)("GET /news marks a card of type %s as playable: %j", async (mediaType, isMarked) => {
  await createNews({ title: "Sans titre", mediaType })
  expect((await visit("/news")).get("article").text.includes("Vidéo")).toBe(isMarked)
})

test("GET /news says so when there is nothing", async () => {
  const page = await visit("/news")
  expect(page.status).toBe(200)
  expect(page.get("main").text).toContain("Aucune actualité disponible pour le moment.")
  expect(page.all("nav", { "aria-label": "Catégories" })).toEqual([])
})

describe("the category filter", () => {
  beforeEach(async () => {
    await createNews({ title: "Concert", category: "event" })
    await createNews({ title: "Disque", category: "music" })
    await createNews({ title: "Inconnue", category: "graff & co" })
    await createNews({ category: "cachée", isPublished: false })
  })

  test("the category filter offers the categories of published news, and all of them", async () => {
    const badges = (await visit("/news?category=music")).get("nav", { "aria-label": "Catégories" }).all("a")
    const shown = badges.map(({ text, attributes }) => [text, attributes.href, attributes["aria-current"]])
    expect(shown).toHaveLength(4)
    expect(shown[0]).toEqual(["Tout", "/news", undefined])
    expect(shown).toContainEqual(["Événement", "/news?category=event", undefined])
    expect(shown).toContainEqual(["Musique", "/news?category=music", "true"])
    expect(shown).toContainEqual(["graff & co", "/news?category=graff+%26+co", undefined])
  })

  test.each([
    ["event", ["Concert"]],
    ["graff+%26+co", ["Inconnue"]],
    ["Event", []],
    ["rien", []],
    ["%00", ["Inconnue", "Disque", "Concert"]],
    ["", ["Inconnue", "Disque", "Concert"]],
    ["%27%20or%201=1", []],
  ])("5.4 the category filter ?category=%s", async (category, titles) => {
    const page = await visit(`/news?category=${category}`)
    expect(page.status).toBe(200)
    expect(titlesOf(page.get("main"))).toEqual(titles)
  })
})

test("a long list is paged by links that keep tab and category", async () => {
  for (let n = 1; n <= 25; n += 1) {
    await createNews({
      title: `Image ${n}.`,
      mediaType: "image",
      category: "event",
      publishedAt: hoursAgo(n),
    })
  }
  const first = await visit("/news?category=event")
  expect(first.all("article")).toHaveLength(24)
  expect(first.get("a", { href: "/news?category=event&page=2" }).text).toBe("Afficher plus d’actualités")
  const second = await visit("/news?category=event&page=2")
  expect(titlesOf(second.get("main"))).toEqual(["Image 25."])
  const gallery = await visit("/news?tab=galeries")
  expect(gallery.get("a", { href: "/news?tab=galeries&page=2" }).text).toBe("Afficher plus d’images")
})

test("a long list beyond its end leads back to its beginning", async () => {
  const response = await send("/news?tab=galeries&category=event&page=3")
  expect(response.status).toBe(302)
  expect(response.headers.get("location")).toBe("/news?tab=galeries&category=event")
})

test("GET /news?tab=galeries holds images and videos, newest first, and no articles", async () => {
  await createNews({ title: "Texte", mediaType: "article" })
  await createNews({
    title: "Photo",
    mediaType: "image",
    mediaUrl: "https://a.example/grand.jpg",
    thumbnailUrl: "/starter/petit.webp",
    publishedAt: hoursAgo(2),
  })
  await createNews({
    title: "Film",
    mediaType: "video",
    mediaUrl: "https://a.example/film.mp4",
    publishedAt: hoursAgo(1),
  })
  await createNews({ title: "Brouillon", mediaType: "image", isPublished: false })
  const page = await visit("/news?tab=galeries")
  const [film, photo, ...others] = page.get("main").all("ul").at(-1)?.all("a") ?? []
  expect(others).toEqual([])
  expect(film?.text).toMatch(/Vidéo.*Film/)
  expect(film?.attributes.href).toBe("https://a.example/film.mp4")
  expect(film?.all("img")).toEqual([])
  expect(photo?.text).toMatch(/Photo$/)
  expect(photo?.text).not.toContain("Vidéo")
  expect(photo?.attributes.href).toBe("https://a.example/grand.jpg")
  expect(photo?.get("img").attributes.src).toBe("/starter/petit.webp")
  expect(page.html).not.toMatch(/Texte|Brouillon/)
})

test("GET /news?tab=galeries offers only categories that have images or videos", async () => {
  await createNews({ mediaType: "article", category: "interview" })
  await createNews({ mediaType: "image", category: "event" })
  const badges = (await visit("/news?tab=galeries")).get("nav", { "aria-label": "Catégories" })
  expect(badges.all("a").map(({ text, attributes }) => [text, attributes.href])).toEqual([
    ["Tout", "/news?tab=galeries"],
    ["Événement", "/news?tab=galeries&category=event"],
  ])
})

test("GET /news?tab=galeries says so when there is nothing", async () => {
  await createNews({ mediaType: "article" })
  const page = await visit("/news?tab=galeries")
  expect(page.status).toBe(200)
  expect(page.get("main").text).toContain("Aucune image ou vidéo disponible pour le moment.")
})
