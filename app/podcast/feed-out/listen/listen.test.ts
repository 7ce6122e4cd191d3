import { expect, test } from "vitest"
import { getPage, PUBLIC_URL } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { setSettings } from "#test/site-settings.ts"
import { podcastApps } from "./podcast-apps.ts"

useDatabase()

test("37.4 the page tells all ways to subscribe, and has the feed's address in a field that needs no scripts", async () => {
  await setSettings("links", { platforms: [{ label: "Deezer", url: "https://deezer.exemple.test/" }] })
  const { status, html } = await getPage("/ecouter")
  expect(status).toBe(200)
  expect(html).toContain("https://deezer.exemple.test/")
  expect(html).toContain(`podcast://${PUBLIC_URL.replace(/^https?:\/\//, "")}/feed.xml`)
  expect(html).toMatch(new RegExp(`<input[^>]*readOnly=""[^>]*value="${PUBLIC_URL}/feed.xml"`))
  expect(html).toContain('aria-label="QR code de cette page"')
})

test("once the podcast has moved, nobody is led to the feed of before", async () => {
  await setSettings("feed", { newAddress: "https://ailleurs.exemple.test/flux?a=1&b=2" })
  const { html } = await getPage("/ecouter")
  expect(html).toContain('value="https://ailleurs.exemple.test/flux?a=1&amp;b=2"')
  expect(html).not.toContain(`value="${PUBLIC_URL}/feed.xml"`)
})

test("37.6 all feeds of the site are a list that readers take in", async () => {
  await setSettings("podcast", { name: "L’Été & « co »" })
  const { html: page } = await getPage("/ecouter")
  expect(page).toContain('href="/feeds.opml"')
  const { status, headers, html: opml } = await getPage("/feeds.opml")
  expect([status, headers.get("content-type")]).toEqual([200, "text/x-opml; charset=utf-8"])
  expect([...opml.matchAll(/xmlUrl="([^"]+)"/g)].map(([, address]) => address)).toEqual(
    ["/feed.xml", "/blog.xml", "/news.xml"].map((path) => PUBLIC_URL + path),
  )
  expect(opml).toContain('title="L’Été &amp; « co »"')
  await setSettings("feed", { newAddress: "https://ailleurs.exemple.test/flux?a=1&b=2" })
  expect((await getPage("/feeds.opml")).html).toContain(
    'xmlUrl="https://ailleurs.exemple.test/flux?a=1&amp;b=2"',
  )
})

test("home, footer and episodes lead there, with platforms or without", async () => {
  const { id } = await createEpisode()
  await setSettings("links", { platforms: [] })
  for (const [path, links] of [
    ["/", 3],
    [`/episodes/${id}`, 3],
    ["/about", 1],
  ] as const) {
    const { html } = await getPage(path)
    expect([path, html.match(/<a [^>]*href="\/ecouter"/g)?.length]).toEqual([path, links])
  }
})

test("applications get the address as their own links want it", () => {
  const apps = podcastApps("https://cko.example/feed.xml").flatMap(({ apps: all }) => all)
  expect(Object.fromEntries(apps.map(({ name, href }) => [name, href]))).toEqual({
    "Apple Podcasts": "podcast://cko.example/feed.xml",
    Overcast: "overcast://x-callback-url/add?url=https%3A%2F%2Fcko.example%2Ffeed.xml",
    Castro: "castro://subscribe/cko.example/feed.xml",
    AntennaPod: "https://antennapod.org/deeplink/subscribe?url=https%3A%2F%2Fcko.example%2Ffeed.xml",
    "Podcast Addict": "podcastaddict://cko.example/feed.xml",
    "Pocket Casts": "pktc://subscribe/cko.example/feed.xml",
  })
})
