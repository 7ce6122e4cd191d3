import { DomUtils, parseDocument } from "htmlparser2"
import { beforeAll, expect, test } from "vitest"
import { PUBLIC_URL, send } from "#test/app.ts"
import { openTestDatabase } from "#test/database.ts"
import { createEpisode, createPage, createPost } from "#test/factories.ts"

const TOMORROW = new Date(Date.now() + 86_400_000)

beforeAll(openTestDatabase)
beforeAll(async () => {
  await createEpisode({ updatedAt: new Date("2026-01-15T12:00:00Z") })
  await createEpisode({ isPublished: false })
  await createEpisode({ publishedAt: TOMORROW })
  await createPost({ slug: "article" })
  await createPost({ slug: "article-brouillon", isPublished: false })
  await createPost({ slug: "article-demain", publishedAt: TOMORROW })
  await createPage({ slug: "equipe" })
  await createPage({ slug: "page-brouillon", isPublished: false })
})

test("2.8 GET /sitemap.xml lists the fixed pages and what is published, and nothing else", async () => {
  const response = await send("/sitemap.xml")
  expect(response.status).toBe(200)
  expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8")
  const xml = parseDocument(await response.text(), { xmlMode: true })
  const paths = DomUtils.getElementsByTagName("loc", xml)
    .map((element) => DomUtils.textContent(element))
    .map((address) => address.replace(PUBLIC_URL, ""))
  expect(paths).toEqual([
    ...["/", "/episodes", "/news", "/news?tab=galeries", "/blog", "/about", "/contact", "/ecouter"],
    ...["/episodes/1", "/blog/article", "/page/equipe"],
  ])
})

test("GET /sitemap.xml is well-formed, in the protocol's namespace, with dates as it wants them", async () => {
  const source = await (await send("/sitemap.xml")).text()
  expect(source).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset /)
  expect(source).toContain('xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"')
  expect(source).not.toMatch(/&(?!amp;|lt;|gt;|quot;|apos;)/)
  const opened = [...source.matchAll(/<([a-z]+)/g)].map(([, name]) => name).sort()
  const closed = [...source.matchAll(/<\/([a-z]+)>/g)].map(([, name]) => name).sort()
  expect(closed).toEqual(opened)
  expect(source).toContain(`<loc>${PUBLIC_URL}/episodes/1</loc><lastmod>2026-01-15T12:00:00.000Z</lastmod>`)
})

test("GET /sitemap.xml leads only to pages that are there", async () => {
  const source = await (await send("/sitemap.xml")).text()
  for (const [, address] of source.matchAll(/<loc>(.+?)<\/loc>/g)) {
    const path = address?.replace(PUBLIC_URL, "") ?? ""
    expect([path, (await send(path)).status]).toEqual([path, 200])
  }
})

test("2.8 GET /robots.txt keeps robots out of the back office and shows them the sitemap", async () => {
  const response = await send("/robots.txt")
  expect(response.status).toBe(200)
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8")
  expect((await response.text()).split("\n")).toEqual([
    "User-agent: *",
    "Disallow: /admin",
    "",
    `Sitemap: ${PUBLIC_URL}/sitemap.xml`,
    "",
  ])
})
