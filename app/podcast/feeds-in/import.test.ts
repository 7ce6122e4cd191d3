import { asc, eq, getTableColumns } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes, feedItems } from "#app/db/schema/content.server.ts"
import { comments, episodeCounts } from "#app/db/schema/visitors.server.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, setViews } from "#test/factories.ts"
import { createFeedItem } from "#test/feed-items.ts"
import type { FeedItem } from "#app/db/schema/feed-item.ts"
import { emptyReport } from "./feeds.schema.ts"
import { importItems } from "./import.server.ts"
import { serializeItem } from "./serialized-item.ts"

useDatabase()

const importFeed = (items: FeedItem[], options?: Parameters<typeof importItems>[1]) =>
  importItems(
    items.map((item) => serializeItem(item)),
    options,
  )
const listEpisodes = () =>
  db
    .select({ ...getTableColumns(episodes), views: episodeCounts.views })
    .from(episodes)
    .innerJoin(episodeCounts, eq(episodeCounts.episodeId, episodes.id))
    .orderBy(asc(episodes.id))
const listMemory = () => db.select().from(feedItems).orderBy(asc(feedItems.guid))

test("4.1 a first import creates an episode of each item, with all that the feed says", async () => {
  const item = createFeedItem(1, { description: "**Gras**", season: 2, number: 7 })
  expect(await importFeed([item])).toEqual({
    ...emptyReport(),
    created: 1,
    linked: 0,
    updated: 0,
    unchanged: 0,
  })
  const [episode] = await listEpisodes()
  expect(episode).toMatchObject({ ...item, publishedAt: new Date(item.publishedAt) })
  expect(episode).toMatchObject({ isPublished: true, views: 0 })
})

test("a first import numbers the episodes in the order of their dates", async () => {
  const days = [3, 1, 4, 2]
  await importFeed(days.map((day) => createFeedItem(day, { publishedAt: `2026-01-0${day}T12:00:00.000Z` })))
  expect((await listEpisodes()).map(({ id, guid }) => [id, guid])).toEqual([
    [1, "guid-1"],
    [2, "guid-2"],
    [3, "guid-3"],
    [4, "guid-4"],
  ])
})

test("a first import keeps that order over more than one batch, and tells how far it is", async () => {
  const items = Array.from({ length: 1_201 }, (_, n) => createFeedItem(1_201 - n))
  const progress: number[] = []
  const report = await importFeed(items, { onProgress: (done) => progress.push(done) })
  expect(report.created).toBe(1_201)
  expect(progress.length).toBeGreaterThan(2)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(progress.at(-1)).toBe(1_201)
  const rows = await listEpisodes()
  expect(rows.map(({ guid }) => guid)).toEqual(rows.map((_row, index) => `guid-${index + 1}`))
})

test("a first import of an empty feed does nothing", async () => {
  await createEpisode()
  expect(await importFeed([])).toEqual({ ...emptyReport(), created: 0, linked: 0, updated: 0, unchanged: 0 })
  expect(await listEpisodes()).toHaveLength(1)
})

test("a first import leaves episodes that come from no feed alone", async () => {
  const mine = await createEpisode({ title: "À la main" })
  await importFeed([createFeedItem(1)])
  expect((await listEpisodes())[0]).toEqual({ ...mine, views: 0 })
})

describe("a second import", () => {
  const items = [createFeedItem(1), createFeedItem(2), createFeedItem(3)]
  beforeEach(async () => {
    await importFeed(items)
  })

  test("a second import of the same feed changes nothing, to the last byte", async () => {
    const before = [await listEpisodes(), await listMemory()]
    expect(await importFeed(items)).toEqual({
      ...emptyReport(),
      created: 0,
      linked: 0,
      updated: 0,
      unchanged: 3,
    })
    expect([await listEpisodes(), await listMemory()]).toEqual(before)
  })

  test("4.2 a second import takes over what changed in the feed, and nothing else", async () => {
    const before = await listEpisodes()
    const changed = createFeedItem(2, {
      title: "Nouveau titre",
      audioBytes: 7,
      publishedAt: "2026-02-02T08:00:00.000Z",
    })
    const report = await importFeed([items[0] as typeof changed, changed, createFeedItem(4)])
    expect(report).toEqual({ ...emptyReport(), created: 1, linked: 0, updated: 1, unchanged: 1 })
    const after = await listEpisodes()
    expect([after[0], after[2]]).toEqual([before[0], before[2]])
    const { updatedAt, ...rest } = after[1] ?? {}
    const { updatedAt: updatedBefore, ...restBefore } = before[1] ?? {}
    expect(rest).toMatchObject({
      ...restBefore,
      // A form filled before is told, as after any other save.
      version: 2,
      title: "Nouveau titre",
      searchText: expect.stringContaining("nouveau titre"),
      audioBytes: 7,
      publishedAt: new Date("2026-02-02T08:00:00.000Z"),
    })
    expect(updatedAt?.getTime()).toBeGreaterThan(updatedBefore?.getTime() ?? Infinity)
  })

  test("a second import takes over what the feed took back", async () => {
    await importFeed([createFeedItem(1, { audioUrl: null, thumbnailUrl: null, guest: "", description: "" })])
    const [episode] = await listEpisodes()
    expect(episode).toMatchObject({ audioUrl: null, thumbnailUrl: null, guest: "", description: "" })
  })

  test("4.2 a second import keeps what the hosts wrote, publication and views", async () => {
    await setViews(4_200, 1)
    await db.update(episodes).set({ title: "Titre des hôtes", isPublished: false }).where(eq(episodes.id, 1))
    const changed = createFeedItem(1, { title: "Titre du flux", description: "Nouveau texte" })
    expect(await importFeed([changed])).toMatchObject({ updated: 1 })
    const [episode] = await listEpisodes()
    expect(episode).toMatchObject({
      title: "Titre des hôtes",
      description: "Nouveau texte",
      views: 4_200,
      isPublished: false,
    })
    expect(await importFeed([changed])).toMatchObject({ updated: 0, unchanged: 1 })
    expect(await importFeed([createFeedItem(1, { title: "Encore un autre" })])).toMatchObject({ updated: 1 })
    expect((await listEpisodes())[0]).toMatchObject({ title: "Titre des hôtes", views: 4_200 })
  })

  test("a second import where only fields of the hosts changed in the feed counts as unchanged", async () => {
    await db.update(episodes).set({ title: "Titre des hôtes" }).where(eq(episodes.id, 1))
    const [before] = await listEpisodes()
    expect(await importFeed([createFeedItem(1, { title: "Titre du flux" })])).toMatchObject({ unchanged: 1 })
    expect((await listEpisodes())[0]).toEqual(before)
  })

  test.each([
    ["durationSeconds", 3_000, null],
    ["thumbnailUrl", "https://ici.example/a.jpg", null],
    ["description", "Le texte des hôtes", ""],
  ] as const)(
    "4.2 a second import does not empty what the hosts had filled: %s",
    async (field, own, nothing) => {
      const [before] = items
      await db
        .update(episodes)
        .set({ [field]: own })
        .where(eq(episodes.id, 1))
      // The feed comes to say the same, then no longer says anything.
      for (const said of [{ [field]: own }, { [field]: nothing }, { [field]: nothing, title: "Autre" }])
        await importFeed([{ ...(before as FeedItem), ...said }])
      expect((await listEpisodes())[0]).toMatchObject({ title: "Autre", [field]: own })
    },
  )

  test("a second import gives a field back to the feed once it says what the feed says", async () => {
    await db.update(episodes).set({ title: "Le même" }).where(eq(episodes.id, 1))
    await importFeed([createFeedItem(1, { title: "Le même" })])
    await importFeed([createFeedItem(1, { title: "Suite du flux" })])
    expect((await listEpisodes())[0]?.title).toBe("Suite du flux")
  })

  test("a second import keeps episodes that the feed no longer lists", async () => {
    const before = await listEpisodes()
    expect(await importFeed([items[2] as (typeof items)[0]])).toMatchObject({ unchanged: 1 })
    expect(await listEpisodes()).toEqual(before)
  })

  test("a second import keeps an episode's comments", async () => {
    const comment = { authorName: "Ana", authorEmail: "ana@example.com", content: "Dix signes au moins." }
    await db.insert(comments).values({ episodeId: 1, ...comment })
    await importFeed([createFeedItem(1, { title: "Nouveau titre" })])
    expect(await db.$count(comments)).toBe(1)
  })
})

describe("an episode that the hosts deleted", () => {
  const items = [createFeedItem(1), createFeedItem(2)]
  beforeEach(async () => {
    await importFeed(items)
    await db.delete(episodes).where(eq(episodes.guid, "guid-1"))
  })

  test("an episode that the hosts deleted stays deleted, and the report says so", async () => {
    const report = await importFeed(items)
    expect(report).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
    expect(report.skipped).toEqual([
      { position: 0, title: "Épisode 1", reason: expect.stringMatching(/^Supprimé du site/) },
    ])
    expect((await listEpisodes()).map(({ guid }) => guid)).toEqual(["guid-2"])
  })

  test("an episode that the hosts deleted stays deleted even when its item changes", async () => {
    await importFeed([createFeedItem(1, { title: "Nouveau titre" })])
    await importFeed([createFeedItem(1, { title: "Encore un" })])
    expect((await listEpisodes()).map(({ guid }) => guid)).toEqual(["guid-2"])
  })

  test("an episode that the hosts deleted comes back where that is asked for, and is then as any other", async () => {
    expect(await importFeed(items, { withDeleted: true })).toMatchObject({
      created: 1,
      unchanged: 1,
      skipped: [],
    })
    expect((await listEpisodes()).map(({ guid }) => guid).sort()).toEqual(["guid-1", "guid-2"])
    expect(await importFeed(items)).toMatchObject({ created: 0, unchanged: 2, skipped: [] })
    expect(await importFeed([createFeedItem(1, { title: "Nouveau titre" })])).toMatchObject({ updated: 1 })
  })
})

test.each([
  ["what the database refuses", { number: 0 }, "Failed query"],
  ["an address that is none", { audioUrl: "javascript:alert(1)" }, "Failed query"],
  ["a date that is none", { publishedAt: "2026-99-99T00:00:00.000Z" }, "Invalid time value"],
])("an import that fails on its way leaves everything as it was: %s", async (_name, wrong, reason) => {
  await importFeed([createFeedItem(1), createFeedItem(2)])
  const before = [await listEpisodes(), await listMemory()]
  const items = Array.from({ length: 1_100 }, (_, n) => createFeedItem(n + 1, { title: `Nouveau ${n}` }))
  items[1_050] = createFeedItem(1_051, wrong)
  const progress: number[] = []
  await expect(importFeed(items, { onProgress: (done) => progress.push(done) })).rejects.toThrow(reason)
  expect(progress.at(-1)).toBeGreaterThanOrEqual(500)
  expect([await listEpisodes(), await listMemory()]).toEqual(before)
})

test("an import that fails on its way leaves the way free for the next one", async () => {
  await expect(importFeed([createFeedItem(1, { season: 0 })])).rejects.toThrow("Failed query")
  expect(await importFeed([createFeedItem(1)])).toMatchObject({ created: 1 })
})

test("two imports at once do the work once", async () => {
  const items = Array.from({ length: 600 }, (_, n) => createFeedItem(n + 1))
  const reports = await Promise.all([importFeed(items), importFeed(items), importFeed(items)])
  expect(reports.map(({ created }) => created).sort()).toEqual([0, 0, 600])
  expect(reports.map(({ unchanged }) => unchanged).sort((a, b) => a - b)).toEqual([0, 600, 600])
  expect(await db.$count(episodes)).toBe(600)
})
