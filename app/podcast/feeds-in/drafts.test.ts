import { asc } from "drizzle-orm"
import { expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { useDatabase } from "#test/database.ts"
import { rss } from "#test/feed-fixtures.ts"
import { previewThenRun, start, linesOf } from "#test/import-stream-fixtures.ts"
import { collectItems } from "./collect-items.server.ts"
import { importItems } from "./import.server.ts"
import { deserializeItem } from "./serialized-item.ts"

useDatabase()

const listEpisodes = () => db.select().from(episodes).orderBy(asc(episodes.id))

/** An episode of a feed, with a sound and a GUID of its name. */
function episode(name: string, date?: string, { guid = name, sound = `${name}.mp3` } = {}) {
  const written = date === undefined ? "" : `<pubDate>${date}</pubDate>`
  return `<item><title>Nuit ${name}</title><guid>${guid}</guid>${written}<enclosure url="https://son.example/${sound}" type="audio/mpeg"/></item>`
}

const inLanguage = (language: string, ...items: string[]) =>
  rss(`<language>${language}</language>${items.join("")}`)

async function collect(feed: string) {
  const { items } = await collectItems({
    source: (async function* () {
      yield Buffer.from(feed)
    })(),
  })
  return items
}

/** By title, the dates as read; those that are guesses in brackets. */
async function datesIn(feed: string) {
  return (await collect(feed)).map((packed) => {
    const day = deserializeItem(packed).publishedAt.slice(0, 16)
    return packed.unreadDate === undefined ? day : `(${day})`
  })
}

const importFeed = async (feed: string) => importItems(await collect(feed))

test("4.9 an item without a date, or with one that cannot be read, is dated between its neighbours", async () => {
  const feed = rss(
    episode("e", "Thu, 05 Nov 2026 08:00:00 GMT") +
      episode("d") +
      episode("c", "hier soir") +
      episode("b", "Mon, 02 Nov 2026 08:00:00 GMT") +
      episode("a", "31 Feb 2026"),
  )
  expect(await datesIn(feed)).toEqual([
    "2026-11-05T08:00",
    "(2026-11-04T08:00)",
    "(2026-11-03T08:00)",
    "2026-11-02T08:00",
    "(2026-11-02T07:59)",
  ])
})

test("4.9 a date in another vocabulary is a date, where the item has no better one", async () => {
  const dublinCore = "<dc:date>2026-11-03T08:00:00+01:00</dc:date>"
  const atom = "<atom:published>2026-11-01T08:00:00Z</atom:published>"
  const feed = rss(
    episode("c", "hier").replace("</item>", `${dublinCore}</item>`) +
      episode("b", "Mon, 02 Nov 2026 08:00:00 GMT").replace("</item>", `${dublinCore}</item>`) +
      episode("a").replace("</item>", `${atom}</item>`),
  )
  expect(await datesIn(feed)).toEqual(["2026-11-03T07:00", "2026-11-02T08:00", "2026-11-01T08:00"])
})

test("4.9 before the newest and in a feed that begins with the oldest, the order of the feed is kept", async () => {
  const dated = (name: string, day: string) => episode(name, `${day} Nov 2026 08:00:00 GMT`)
  expect(await datesIn(rss(episode("c") + episode("b") + dated("a", "02")))).toEqual([
    "(2026-11-02T08:02)",
    "(2026-11-02T08:01)",
    "2026-11-02T08:00",
  ])
  expect(await datesIn(rss(dated("a", "02") + dated("b", "03") + episode("c")))).toEqual([
    "2026-11-02T08:00",
    "2026-11-03T08:00",
    "(2026-11-03T08:01)",
  ])
})

test("4.9 a feed without any date keeps its order", async () => {
  const dates = await datesIn(rss(episode("b") + episode("a")))
  expect(dates[0]?.localeCompare(dates[1] ?? "")).toBe(1)
})

test.each([
  ["its French", inLanguage("fr", episode("a", "02.11.2026 08:00")), ["2026-11-02T08:00"]],
  [
    "its French, said after the items",
    rss(`${episode("a", "02/11/2026")}<language>fr-FR</language>`),
    ["2026-11-02T00:00"],
  ],
  ["its American English", inLanguage("en-US", episode("a", "02/11/2026")), ["2026-02-11T00:00"]],
  [
    "its other dates, whatever its language",
    inLanguage("fr", episode("b", "02/11/2026"), episode("a", "01/25/2026")),
    ["2026-02-11T00:00", "2026-01-25T00:00"],
  ],
  [
    "other dates of an unknown language",
    rss(episode("b", "02/11/2026") + episode("a", "25/10/2026")),
    ["2026-11-02T00:00", "2026-10-25T00:00"],
  ],
  [
    "its neighbours",
    rss(
      episode("c", "Mon, 09 Nov 2026 08:00:00 GMT") +
        episode("b", "02/11/2026 8h") +
        episode("a", "Mon, 26 Oct 2026 08:00:00 GMT"),
    ),
    ["2026-11-09T08:00", "2026-11-02T08:00", "2026-10-26T08:00"],
  ],
])("4.9 day and month of a date of numbers are told by %s", async (_what, feed, dates) => {
  expect(await datesIn(feed)).toEqual(dates)
})

test.each([
  ["nothing says", rss(episode("a", "02/11/2026"))],
  ["English alone does not say", inLanguage("en", episode("a", "02/11/2026"))],
  [
    "the other dates contradict each other",
    inLanguage("fr", episode("a", "02/11/2026"), episode("b", "25/10/2026"), episode("c", "10/25/2026")),
  ],
])("4.9 a date of numbers in an order that is not sure is a guess: %s", async (_why, feed) => {
  expect((await collect(feed))[0]?.unreadDate).toBe("02/11/2026")
})

test("4.9 what is dated by a guess comes as a draft without a number, and the preview and the report say so", async () => {
  const feed = rss(
    episode("c", "Thu, 05 Nov 2026 08:00:00 GMT") +
      episode("b", "bientôt") +
      episode("a", "Mon, 02 Nov 2026 08:00:00 GMT"),
  )
  const remark = {
    title: "Nuit b",
    reason:
      "Date illisible ou incertaine («\u00a0bientôt\u00a0»)\u00a0: en brouillon, daté d’après ses voisins dans le flux.",
  }
  const lines = await linesOf(start(feed))
  expect(lines.at(-1)).toMatchObject({
    preview: { created: 3, drafts: 1, skipped: [], remarks: [remark], remarkCount: 1 },
  })
  expect(lines.flatMap((line) => ("rows" in line ? line.rows : []))).toContainEqual(
    expect.objectContaining({ title: "Nuit b", isDraft: true, remarks: [remark.reason] }),
  )
  expect((await previewThenRun(feed)).at(-1)).toMatchObject({
    report: { created: 3, drafts: 1, remarks: [remark], remarkCount: 1 },
  })
  expect(await listEpisodes()).toMatchObject([
    { title: "Nuit a", isPublished: true, number: 1 },
    { title: "Nuit b", isPublished: false, number: null, publishedAt: new Date("2026-11-03T20:00Z") },
    { title: "Nuit c", isPublished: true, number: 2 },
  ])
})

test("4.9 a guessed date stays when neighbours come and the text changes, and gives way to the one that the feed says at last", async () => {
  const old = episode("a", "Mon, 02 Nov 2026 08:00:00 GMT")
  const fresh = episode("c", "Thu, 05 Nov 2026 08:00:00 GMT")
  await importFeed(rss(episode("b") + old))
  const [, guessed] = await listEpisodes()
  expect(await importFeed(rss(fresh + episode("b") + old))).toMatchObject({
    created: 1,
    updated: 0,
    unchanged: 2,
  })
  const retitled = episode("b").replace("Nuit b", "Nuit bleue")
  expect(await importFeed(rss(fresh + retitled + old))).toMatchObject({ updated: 1, remarks: [] })
  expect((await listEpisodes())[1]).toMatchObject({ title: "Nuit bleue", publishedAt: guessed?.publishedAt })
  const dated = episode("b", "Wed, 04 Nov 2026 08:00:00 GMT")
  expect(await importFeed(rss(fresh + dated + old))).toMatchObject({ updated: 1 })
  expect((await listEpisodes())[1]).toMatchObject({
    isPublished: false,
    publishedAt: new Date("2026-11-04T08:00Z"),
  })
})

test("4.9 an episode keeps its date and stays public when its feed no longer says one", async () => {
  await importFeed(rss(episode("a", "Mon, 02 Nov 2026 08:00:00 GMT")))
  expect(await importFeed(rss(episode("a")))).toMatchObject({ updated: 0, unchanged: 1, drafts: 0 })
  expect(await listEpisodes()).toMatchObject([
    { isPublished: true, publishedAt: new Date("2026-11-02T08:00Z") },
  ])
})

const DAY = "Mon, 02 Nov 2026 08:00:00 GMT"
const NEXT = "Tue, 03 Nov 2026 08:00:00 GMT"
const first = episode("un", DAY, { guid: "c" })
const second = episode("deux", NEXT, { guid: "c" })

test("4.9 another episode under the same GUID comes as a draft with its own, said so, and only once", async () => {
  const report = await importFeed(rss(first + second))
  expect(report).toMatchObject({
    created: 2,
    drafts: 1,
    remarks: [{ title: "Nuit deux", reason: expect.stringContaining("Même identifiant") }],
  })
  const all = await listEpisodes()
  expect(all).toMatchObject([
    { title: "Nuit un", guid: "c", isPublished: true },
    { title: "Nuit deux", isPublished: false },
  ])
  expect(all[1]?.guid).not.toBe("c")
  expect(await importFeed(rss(first + second))).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  const signed = second.replace("deux.mp3", "deux.mp3?jeton=9").replace("Nuit deux", "Nuit double")
  expect(await importFeed(rss(first + signed))).toMatchObject({ created: 0, updated: 1, unchanged: 1 })
  expect(await listEpisodes()).toMatchObject([{ title: "Nuit un" }, { title: "Nuit double" }])
})

test.each([
  ["alone", second],
  ["before the other", second + first],
])(
  "4.9 an episode that came under a GUID of its own stays what it is when it stands %s",
  async (_where, items) => {
    await importFeed(rss(first + second))
    const before = await listEpisodes()
    expect(await importFeed(rss(items))).toMatchObject({ created: 0, updated: 0 })
    expect(await listEpisodes()).toEqual(before)
  },
)

test("4.9 an episode that the site knows keeps its GUID when a newer one under it comes first", async () => {
  await importFeed(rss(first))
  expect(await importFeed(rss(second + first))).toMatchObject({ created: 1, drafts: 1, updated: 0 })
  expect(await listEpisodes()).toMatchObject([
    { title: "Nuit un", guid: "c", isPublished: true },
    { title: "Nuit deux", isPublished: false },
  ])
})

test.each([
  ["the same sound under another title", episode("un bis", DAY, { guid: "c", sound: "un.mp3" })],
  [
    "the same title and day with the sound elsewhere",
    episode("un", DAY, { guid: "c", sound: "copie/un.mp3" }),
  ],
  ["the same sound by a signed address", episode("un ter", NEXT, { guid: "c", sound: "un.mp3?jeton=1" })],
  ["no sound", first.replace(/<enclosure.*?>/, "").replace("Nuit un", "Un billet")],
])("4.9 an item that is repeated stays one: %s", async (_what, repeated) => {
  expect(await importFeed(rss(first + first + repeated))).toMatchObject({ created: 1, drafts: 0 })
})
