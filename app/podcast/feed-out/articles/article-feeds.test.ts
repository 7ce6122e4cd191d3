import { XMLParser } from "fast-xml-parser"
import { expect, test } from "vitest"
import { PUBLIC_URL, send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createNews, createPost } from "#test/factories.ts"

useDatabase()

const parser = new XMLParser({
  ignoreAttributes: false,
  trimValues: false,
  isArray: (name) => name === "item",
})

async function read(path: string) {
  const response = await send(path)
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "application/rss+xml; charset=utf-8",
  ])
  const { channel } = parser.parse(await response.text()).rss
  return { channel, items: channel.item ?? [] }
}

test("37.6 /blog.xml holds the public articles, newest first, whole", async () => {
  const at = new Date("2024-02-29T18:05:06Z")
  const { id } = await createPost({
    slug: "un",
    title: "Un & <deux>",
    excerpt: "R&B <i>",
    content: "## Titre\n\n![a](/media/b/c.png)",
    publishedAt: at,
  })
  await createPost({ title: "Brouillon", isPublished: false })
  await createPost({ title: "À venir", publishedAt: new Date(Date.now() + 3_600_000) })
  const { channel, items } = await read("/blog.xml")
  expect(channel.title).toBe("Blog · CKO")
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({
    title: "Un & <deux>",
    pubDate: "Thu, 29 Feb 2024 18:05:06 GMT",
    guid: { "#text": `blog/${id}`, "@_isPermaLink": "false" },
    description: "R&amp;B &lt;i&gt;",
  })
  expect(items[0]["content:encoded"]).toContain(`src="${PUBLIC_URL}/media/b/c.png"`)
})

test("/news.xml holds the public news, which lead to what they are about", async () => {
  await createNews({ title: "Ici", content: "Un **mot**", publishedAt: new Date("2024-01-02T00:00:00Z") })
  await createNews({
    title: "Ailleurs",
    externalUrl: "https://ailleurs.exemple.test/",
    publishedAt: new Date("2024-01-01T00:00:00Z"),
  })
  await createNews({ title: "Brouillon", isPublished: false })
  const { items } = await read("/news.xml")
  const links = items.map(({ title, link }: { title: string; link: string }) => [title, link])
  expect(links).toEqual([
    ["Ici", `${PUBLIC_URL}/news`],
    ["Ailleurs", "https://ailleurs.exemple.test/"],
  ])
  expect(items[0].description).toBe("<p>Un <strong>mot</strong></p>")
})

test("each page names them beside the podcast's own feed", async () => {
  const html = await (await send("/about")).text()
  for (const path of ["/feed.xml", "/blog.xml", "/news.xml"])
    expect(html).toMatch(
      new RegExp(`<link rel="alternate" type="application/rss\\+xml" title="[^"]+" href="${path}"/>`),
    )
})
