import { beforeEach, describe, expect, test } from "vitest"
import { useDatabase } from "#test/database.ts"
import { createEpisode, createNews, createPage, createPost } from "#test/factories.ts"
import { type Part, visit } from "#test/html.ts"
import { DEFAULTS, setSettings } from "#test/site-settings.ts"

const { links } = DEFAULTS

useDatabase()

const linksOf = (part: Part) => part.all("a").map(({ text, attributes }) => [text, attributes.href])
const NAVIGATION = [
  ["Accueil", "/"],
  ["Épisodes", "/episodes"],
  ["Actualités", "/news"],
  ["À propos", "/about"],
  ["Contact", "/contact"],
]

describe.each([
  ["/", 200],
  ["/episodes", 200],
  ["/episodes/1", 200],
  ["/news", 200],
  ["/blog", 200],
  ["/blog/article", 200],
  ["/page/equipe", 200],
  ["/about", 200],
  ["/contact", 200],
  ["/rien", 404],
  ["/episodes/99", 404],
])("the frame of %s", (path, status) => {
  beforeEach(async () => {
    await createEpisode()
    await createPost({ slug: "article" })
    await createPage({ slug: "equipe" })
  })

  test("2.1 has the navigation, the mobile menu, the way to the content and the footer", async () => {
    const page = await visit(path)
    expect(page.status).toBe(status)
    expect(linksOf(page.get("nav", { "aria-label": "Navigation principale" }))).toEqual(NAVIGATION)
    expect(linksOf(page.get("nav", { "aria-label": "Menu mobile" }))).toEqual(NAVIGATION)
    expect(page.get("a", { href: "#contenu" }).text).toBe("Aller au contenu")
    expect(page.get("main").attributes.id).toBe("contenu")
    const footer = linksOf(page.get("footer"))
    expect(footer).toEqual(expect.arrayContaining(NAVIGATION.filter(([, to]) => to !== "/news")))
    for (const { label, url } of [...links.platforms, ...links.socials]) {
      expect(footer).toContainEqual([label, url])
    }
    expect(page.get("footer").text).toContain("© 2025 CKO")
  })
})

test("2.1 the footer speaks of other applications only where it names one", async () => {
  const ways = async () =>
    linksOf((await visit("/contact")).get("footer"))
      .filter(([, to]) => to === "/ecouter")
      .map(([label]) => label)
  expect(await ways()).toEqual(["Autres applications"])
  await setSettings("links", { platforms: [] })
  expect(await ways()).toEqual(["Choisir une application"])
})

test("2.2 the footer has three platforms and four networks", () => {
  expect(links.platforms).toHaveLength(3)
  expect(links.socials).toHaveLength(4)
})

test.each([
  ["/", "/"],
  ["/episodes", "/episodes"],
  ["/episodes/1", "/episodes"],
  ["/news?tab=galeries", "/news"],
  ["/about", "/about"],
])("the navigation on %s marks %s as where one is", async (path, current) => {
  await createEpisode()
  const navigation = (await visit(path)).get("nav", { "aria-label": "Navigation principale" })
  expect(navigation.get("a", { "aria-current": "page" }).attributes.href).toBe(current)
})

describe("the footer's legal links", () => {
  const legalLinks = async () => linksOf((await visit("/about")).get("footer")).filter(isLegal)
  const isLegal = ([, href]: (string | undefined)[]) => href?.startsWith("/page/")

  test("2.2, 7.4 the footer's legal links are there whatever pages there are, and lead somewhere", async () => {
    await createPage({ slug: "mentions-legales", title: "À moitié écrite", isPublished: false })
    expect(await legalLinks()).toEqual([
      ["Mentions légales", "/page/mentions-legales"],
      ["Politique de confidentialité", "/page/politique-de-confidentialite"],
    ])
    for (const [title, href = ""] of await legalLinks()) {
      const page = await visit(href)
      expect([page.status, page.get("h1").text]).toEqual([200, title])
    }
  })
})

describe("a page that is renamed in the menu", () => {
  const entry = (label: string, to: string) => ({ label, to, isHidden: false })

  beforeEach(() =>
    setSettings("navigation", {
      header: [
        entry("Émissions", "/episodes"),
        entry("Le journal", "/news"),
        entry("Qui nous sommes", "/about"),
        entry("Écrire", "/contact"),
      ],
      footer: [
        entry("Correspondance", "/lettres"),
        entry("Où écouter", "/ecouter"),
        entry("Recevoir", "/newsletter"),
      ],
      reading: [
        entry("Les nouvelles", "/news"),
        entry("Carnet", "/blog"),
        entry("Qui nous sommes", "/about"),
      ],
    }),
  )

  test.each([
    ["/episodes", "Émissions"],
    ["/news", "Le journal"],
    ["/about", "Qui nous sommes"],
    ["/contact", "Écrire"],
    ["/blog", "Carnet"],
    ["/lettres", "Correspondance"],
    ["/ecouter", "Où écouter"],
    ["/newsletter", "Recevoir"],
  ])("29.2 %s is called %s in its titles and on its way", async (path, name) => {
    const page = await visit(path)
    expect(page.get("h1").text).toBe(name)
    expect(page.get("title").text).toBe(`${name} · CKO`)
    expect(page.html).toContain(`"name":"${name}","item":"https://cko.test${path}"`)
  })

  test("is called so above its part of the home page, in its feed, and in the footer where nobody called it otherwise", async () => {
    await createEpisode()
    await createNews()
    const home = await visit("/")
    expect(home.get("h2", { id: "derniers-episodes" }).text).toBe("Émissions")
    expect(home.get("h2", { id: "dernieres-actualites" }).text).toBe("Le journal")
    expect(home.all("link", { rel: "alternate" }).map(({ attributes }) => attributes.title)).toEqual([
      "CKO",
      "Carnet · CKO",
      "Le journal · CKO",
    ])
    const footer = linksOf(home.get("footer"))
    expect(footer).toEqual(
      expect.arrayContaining([
        ["Les nouvelles", "/news"],
        ["Carnet", "/blog"],
        ["Qui nous sommes", "/about"],
        ["Où écouter", "/ecouter"],
      ]),
    )
  })

  test("keeps a title that somebody wrote for it", async () => {
    await setSettings("texts", { newsTitle: "Ce qui bouge" })
    expect((await visit("/news")).get("h1").text).toBe("Ce qui bouge")
  })
})
