import { expect, test } from "vitest"
import { item, readAll, rss } from "#test/feed-fixtures.ts"

const first = async (more: string, options = {}) => (await readAll(rss(item(more, options)))).items[0]
const reasons = async (items: string) => (await readAll(rss(items))).skipped

test.each([
  ["<item><guid>g</guid><pubDate>2026-07-03</pubDate></item>", "", /titre/],
  ["<item><title> &lt;i&gt;&lt;/i&gt;\u200b</title><guid>g</guid></item>", "", /titre/],
  [
    "<item><title>T</title><link>https://x.fr</link><pubDate>2026-07-03</pubDate></item>",
    "T",
    /Ni identifiant/,
  ],
  [`<item><title>T</title><guid>${"é".repeat(1001)}</guid></item>`, "T", /Identifiant trop long/],
])("items that cannot be taken %s", async (xml, title, reason) => {
  expect(await reasons(item() + xml)).toEqual([{ position: 2, title, reason: expect.stringMatching(reason) }])
})

test("items that cannot be taken of one GUID the first that can be taken wins", async () => {
  const untitled = item().replace(/<title>.*<\/title>/, "")
  const { items, skipped } = await readAll(
    rss(untitled + item("", { title: "Une" }) + item("", { title: "Deux" })),
  )
  expect(items.map(({ title }) => title)).toEqual(["Une"])
  expect(skipped.map(({ position }) => position)).toEqual([1, 3])
  expect(skipped[1]?.reason).toContain("nuit-1")
})

test("the enclosure's address stands in for a missing GUID", async () => {
  const enclosure = '<enclosure url="https://x.fr/1.mp3"/>'
  expect((await first(enclosure, { guid: " " }))?.guid).toBe("https://x.fr/1.mp3")
})

test("4.6 a description too long is cut", async () => {
  const long = `<description>${"Un mot. ".repeat(20_000)}</description>`
  const { items } = await readAll(rss(item(long)))
  expect(items[0]?.description).toHaveLength(100_000)
  expect(items[0]?.description).toMatch(/…$/)
})

test("a title too long is cut and kept whole in the description", async () => {
  const title = "Rimes ".repeat(100).trim()
  const found = await first("<description>Texte</description>", { title })
  expect(found?.title).toHaveLength(500)
  expect(found?.title.endsWith("…")).toBe(true)
  expect(found?.description).toBe(`${title}\n\nTexte`)
})

test.each([
  [
    "<enclosure url='https://x.fr/v.mp4' type='video/mp4'/><enclosure url='https://x.fr/a.mp3' type='audio/mpeg' length='5'/>",
    "https://x.fr/a.mp3",
    "audio/mpeg",
    5,
  ],
  ["<enclosure url='https://x.fr/v.mp4' type='Video/MP4'/>", "https://x.fr/v.mp4", "video/mp4", null],
  ["<enclosure url='https://x.fr/i.jpg' type='image/jpeg'/>", null, null, null],
  ["<enclosure url='javascript:alert(1)' type='audio/mpeg'/>", null, null, null],
  ["<enclosure url='/a.mp3' type='audio/mpeg'/>", null, null, null],
  [
    "<enclosure url=' https://x.fr/été 1.mp3 ' length='0'/>",
    "https://x.fr/%C3%A9t%C3%A9%201.mp3",
    null,
    null,
  ],
  ["<enclosure url='https://x.fr/a.mp3' length='-5'/>", "https://x.fr/a.mp3", null, null],
  ["<enclosure url='https://x.fr/a.mp3' length='9007199254740993'/>", "https://x.fr/a.mp3", null, null],
  [
    "<media:content url='https://x.fr/m.mp3' type='audio/mpeg' fileSize='7'/>",
    "https://x.fr/m.mp3",
    "audio/mpeg",
    7,
  ],
])("4.1 the audio of %s", async (xml, audioUrl, audioType, audioBytes) => {
  expect(await first(xml)).toMatchObject({ audioUrl, audioType, audioBytes })
})

test.each([
  ["1 234 567", 1_234_567],
  ["1\u00a0234\u00a0567", 1_234_567],
  ["1\u202f234\u202f567 ", 1_234_567],
  ["1,234,567", 1_234_567],
  ["1.234.567", 1_234_567],
  ["1’234’567", 1_234_567],
  ["1&amp;nbsp;234&amp;nbsp;567 octets", 1_234_567],
  [" 42 ", 42],
  ["1,5", null],
  ["12 34 567", null],
  ["5 Mo", null],
])("4.10 the size %j is %j bytes", async (length, audioBytes) => {
  expect((await first(`<enclosure url='https://x.fr/a.mp3' length='${length}'/>`))?.audioBytes).toBe(
    audioBytes,
  )
})

const sound = "url='https://x.fr/a.mp3' type='audio/mpeg'"
test.each([
  ["media:content alone", `<media:content ${sound} fileSize='9600000' duration='600'/>`, 600, 9_600_000],
  [
    "media:content in its group, of the same file",
    `<enclosure ${sound} length='0'/><media:group><media:content ${sound} fileSize='9600000' duration='600'/></media:group>`,
    600,
    9_600_000,
  ],
  [
    "another form of the sound: it lasts as long, its size is its own",
    `<enclosure ${sound}/><media:content url='https://x.fr/a.ogg' type='audio/ogg' fileSize='5' duration='10:00'/>`,
    600,
    null,
  ],
  [
    "the item, before media:content",
    `<enclosure ${sound} length='5000000'/><itunes:duration>5:00</itunes:duration><media:content ${sound} fileSize='9600000' duration='600'/>`,
    300,
    5_000_000,
  ],
  [
    "media:content, where the item says nonsense",
    `<enclosure ${sound} length='9600000'/><itunes:duration>9600000</itunes:duration><media:content ${sound} duration='600'/>`,
    600,
    9_600_000,
  ],
  [
    "nobody",
    `<enclosure ${sound}/><media:content medium='image' url='https://x.fr/i.jpg' duration='5'/>`,
    null,
    null,
  ],
])("4.10 duration and size said by %s", async (_who, xml, durationSeconds, audioBytes) => {
  expect(await first(xml)).toMatchObject({ durationSeconds, audioBytes })
})

const inText = "<description>&lt;img src='https://x.fr/t.jpg'&gt;</description>"
test.each([
  [
    `${inText}<itunes:image href='https://x.fr/i.jpg'/><media:thumbnail url='https://x.fr/m.jpg'/>`,
    "https://x.fr/i.jpg",
  ],
  [
    `${inText}<media:group><media:content medium='image' url='https://x.fr/c.jpg'/></media:group>`,
    "https://x.fr/c.jpg",
  ],
  [
    `${inText}<itunes:image href='ftp://x.fr/i.jpg'/><media:thumbnail url='//x.fr/m.jpg'/>`,
    "https://x.fr/m.jpg",
  ],
  [inText, "https://x.fr/t.jpg"],
  ["<media:content type='audio/mpeg' url='https://x.fr/a.mp3'/>", null],
])("the picture of %s", async (xml, thumbnailUrl) => {
  expect((await first(xml))?.thumbnailUrl).toBe(thumbnailUrl)
})

test.each([
  ["2", 2],
  [" 12 ", 12],
  ["0", null],
  ["-1", null],
  ["1.5", null],
  ["S2", null],
  ["2147483648", null],
])("the season %j is %j", async (text, season) => {
  expect((await first(`<itunes:season>${text}</itunes:season>`))?.season).toBe(season)
})

test.each([
  ["<content:encoded>Le contenu</content:encoded><description>Le résumé</description>", "Le contenu"],
  [
    "<content:encoded>&lt;img src='https://x.fr/i.jpg'&gt;</content:encoded><description>Le résumé</description>",
    "Le résumé",
  ],
  [
    "<description>Court</description><itunes:summary>Un résumé autrement plus long</itunes:summary>",
    "Un résumé autrement plus long",
  ],
  ["<itunes:summary>Le résumé</itunes:summary>", "Le résumé"],
  ["", ""],
])("the description in %s", async (xml, description) => {
  expect((await first(xml))?.description).toBe(description)
})

test("a guest in the title, unless persons are named", async () => {
  const title = "Une nuit avec Maëlle"
  expect((await first("", { title }))?.guest).toBe("Maëlle")
  expect((await first('<podcast:person role="guest">Kéo</podcast:person>', { title }))?.guest).toBe("Kéo")
})
