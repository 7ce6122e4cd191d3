import { access, stat } from "node:fs/promises"
import { beforeAll, expect, test } from "vitest"
import { ensureLegalPages } from "#app/writing/pages/legal-pages.server.ts"
import { send } from "#test/app.ts"
import { openTestDatabase } from "#test/database.ts"
import { visit } from "#test/html.ts"
import { db, isUntouched } from "../client.server.ts"
import { blogPosts, episodes, news } from "../schema/content.server.ts"
import { episodeCounts } from "../schema/visitors.server.ts"
import { loadStarterContent } from "./starter.server.ts"

let wasUntouched = false

beforeAll(openTestDatabase)
beforeAll(async () => {
  wasUntouched = await isUntouched()
  // As by several processes that start at once.
  await Promise.all([loadStarterContent(), loadStarterContent(), loadStarterContent()])
  await ensureLegalPages()
})

test("18.7 a database is untouched until something was created in it", async () => {
  expect(wasUntouched).toBe(true)
  expect(await isUntouched()).toBe(false)
})

test("the starter content has ten episodes, of which one is a draft, the others numbered in the order of their dates", async () => {
  const rows = await db.select().from(episodes).orderBy(episodes.publishedAt)
  expect(rows).toHaveLength(10)
  expect(rows.map(({ id }) => id)).toEqual(rows.map((_row, index) => index + 1))
  const published = rows.filter(({ isPublished }) => isPublished)
  expect(published.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(rows.find(({ isPublished }) => !isPublished)?.number).toBeNull()
  expect(rows.every(({ publishedAt }) => publishedAt < new Date())).toBe(true)
})

test("the starter content shows what a card has to stand: no guest, no image, a very long title, few and many views", async () => {
  const rows = await db.select().from(episodes)
  const counts = await db.select().from(episodeCounts)
  expect(rows.filter(({ guest }) => guest === "").map(({ hasNoGuest }) => hasNoGuest)).toEqual([true])
  expect(rows.filter(({ thumbnailUrl }) => thumbnailUrl === null)).toHaveLength(1)
  expect(Math.max(...rows.map(({ title }) => title.length))).toBeGreaterThan(150)
  expect(counts.some(({ views }) => views < 1_000)).toBe(true)
  expect(counts.some(({ views }) => views === 2_700_000)).toBe(true)
})

test("18.7 two episodes of the starter content can be heard, with chapters and what is said, and are in the feed", async () => {
  const feed = await (await send("/feed.xml")).text()
  const items = feed.split("<item>").slice(1)
  expect(items).toHaveLength(2)
  for (const item of items) {
    const [, path = "", length] =
      /<enclosure url="[^"]*(\/starter\/[\w-]+\.mp3)" length="(\d+)" type="audio\/mpeg"/.exec(item) ?? []
    const { size } = await stat(new URL(`../../../public${path}`, import.meta.url))
    expect(Number(length)).toBe(size)
    expect(size).toBeLessThan(100_000)
    expect(item).toContain("<psc:chapters")
    expect(item).toContain('type="text/vtt"')
  }
  const found = await visit("/recherche?q=disque+ray%C3%A9")
  expect(found.all("a").map(({ attributes }) => attributes.href)).toContain("/episodes/9?t=24")
})

test("the starter content has all five categories, the three media types, an item without image and a draft", async () => {
  const rows = await db.select().from(news)
  expect(new Set(rows.map(({ category }) => category)).size).toBe(5)
  expect(new Set(rows.map(({ mediaType }) => mediaType))).toEqual(new Set(["article", "image", "video"]))
  expect(rows.some(({ thumbnailUrl }) => thumbnailUrl === null)).toBe(true)
  expect(rows.filter(({ isPublished }) => !isPublished)).toHaveLength(1)
})

test("the starter content gives drafts of news and articles no date, and published ones one in the past", async () => {
  for (const row of [...(await db.select().from(news)), ...(await db.select().from(blogPosts))]) {
    expect(row.publishedAt === null).toBe(!row.isPublished)
    expect(row.publishedAt?.getTime() ?? 0).toBeLessThan(Date.now())
  }
})

test("the starter content shows on every page, and all its links on this site lead somewhere", async () => {
  const seen = new Set<string>()
  const queue = ["/"]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    seen.add(path)
    const page = await visit(path)
    expect([path, page.status]).toEqual([path, 200])
    const found = page.all("a").map(({ attributes }) => attributes.href ?? "")
    const pages = found.filter((href) => href.startsWith("/") && !href.startsWith("/starter/"))
    queue.push(...new Set(pages.filter((href) => !seen.has(href) && !queue.includes(href))))
  }
  expect(seen).toContain("/episodes/1")
  expect(seen).toContain("/page/politique-de-confidentialite")
  expect(seen.size).toBeGreaterThan(20)
})

test("the starter content refers only to images and films that come with the site", async () => {
  const addresses = new Set<string>()
  for (const path of ["/", "/episodes", "/news", "/news?tab=galeries", "/blog"]) {
    const source = await (await send(path)).text()
    for (const [address] of source.matchAll(/\/starter\/[\w.-]+/g)) addresses.add(address)
  }
  expect(addresses.size).toBeGreaterThan(20)
  for (const address of addresses) await access(new URL(`../../../public${address}`, import.meta.url))
})
