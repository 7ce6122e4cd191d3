import { beforeEach, expect, test, vi } from "vitest"
import { createApp } from "#server/app.ts"
import { PUBLIC_URL, send } from "#test/app.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { createEpisode, createNews, createPage, createPost } from "#test/factories.ts"
import { readHtml, visit } from "#test/html.ts"
import { takeLoggedErrors } from "#test/setup.ts"

useDatabase()
beforeEach(async () => {
  await createEpisode({ title: "Un épisode" })
  await createNews({ title: "Une actualité", mediaType: "image" })
  await createPost({ slug: "article", title: "Un article" })
  await createPage({ slug: "mentions-legales", title: "Une page" })
})

const NO_EPISODES = "Aucun épisode publié pour le moment."
const NO_NEWS = "Aucune actualité disponible pour le moment."

/** What a reader must never see of an error. */
const LEAK = /Failed query|select "|relation "|does not exist|\.server\.ts|\.ts:\d|DrizzleQueryError/

test.each([
  ["/", "episodes", "Une actualité", 1],
  ["/", "news", "Un épisode", 1],
  ["/episodes", "episodes", NO_EPISODES, 1],
  ["/episodes?q=été", "episodes", 'Aucun épisode trouvé pour "été"', 1],
  ["/episodes?page=2", "episodes", NO_EPISODES, 1],
  ["/news", "news", NO_NEWS, 2],
  ["/news?tab=galeries", "news", "Aucune image ou vidéo disponible pour le moment.", 3],
  ["/blog", "blog_posts", "Aucun article publié pour le moment.", 1],
  ["/lettres", "letters", "Aucune lettre pour le moment.", 1],
])(
  "2.7 a list that cannot be loaded %s without %s is empty, with a status that nobody keeps",
  async (path, table, text, failures) => {
    const page = await withoutTable(table, () => visit(path))
    expect(page.status).toBe(503)
    expect(page.headers.get("cache-control")).toBe("no-store")
    expect(page.get("main").text).toContain(text)
    expect(page.get("main").text).not.toContain("erreur")
    expect(page.get("footer").text).toContain("Mentions légales")
    expectLogged(failures)
  },
)

test.each(["/_.data", "/episodes.data", "/news.data", "/blog.data"])(
  "a list that cannot be loaded %s is not kept either by who navigates",
  async (path) => {
    const table = { "/news.data": "news", "/blog.data": "blog_posts" }[path] ?? "episodes"
    const response = await withoutTable(table, () => send(path))
    expect(response.status).toBe(503)
    expect(response.headers.get("cache-control")).toBe("no-store")
    expectLogged(path === "/news.data" ? 2 : 1)
  },
)

test("a list that cannot be loaded leaves the other list of its page as it is", async () => {
  const withoutEpisodes = await withoutTable("episodes", () => visit("/"))
  expect(withoutEpisodes.get("main").text).toContain("Une actualité")
  const withoutNews = await withoutTable("news", () => visit("/"))
  expect(withoutNews.get("main").text).toContain("Un épisode")
  expectLogged(1, 2)
})

test("a list that cannot be loaded is back as soon as it can be loaded", async () => {
  await withoutTable("episodes", () => visit("/"))
  const page = await visit("/")
  expect(page.status).toBe(200)
  expect(page.get("main").text).toContain("Un épisode")
  expectLogged(1)
})

test.each([
  ["/episodes/1", "episodes"],
  ["/blog/article", "blog_posts"],
  ["/page/mentions-legales", "custom_pages"],
  ["/equipe", "custom_pages"],
])("22.1 an unexpected error on %s without %s is an apology that says nothing of it", async (path, table) => {
  const response = await withoutTable(table, () => send(path))
  const html = await response.text()
  const page = readHtml(html)
  expect(response.status).toBe(500)
  expect(response.headers.get("cache-control")).toBe("no-store")
  expect(page.get("html").attributes.lang).toBe("fr")
  expect(page.get("title").raw).toBe("Une erreur est survenue")
  expect(page.get("meta", { name: "robots" }).attributes.content).toBe("noindex")
  expect(page.get("main").text).toContain("Une erreur est survenue de notre côté.")
  expect(page.get("nav", { "aria-label": "Navigation principale" }).all("a")).toHaveLength(5)
  expect(html).not.toMatch(LEAK)
  expectLogged(1)
})

test("an unexpected error stays as silent where a client navigation asks", async () => {
  const response = await withoutTable("episodes", () => send("/episodes/1.data"))
  expect(response.status).toBe(500)
  expect(response.headers.get("cache-control")).toBe("no-store")
  expect(await response.text()).not.toMatch(LEAK)
  expectLogged(1)
})

test("an unexpected error stays as silent in the sitemap, in production", async () => {
  vi.stubEnv("MODE", "production")
  const app = createApp({ publicUrl: PUBLIC_URL })
  vi.unstubAllEnvs()
  const response = await withoutTable("episodes", async () => app.request(`${PUBLIC_URL}/sitemap.xml`))
  expect(response.status).toBe(500)
  expect(response.headers.get("cache-control")).toBe("no-store")
  expect(await response.text()).toBe("Unexpected Server Error")
  expectLogged(1)
})

/** Each failure once, and one line a request that answered with it. */
function expectLogged(failures: number, requests = 1) {
  const errors = takeLoggedErrors()
  expect(errors.filter((error) => error instanceof Error)).toHaveLength(failures * requests)
  expect(errors.filter((error) => !(error instanceof Error))).toHaveLength(requests)
}
