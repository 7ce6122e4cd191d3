import { asc, eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { emptyDatabase, useDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { createFeedItem } from "#test/feed-items.ts"
import { setEpisodePublished } from "../episodes/manage-episodes.server.ts"
import type { FeedItem } from "#app/db/schema/feed-item.ts"
import { importItems } from "./import.server.ts"
import { serializeItem } from "./serialized-item.ts"

useDatabase()

const importFeed = (items: FeedItem[]) => importItems(items.map((item) => serializeItem(item)))
const unnumbered = (n: number, values: Partial<FeedItem> = {}) =>
  createFeedItem(n, { number: null, season: null, ...values })
const { title, season, number } = episodes
const rounds = async () => {
  const rows = await db.select({ title, season, number }).from(episodes).orderBy(asc(episodes.publishedAt))
  return rows.map((row) => `${row.title}: ${row.season ?? "-"}/${row.number ?? "-"}`)
}

test("3.3 a feed without numbers gets them in the order of publication, over batches and season by season", async () => {
  const items = Array.from({ length: 600 }, (_, n) => unnumbered(600 - n, { season: n % 2 === 0 ? null : 2 }))
  await importFeed(items)
  const rows = await db.select({ season, number }).from(episodes).orderBy(asc(episodes.publishedAt))
  for (const of of [null, 2])
    expect(rows.filter((row) => row.season === of).map((row) => row.number)).toEqual(
      Array.from({ length: 300 }, (_, index) => index + 1),
    )
})

test("a feed without numbers goes on after what is there, and later after itself", async () => {
  await createEpisode({ title: "À la main", number: 4, publishedAt: new Date("2019-01-01") })
  await importFeed([unnumbered(2), unnumbered(1)])
  await importFeed([unnumbered(3), unnumbered(2), unnumbered(1)])
  expect(await rounds()).toEqual(["À la main: -/4", "Épisode 1: -/5", "Épisode 2: -/6", "Épisode 3: -/7"])
})

const own = (values: Partial<Parameters<typeof createEpisode>[0]> = {}) =>
  createEpisode({
    title: "À nous",
    number: 1,
    givenNumber: 1,
    publishedAt: new Date("2020-01-04"),
    ...values,
  })

test("3.3 what is older than the first own episodes goes before them, as long as nobody was told their numbers", async () => {
  await own()
  await own({ title: "Encore", number: 2, givenNumber: 2, publishedAt: new Date("2020-01-05") })
  await own({ title: "Saison 2", season: 2, publishedAt: new Date("2020-01-04T06:00Z") })
  await importFeed([1, 2, 6].map((n) => unnumbered(n)))
  expect(await rounds()).toEqual([
    "Épisode 1: -/1",
    "Épisode 2: -/2",
    "À nous: -/3",
    "Saison 2: 2/1",
    "Encore: -/4",
    "Épisode 6: -/5",
  ])
  await createEpisode({ title: "Ensuite", isPublished: false, publishedAt: new Date("2021-01-01") })
  await setEpisodePublished(7, true)
  expect((await rounds()).at(-1)).toBe("Ensuite: -/6")
})

test("3.3 numbers that the feed announced, or hosts wrote, stay, and what is older has none, said so", async () => {
  const audioUrl = "https://audio.example/a.mp3"
  for (const values of [{ audioUrl }, { givenNumber: null }]) {
    await emptyDatabase()
    await own(values)
    const { remarks } = await importFeed([1, 2, 6].map((n) => unnumbered(n)))
    expect(remarks.map(({ title: what }) => what)).toEqual(["2 épisodes plus anciens que les vôtres"])
    expect(await rounds()).toEqual(["Épisode 1: -/-", "Épisode 2: -/-", "À nous: -/1", "Épisode 6: -/2"])
  }
})

test("3.3 a first own episode that hosts numbered after the older ones keeps its number, and they have theirs", async () => {
  await own({ number: 3, givenNumber: null, audioUrl: "https://audio.example/a.mp3" })
  expect(await importFeed([1, 2, 6].map((n) => unnumbered(n)))).toMatchObject({ remarks: [] })
  expect(await rounds()).toEqual(["Épisode 1: -/1", "Épisode 2: -/2", "À nous: -/3", "Épisode 6: -/4"])
})

test("a feed without numbers is read again without a change, and keeps a number that is edited here", async () => {
  await importFeed([unnumbered(1), unnumbered(2)])
  await db.update(episodes).set({ number: 40 }).where(eq(episodes.id, 1))
  expect(await importFeed([unnumbered(1), unnumbered(2)])).toMatchObject({ unchanged: 2 })
  expect(await importFeed([unnumbered(1, { title: "A" }), unnumbered(2, { title: "B" })])).toMatchObject({
    updated: 2,
  })
  expect(await rounds()).toEqual(["A: -/40", "B: -/2"])
})

test("a feed without numbers that says numbers later is right about ours, but not about the hosts’", async () => {
  await importFeed([unnumbered(1), unnumbered(2), unnumbered(3)])
  await db.update(episodes).set({ number: 40 }).where(eq(episodes.id, 1))
  await db.update(episodes).set({ number: null }).where(eq(episodes.id, 3))
  const items = [1, 2, 3].map((n) => unnumbered(n, { number: n + 6 }))
  expect(await importFeed(items)).toMatchObject({ updated: 1, unchanged: 2 })
  expect(await rounds()).toEqual(["Épisode 1: -/40", "Épisode 2: -/8", "Épisode 3: -/-"])
})

test("a feed without numbers and then says none any more takes no round back", async () => {
  await importFeed([unnumbered(1, { number: 12 })])
  expect(await importFeed([unnumbered(1)])).toMatchObject({ unchanged: 1 })
  expect(await rounds()).toEqual(["Épisode 1: -/12"])
})

test("3.3 numbers of the feed come first: the others go on after them, trailers and bonuses have none", async () => {
  await importFeed([
    unnumbered(1, { isExtra: true }),
    unnumbered(2),
    unnumbered(3, { number: 1 }),
    unnumbered(4, { number: 9, isExtra: true }),
  ])
  expect(await rounds()).toEqual(["Épisode 1: -/-", "Épisode 2: -/10", "Épisode 3: -/1", "Épisode 4: -/9"])
})

test("numbers as large as they may be stop no import", async () => {
  await importFeed([
    unnumbered(1),
    unnumbered(2),
    unnumbered(3, { number: 2_147_483_646 }),
    unnumbered(4, { number: 2_147_483_647 }),
  ])
  expect(await db.$count(episodes)).toBe(4)
})

test("an import and hosts who publish meanwhile give no number twice", async () => {
  for (let n = 1; n <= 4; n += 1) await createEpisode({ isPublished: false })
  await Promise.all([
    importFeed(Array.from({ length: 300 }, (_, n) => unnumbered(n + 1))),
    ...[1, 2, 3, 4].map((id) => setEpisodePublished(id, true)),
  ])
  const rows = await db.select({ number }).from(episodes).orderBy(asc(number))
  expect(rows.map((row) => row.number)).toEqual(rows.map((_row, index) => index + 1))
})

test("an item without a guest ticks the box; a guest that comes later unticks it, unless a host decided", async () => {
  const items = (guest: string) => [1, 2, 3].map((n) => unnumbered(n, { guest }))
  await importFeed(items(""))
  const billed = async () => {
    const rows = await db
      .select({ guest: episodes.guest, hasNoGuest: episodes.hasNoGuest })
      .from(episodes)
      .orderBy(asc(episodes.id))
    return rows.map((row) => Object.values(row))
  }
  expect(await billed()).toEqual(Array(3).fill(["", true]))
  await db.update(episodes).set({ guest: "Nour", hasNoGuest: false }).where(eq(episodes.id, 3))
  await importFeed(items("Awa"))
  expect(await billed()).toEqual([
    ["Awa", false],
    ["Awa", false],
    ["Nour", false],
  ])
  await db.update(episodes).set({ guest: "", hasNoGuest: true }).where(eq(episodes.id, 1))
  await importFeed(items("Ana"))
  expect(await billed()).toEqual([
    ["", true],
    ["Ana", false],
    ["Nour", false],
  ])
})
