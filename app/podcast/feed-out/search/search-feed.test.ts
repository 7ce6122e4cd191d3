import { XMLParser } from "fast-xml-parser"
import { expect, test } from "vitest"
import { findPageAddress } from "#server/page-address.ts"
import { PUBLIC_URL, send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"

useDatabase()

const parser = new XMLParser({
  ignoreAttributes: false,
  trimValues: false,
  isArray: (name) => name === "item",
})

async function read(search: string) {
  const response = await send(`/episodes.xml?q=${encodeURIComponent(search)}`)
  expect(response.status).toBe(200)
  expect(response.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8")
  const { channel } = parser.parse(await response.text()).rss
  return { channel, items: (channel.item ?? []) as { title: string; enclosure?: object }[] }
}

const AUDIO = "https://sons.exemple.test/1.mp3"
const day = (number: number) => new Date(Date.UTC(2024, 0, number))

test("37.8 a search is a feed of what it finds on the page, newest first", async () => {
  await createEpisode({ title: "L’Été à 100 %", audioUrl: AUDIO, publishedAt: day(1) })
  await createEpisode({ title: "Sans son", guest: "Ete", publishedAt: day(2) })
  await createEpisode({ title: "Été brouillon", audioUrl: AUDIO, isPublished: false })
  await createEpisode({
    title: "Été à venir",
    audioUrl: AUDIO,
    publishedAt: new Date(Date.now() + 3_600_000),
  })
  await createEpisode({ title: "Autre", guest: "Awa", description: "L’été", audioUrl: AUDIO })
  const { channel, items } = await read("  ÉTÉ ")
  expect(items.map(({ title, enclosure }) => [title, Boolean(enclosure)])).toEqual([
    ["Sans son", false],
    ["L’Été à 100 %", true],
  ])
  expect(channel).toMatchObject({
    title: "«\u00a0ÉTÉ\u00a0» · CKO",
    link: `${PUBLIC_URL}/episodes?q=%C3%89T%C3%89`,
    "atom:link": { "@_href": `${PUBLIC_URL}/episodes.xml?q=%C3%89T%C3%89`, "@_rel": "self" },
    "itunes:block": "Yes",
  })
})

test("signs are ordinary ones, and what is typed is well-formed", async () => {
  await createEpisode({ title: "100 % <vrai>", audioUrl: AUDIO })
  expect((await read("% <v")).items).toHaveLength(1)
  expect((await read("_")).items).toEqual([])
  expect((await read("]]>&\"'<\u0000")).items).toEqual([])
})

test("it holds the newest fifty", async () => {
  for (let count = 0; count < 51; count += 1)
    await createEpisode({ title: `Été ${count}`, audioUrl: AUDIO, publishedAt: day(count) })
  const { items } = await read("été")
  expect([items.length, items[0]?.title]).toEqual([50, "Été 50"])
})

test("the page of a search names its feed, and no other one does", async () => {
  const page = async (address: string) => (await send(address)).text()
  expect(await page("/episodes?q=d%27%C3%A9t%C3%A9")).toContain('href="/episodes.xml?q=d%27%C3%A9t%C3%A9"')
  expect(await page("/episodes")).not.toContain("/episodes.xml")
})

test("without a search it is the podcast's own feed", async () => {
  for (const address of ["/episodes.xml", "/episodes.xml?q=%20"]) {
    const response = await send(address)
    expect([response.status, response.headers.get("location")]).toEqual([301, "/feed.xml"])
  }
})

test("it is kept like a page, by its search alone", () => {
  expect(findPageAddress("/episodes.xml?a=b&q=awa")?.key).toBe("/episodes.xml?q=awa")
})
