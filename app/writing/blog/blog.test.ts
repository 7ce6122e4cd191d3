import { expect, test } from "vitest"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createPost } from "#test/factories.ts"
import { visit } from "#test/html.ts"

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

useDatabase()

test("6.3, 18.1 GET /blog lists published articles, newest first", async () => {
  await createPost({ title: "Ancien", publishedAt: hoursAgo(5) })
  await createPost({ title: "Récent", publishedAt: hoursAgo(1) })
  await createPost({ title: "Brouillon", isPublished: false, publishedAt: null })
  await createPost({ title: "Demain", publishedAt: hoursAgo(-24) })
  const page = await visit("/blog")
  expect(page.status).toBe(200)
  expect(page.get("h1").text).toBe("Blog")
  expect(
    page
      .get("main")
      .all("h2")
      .map(({ text }) => text),
  ).toEqual(["Récent", "Ancien"])
  expect(page.html).not.toMatch(/Brouillon|Demain/)
})

test("GET /blog shows cover, title, excerpt and date of an article, and leads to it", async () => {
  await createPost({
    slug: "dans-les-cordes",
    title: "Dans les cordes",
    excerpt: "Dix jours de travail.",
    coverImageUrl: "/starter/a.webp",
    publishedAt: new Date("2026-01-14T23:00:00Z"),
  })
  const card = (await visit("/blog")).get("article")
  expect(card.get("a").attributes.href).toBe("/blog/dans-les-cordes")
  expect(card.get("a").text).toBe("Dans les cordes")
  expect(card.text).toContain("Dix jours de travail.")
  expect(card.get("time").text).toBe("15 janvier 2026")
  expect(card.get("img").attributes.src).toBe("/starter/a.webp")
})

test("GET /blog without articles says so", async () => {
  const page = await visit("/blog")
  expect(page.status).toBe(200)
  expect(page.get("main").text).toBe("Blog Aucun article publié pour le moment.")
})

test("GET /blog is paged", async () => {
  for (let n = 1; n <= 13; n += 1) await createPost({ title: `Article ${n}.`, publishedAt: hoursAgo(n) })
  const first = await visit("/blog")
  expect(first.all("article")).toHaveLength(12)
  expect(first.get("a", { href: "/blog?page=2" }).text).toBe("Afficher plus d’articles")
  const second = await visit("/blog?page=2")
  expect(second.get("article").get("h2").text).toBe("Article 13.")
  expect((await send("/blog?page=3")).headers.get("location")).toBe("/blog")
})

test("6.3 GET /blog/{slug} shows cover, title, excerpt, date and content with its line breaks", async () => {
  await createPost({
    slug: "dans-les-cordes",
    title: "Dans les cordes",
    excerpt: "Dix jours de travail.",
    content: "Première ligne\nDeuxième ligne\n\n## Round 1\n\nUn <b>mot</b>",
    coverImageUrl: "https://images.example/a.jpg",
    publishedAt: new Date("2026-01-14T23:00:00Z"),
  })
  const page = await visit("/blog/dans-les-cordes")
  const article = page.get("article")
  expect(page.status).toBe(200)
  expect(page.get("h1").text).toBe("Dans les cordes")
  expect(article.text).toContain("Dix jours de travail.")
  expect(article.get("time").text).toBe("15 janvier 2026")
  expect(article.get("img").attributes.src).toBe("https://images.example/a.jpg")
  expect(article.all("br")).toHaveLength(1)
  expect(article.get("h2").text).toBe("Round 1")
  expect(article.text).toContain("Un <b>mot</b>")
})

test("GET /blog/{slug} does without cover and excerpt", async () => {
  await createPost({ slug: "nu" })
  const article = (await visit("/blog/nu")).get("article")
  expect(article.all("img")).toEqual([])
  expect(article.text).not.toMatch(/null|undefined/)
})

test.each(["brouillon", "demain", "rien", "Brouillon", "a--b", "%00", "..%2f..", "x'--", "a".repeat(3_000)])(
  "6.3, 2.6 GET /blog/{slug} /blog/%s does not exist or is not published",
  async (slug) => {
    await createPost({ slug: "brouillon", title: "Secret", isPublished: false })
    await createPost({ slug: "demain", title: "Secret", publishedAt: hoursAgo(-24) })
    const page = await visit(`/blog/${slug}`)
    expect(page.status).toBe(404)
    expect(page.get("h1").text).toBe("Article non trouvé")
    expect(page.get("main").text).toContain("Cet article n'existe pas ou n'est pas publié")
    expect(page.get("main").get("a").attributes.href).toBe("/blog")
    const response = await send(`/blog/${slug}.data`)
    expect(response.status).toBe(404)
    expect((await response.text()) + page.html).not.toContain("Secret")
  },
)
