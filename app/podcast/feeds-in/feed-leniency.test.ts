import { describe, expect, test } from "vitest"
import { item, readAll, rss } from "#test/feed-fixtures.ts"

const first = async (feed: string) => (await readAll(feed)).items[0]

test.each([
  ["Rap & slam", "Rap & slam"],
  ["R&B et D&D", "R&B et D&D"],
  ["L&rsquo;&eacute;t&eacute;&nbsp;&amp; nous", "L’été & nous"],
  ["<![CDATA[R&B <3 &eacute;]]>", "R&B <3 é"],
  ["&lt;b&gt;Gras&lt;/b&gt; et\n   fin", "Gras et fin"],
  ["Le &amp;quot;flow&amp;quot;", 'Le "flow"'],
  ["a&#0;b&#1;c\u0000d&#x1F3A4;", "a\ufffdbcd🎤"],
])("feeds not quite well-formed the title %j", async (title, shown) => {
  expect((await first(rss(item("", { title }))))?.title).toBe(shown)
})

test("feeds not quite well-formed text, warnings and blank lines before the declaration", async () => {
  const feed = `\ufeff\n\n<br />\n<b>Warning</b>: something in feed.php\n${rss(item())}`
  expect((await first(feed))?.guid).toBe("nuit-1")
})

test("feeds not quite well-formed fields that were never closed", async () => {
  const feed = rss(
    `<item><title>Sans fin <guid>g1<pubDate>2026-07-03<itunes:season>2<description>Texte</item>${item()}`,
  )
  const { items } = await readAll(feed)
  expect(items).toMatchObject([
    { title: "Sans fin", guid: "g1", season: 2, description: "Texte" },
    { guid: "nuit-1" },
  ])
})

test("feeds not quite well-formed items that were never closed", async () => {
  const feed = rss(item("", { guid: "a" }).replace("</item>", "") + item("", { guid: "b" }))
  expect((await readAll(feed)).items.map(({ guid }) => guid)).toEqual(["a", "b"])
})

test("feeds not quite well-formed HTML left as it is in a description", async () => {
  const description =
    '<description>Un <b>gros</b> son<br>et <a href="https://nuit.example/?a=1&b=2">un lien</a></description>'
  expect((await first(rss(item(description))))?.description).toBe(
    "Un **gros** son\net [un lien](https://nuit.example/?a=1&b=2)",
  )
})

test("feeds not quite well-formed elements of an unknown vocabulary keep their texts to themselves", async () => {
  const more =
    '<x:box xmlns:x="https://x.example/"><title>Faux</title><guid>faux</guid></x:box><image><title>Faux</title></image>'
  expect(await first(rss(item(more)))).toMatchObject({ title: "La nuit des rimes", guid: "nuit-1" })
})

test("feeds not quite well-formed an entity bomb stays as small as it is written", async () => {
  const entities = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join(
    "",
  )
  const feed = rss(item("<description>&e30;</description>")).replace(
    "<rss",
    `<!DOCTYPE rss [${entities}]><rss`,
  )
  expect((await first(feed))?.description).toBe("\\&e30;")
})

describe("a file that stops too early", () => {
  const whole = rss(item("", { guid: "a" }) + item("", { guid: "b", title: "Deuxième" }))

  test("a file that stops too early inside an item: what is complete counts, the rest is reported", async () => {
    const { items, skipped } = await readAll(
      whole.slice(0, whole.indexOf("<pubDate>", whole.indexOf("Deuxième")) + 20),
    )
    expect(items.map(({ guid }) => guid)).toEqual(["a"])
    expect(skipped).toEqual([
      { position: 2, title: "Deuxième", reason: "Le fichier s'arrête au milieu de cet épisode." },
    ])
  })

  test("a file that stops too early between two items: the doubt is reported", async () => {
    const { items, skipped } = await readAll(whole.slice(0, whole.indexOf("</item>") + 7))
    expect(items).toHaveLength(1)
    expect(skipped).toMatchObject([{ position: 2, reason: expect.stringContaining("avant la fin du flux") }])
  })

  test("a file that stops too early only the last closing tag is missing: nothing is lost", async () => {
    expect((await readAll(whole.replace("</rss>", ""))).skipped).toEqual([])
  })
})

test("hostile feeds an item of two million characters is skipped, the next one is taken", async () => {
  const { items, skipped } = await readAll(
    rss(item(`<description>${"x".repeat(2_000_000)}</description>`) + item("", { guid: "b" })),
    { chunkSize: 65_536 },
  )
  expect(items.map(({ guid }) => guid)).toEqual(["b"])
  expect(skipped).toMatchObject([{ position: 1, reason: expect.stringContaining("démesuré") }])
})

test.each([
  ["a million attributes", rss(item().replace("<item", `<item ${"a=1 ".repeat(1_000_000)}`))],
  [
    "100,000 nested tags in a description",
    rss(item(`<description><![CDATA[${"<b>".repeat(100_000)}]]></description>`)),
  ],
  [
    "spaces without end",
    rss(item(`<description><![CDATA[<p>a${" \u00a0".repeat(300_000)}b]]></description>`)),
  ],
  ["breaks without end", rss(item(`<description><![CDATA[${"a<br>".repeat(150_000)}]]></description>`))],
  ["opening signs without end", rss(item("", { title: "&lt;a".repeat(150_000) }))],
])("hostile feeds %s: read in linear time, else the test would time out", async (_name, feed) => {
  expect((await readAll(feed, { chunkSize: 65_536 })).items).toHaveLength(1)
})
