import { expect, test } from "vitest"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createPage } from "#test/factories.ts"
import { visit } from "#test/html.ts"

useDatabase()

test("7.2 GET /page/{slug} shows title and content", async () => {
  await createPage({
    slug: "equipe",
    title: "L’équipe",
    content: "Awa\nYanis\n\n<script>alert(1)</script>",
  })
  const page = await visit("/page/equipe")
  expect(page.status).toBe(200)
  expect(page.get("h1").text).toBe("L’équipe")
  expect(page.get("article").all("br")).toHaveLength(1)
  expect(page.get("article").text).toContain("<script>alert(1)</script>")
  expect(page.get("article").all("script")).toEqual([])
})

test.each([
  ["Pour les moteurs.", "Pour les moteurs."],
  ["", "Le contenu."],
])(
  "GET /page/{slug} describes itself by meta description %j or else its content: %j",
  async (metaDescription, description) => {
    await createPage({ slug: "equipe", content: "Le **contenu**.", metaDescription })
    const page = await visit("/page/equipe")
    expect(page.get("meta", { name: "description" }).attributes.content).toBe(description)
  },
)

test.each(["brouillon", "rien", "Equipe", "%00", "a%2fb", "%E0%A4%A"])(
  "7.2, 2.6 GET /page/{slug} /page/%s does not exist or is not published",
  async (slug) => {
    await createPage({ slug: "brouillon", title: "Secret", isPublished: false })
    const page = await visit(`/page/${slug}`)
    expect(page.status).toBe(404)
    expect(page.get("h1").text).toBe("Page non trouvée")
    expect(page.get("main").text).toContain("Cette page n'existe pas ou n'est pas publiée")
    expect(page.get("main").get("a").attributes.href).toBe("/")
    expect(page.html).not.toContain("Secret")
  },
)

test.each(["/equipe", "/equipe/"])(
  "7.2 GET %s leads to the published page of that slug, for good",
  async (path) => {
    await createPage({ slug: "equipe" })
    const response = await send(path)
    expect(response.status).toBe(301)
    expect(response.headers.get("location")).toBe("/page/equipe")
  },
)

test.each(["brouillon", "rien", "equipe/plus", "wp-login.php", "%00", "%", "//evil.example", ".env", "été"])(
  "2.6 GET /{slug} /%s is the 404 page, in English",
  async (path) => {
    await createPage({ slug: "brouillon", title: "Secret", isPublished: false })
    await createPage({ slug: "equipe" })
    const page = await visit(`/${path}`)
    expect(page.status).toBe(404)
    const text = page.get("main").get("div", { lang: "en" })
    expect(text.get("h1").text).toBe("404")
    expect(text.text).toContain("Page not found")
    expect(text.all("a").map((link) => [link.attributes.href, link.text])).toEqual([
      ["/", "Return to Home"],
      ["/recherche", "Search the site"],
    ])
    expect(page.html).not.toContain("Secret")
  },
)

test("GET /{slug} never shadows a route of the site", async () => {
  await createPage({ slug: "about", title: "Une autre" })
  const page = await visit("/about")
  expect(page.status).toBe(200)
  expect(page.get("h1").text).toBe("À propos")
})
