import { asc, sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { emptyDatabase, openOwnDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { createFeedItem } from "#test/feed-items.ts"
import type { FeedItem } from "#app/db/schema/feed-item.ts"
import type { ImportRow } from "./feeds.schema.ts"
import { previewImport } from "./import-preview.server.ts"
import { importItems } from "./import.server.ts"
import { serializeItem } from "./serialized-item.ts"

beforeAll(openOwnDatabase)
beforeEach(emptyDatabase)

const pack = (items: FeedItem[]) => items.map((item) => serializeItem(item))
const importFeed = (items: FeedItem[]) => importItems(pack(items))
const listEpisodes = () => db.select().from(episodes).orderBy(asc(episodes.id))

test("4.2 what an episode of the hosts had before it was linked is not emptied by a feed that said the same", async () => {
  const item = createFeedItem(1)
  const { title, audioUrl, durationSeconds, thumbnailUrl, description } = item
  const own = { durationSeconds, thumbnailUrl, description }
  await createEpisode({ title, audioUrl, ...own })
  expect(await importFeed([item])).toMatchObject({ linked: 1 })
  await importFeed([{ ...item, durationSeconds: null, thumbnailUrl: null, description: "" }])
  expect(await listEpisodes()).toMatchObject([own])
})

describe("an item that is on the site already", () => {
  const item = createFeedItem(1, { title: "L’Été  d’Œdipe", publishedAt: "2026-03-01T23:30:00.000Z" })

  test.each([
    ["the address of its audio", { audioUrl: item.audioUrl }],
    [
      "title and day, whatever case, accents and spaces",
      { title: "L'ete\u00a0d’OEDIPE ", publishedAt: new Date("2026-03-02T20:00:00Z") },
    ],
    [
      "the same of a draft",
      { title: "l’été d’œdipe", publishedAt: new Date("2026-03-02"), isPublished: false },
    ],
    ["an item of another feed", { audioUrl: item.audioUrl, guid: "ailleurs" }],
  ])(
    "4.3 an item that is on the site already is known by %s, proposed as it, and linked with it",
    async (_how, values) => {
      const mine = await createEpisode(values)
      const rows: ImportRow[] = []
      expect(await previewImport(pack([item]), { onRows: (more) => rows.push(...more) })).toMatchObject({
        created: 0,
        linked: 1,
      })
      expect(rows).toMatchObject([{ kind: "link", twin: mine.title, guest: item.guest }])
      expect(await importFeed([item])).toMatchObject({ created: 0, linked: 1, updated: 0 })
      const [episode, ...others] = await listEpisodes()
      expect(others).toEqual([])
      expect(episode).toMatchObject({
        title: mine.title,
        guest: mine.guest,
        isPublished: mine.isPublished,
        guid: mine.guid ?? item.guid,
        // What was missing comes from the feed.
        audioUrl: item.audioUrl,
        description: item.description,
      })
      expect(await importFeed([item])).toMatchObject({ created: 0, linked: 0, unchanged: 1 })
      expect(await importFeed([{ ...item, title: "Autre", description: "Autre" }])).toMatchObject({
        updated: 1,
      })
      expect((await listEpisodes())[0]).toMatchObject({ title: mine.title, description: "Autre" })
    },
  )

  test.each([
    ["another day in Paris", { title: item.title, publishedAt: new Date("2026-03-01T22:30:00Z") }],
    ["another title on that day", { title: "L’Été", publishedAt: new Date(item.publishedAt) }],
    ["no audio at all", { audioUrl: null }],
  ])("4.3 an item that is on the site already is not what has %s", async (_what, values) => {
    await createEpisode(values)
    expect(await importFeed([{ ...item, audioUrl: null }])).toMatchObject({ created: 1, linked: 0 })
  })

  test("an item that is on the site already keeps a guest or a number that the host chose, and takes the feed’s number instead of ours", async () => {
    const known = (n: number) => ({ audioUrl: createFeedItem(n).audioUrl })
    await createEpisode({ ...known(1), guest: "", hasNoGuest: true, number: 40 })
    await createEpisode({ ...known(2), number: 2, givenNumber: 2 })
    await importFeed([createFeedItem(1, { number: 7 }), createFeedItem(2, { number: 8 })])
    expect(await listEpisodes()).toMatchObject([
      { guest: "", hasNoGuest: true, number: 40 },
      { number: 8, season: 1 },
    ])
  })
})

test("a feed that moved with new GUIDs and addresses is linked as a whole", async () => {
  const items = (guid: string) =>
    Array.from({ length: 600 }, (_, n) =>
      createFeedItem(n, {
        guid: `${guid}-${n}`,
        audioUrl: `https://${guid}.example/${n}.mp3`,
        number: n + 1,
      }),
    )
  await importFeed(items("ancien"))
  expect(await importFeed(items("nouveau"))).toMatchObject({ created: 0, linked: 600 })
  expect(await importFeed(items("nouveau"))).toMatchObject({ unchanged: 600 })
  expect(await importFeed(items("ancien"))).toMatchObject({ unchanged: 600 })
  expect(await db.$count(episodes, sql`guid like 'ancien-%'`)).toBe(600)
})

test("within one feed the GUIDs decide, at once and one after the other", async () => {
  const bulletin = { title: "Le journal", publishedAt: "2026-03-01T08:00:00.000Z" }
  const [morning, noon] = [createFeedItem(1, bulletin), createFeedItem(2, bulletin)]
  const again = createFeedItem(3, { audioUrl: morning.audioUrl })
  expect(await importFeed([morning, noon, again])).toMatchObject({ created: 3, linked: 0 })
  const evening = createFeedItem(4, { ...bulletin, audioUrl: noon.audioUrl })
  expect(await importFeed([morning, noon, again, evening])).toMatchObject({ created: 1, linked: 0 })
})

test("one episode is not linked with two items", async () => {
  await createEpisode({ title: "Le journal", publishedAt: new Date("2026-03-01T06:00:00Z") })
  const bulletin = { title: "Le journal", publishedAt: "2026-03-01T08:00:00.000Z" }
  expect(await importFeed([createFeedItem(1, bulletin), createFeedItem(2, bulletin)])).toMatchObject({
    created: 1,
    linked: 1,
  })
})

test("addresses and titles of any length are compared", async () => {
  const audioUrl = `https://a.example/${"é".repeat(50_000)}`
  await createEpisode({ audioUrl, title: "日".repeat(3_000) })
  expect(await importFeed([createFeedItem(1, { audioUrl })])).toMatchObject({ linked: 1 })
})
