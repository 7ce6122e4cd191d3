import { beforeAll, describe, expect, test } from "vitest"
import { PUBLIC_URL } from "#test/app.ts"
import { openTestDatabase } from "#test/database.ts"
import { createEpisode, createLetter, createNews, createPage, createPost } from "#test/factories.ts"
import { type Part, visit } from "#test/html.ts"

beforeAll(openTestDatabase)
beforeAll(async () => {
  for (let n = 1; n <= 25; n += 1) await createEpisode({ title: "Le poids des mots", guest: "Kéza" })
  await createNews()
  await createPost({ slug: "article", title: "Dans les cordes", coverImageUrl: "/starter/a.webp" })
  await createLetter({ title: "Le mot du coin" })
  await createPage({ slug: "equipe", title: "L’équipe", content: "Awa et Yanis." })
})

const content = (page: Part, key: "name" | "property", value: string) =>
  page.get("meta", { [key]: value }).attributes.content

function structuredData(page: Part): Record<string, unknown>[] {
  return page.all("script", { type: "application/ld+json" }).map((script) => JSON.parse(script.raw))
}

describe.each([
  ["/", "/", "CKO : Le podcast hip-hop qui ne jette pas l’éponge", ["PodcastSeries", "WebSite"]],
  ["/?utm_source=x", "/", "CKO : Le podcast hip-hop qui ne jette pas l’éponge", ["PodcastSeries", "WebSite"]],
  ["/episodes", "/episodes", "Tous les épisodes · CKO", ["BreadcrumbList"]],
  ["/episodes?page=2", "/episodes?page=2", "Tous les épisodes, page 2 · CKO", ["BreadcrumbList"]],
  ["/episodes/1", "/episodes/1", "Le poids des mots avec Kéza · CKO", ["BreadcrumbList", "PodcastEpisode"]],
  ["/news", "/news", "Actualités Hip-Hop · CKO", ["BreadcrumbList"]],
  ["/news?tab=galeries", "/news?tab=galeries", "Galeries · CKO", ["BreadcrumbList"]],
  ["/blog", "/blog", "Blog · CKO", ["BreadcrumbList"]],
  ["/blog/article", "/blog/article", "Dans les cordes · CKO", ["BreadcrumbList", "Article"]],
  ["/lettres", "/lettres", "Lettres · CKO", ["BreadcrumbList"]],
  ["/lettres/1", "/lettres/1", "Le mot du coin · CKO", ["BreadcrumbList", "Article"]],
  ["/page/equipe", "/page/equipe", "L’équipe · CKO", ["BreadcrumbList"]],
  ["/about", "/about", "À propos · CKO", ["BreadcrumbList"]],
  ["/contact", "/contact", "Contact · CKO", ["BreadcrumbList"]],
])("the head of %s", (path, canonical, title, types) => {
  test("2.8 says in French what the page is, once", async () => {
    const page = await visit(path)
    expect(page.status).toBe(200)
    expect(page.get("html").attributes.lang).toBe("fr")
    expect(page.get("title").raw).toBe(title)
    expect(page.get("link", { rel: "canonical" }).attributes.href).toBe(PUBLIC_URL + canonical)
    expect(content(page, "name", "description")).not.toBe("")
    expect(content(page, "name", "viewport")).toBe("width=device-width, initial-scale=1")
    expect(page.all("meta", { name: "robots" })).toEqual([])
    expect(page.all("h1")).toHaveLength(1)
  })

  test("has cards for social networks", async () => {
    const page = await visit(path)
    const description = content(page, "name", "description")
    expect(content(page, "property", "og:site_name")).toBe("CKO")
    expect(content(page, "property", "og:locale")).toBe("fr_FR")
    expect(content(page, "property", "og:type")).toMatch(/^(website|article)$/)
    expect(title).toContain(content(page, "property", "og:title"))
    expect(content(page, "property", "og:description")).toBe(description)
    expect(content(page, "property", "og:url")).toBe(PUBLIC_URL + canonical)
    expect(content(page, "property", "og:image")).toMatch(/^https:\/\/cko\.test\/.+/)
    expect(content(page, "name", "twitter:card")).toBe("summary_large_image")
    expect(content(page, "name", "twitter:title")).toBe(content(page, "property", "og:title"))
    expect(content(page, "name", "twitter:description")).toBe(description)
    expect(content(page, "name", "twitter:image")).toBe(content(page, "property", "og:image"))
  })

  test(`has structured data: ${types}`, async () => {
    const items = structuredData(await visit(path))
    expect(items.map((item) => item["@type"])).toEqual(types)
    for (const item of items) expect(item["@context"]).toBe("https://schema.org")
  })
})

test("structured data of an episode names it, its guest, its length and its series", async () => {
  const { id } = await createEpisode({
    title: "Le poids des mots",
    guest: "Kéza",
    description: "Une **heure**.",
    durationSeconds: 3_840,
    number: 7,
    audioUrl: "https://audio.example/a.mp3",
    thumbnailUrl: "https://images.example/a.jpg",
    publishedAt: new Date("2026-01-15T12:00:00Z"),
  })
  const [breadcrumb, episode] = structuredData(await visit(`/episodes/${id}`))
  expect(episode).toMatchObject({
    url: `${PUBLIC_URL}/episodes/${id}`,
    image: "https://images.example/a.jpg",
    name: "Le poids des mots",
    description: "Une heure.",
    datePublished: "2026-01-15T12:00:00.000Z",
    timeRequired: "PT3840S",
    episodeNumber: 7,
    actor: { "@type": "Person", name: "Kéza" },
    associatedMedia: { contentUrl: "https://audio.example/a.mp3" },
    partOfSeries: { "@type": "PodcastSeries", name: "CKO" },
  })
  expect(breadcrumb?.itemListElement).toEqual([
    { "@type": "ListItem", position: 1, name: "Accueil", item: `${PUBLIC_URL}/` },
    { "@type": "ListItem", position: 2, name: "Épisodes", item: `${PUBLIC_URL}/episodes` },
    { "@type": "ListItem", position: 3, name: "Le poids des mots", item: `${PUBLIC_URL}/episodes/${id}` },
  ])
})

test("structured data of an article has headline, image and dates", async () => {
  const [, article] = structuredData(await visit("/blog/article"))
  expect(article).toMatchObject({ headline: "Dans les cordes", image: `${PUBLIC_URL}/starter/a.webp` })
  expect(Date.parse(String(article?.datePublished))).not.toBeNaN()
  expect(Date.parse(String(article?.dateModified))).not.toBeNaN()
})

test.each([
  ["/episodes?q=poids", 200],
  ["/news?category=event", 200],
  ["/rien", 404],
  ["/episodes/999", 404],
  ["/blog/rien", 404],
  ["/page/rien", 404],
])("2.8 what is not for search engines %s says so", async (path, status) => {
  const page = await visit(path)
  expect(page.status).toBe(status)
  expect(content(page, "name", "robots")).toBe("noindex")
  expect(page.all("title")).toHaveLength(1)
  expect(page.all("link", { rel: "canonical" })).toHaveLength(status === 200 ? 1 : 0)
})
