import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes, feedItems } from "#app/db/schema/content.server.ts"
import { useDatabase } from "#test/database.ts"
import { createFeedItem } from "#test/feed-items.ts"
import type { FeedItem } from "#app/db/schema/feed-item.ts"
import { emptyReport, type ImportRow } from "./feeds.schema.ts"
import { digestItems, previewImport } from "./import-preview.server.ts"
import { importItems } from "./import.server.ts"
import { serializeItem } from "./serialized-item.ts"

useDatabase()

const pack = (items: FeedItem[]) => items.map((item) => serializeItem(item))
const readEverything = async () => [await db.select().from(episodes), await db.select().from(feedItems)]
const manyItems = (count: number, values: Partial<FeedItem> = {}) =>
  Array.from({ length: count }, (_, n) => createFeedItem(n + 1, values))

/** The preview's own figures, and the proof that it changed nothing and the import then does just that. */
async function previewThenImport(items: FeedItem[], options: { withDeleted?: boolean } = {}) {
  const before = await readEverything()
  const rows: ImportRow[] = []
  const preview = await previewImport(pack(items), { ...options, onRows: (more) => rows.push(...more) })
  expect(await readEverything()).toEqual(before)
  const { digest, ...figures } = preview
  expect(digest).toBe(digestItems(pack(items)))
  expect(await importItems(pack(items), options)).toEqual({
    ...figures,
    skipped: expect.arrayContaining(figures.skipped),
  })
  return { ...figures, rows: rows.map((row) => ({ ...row, key: undefined, publishedAt: undefined })) }
}

test("a feed never seen: all is to be created, the oldest first", async () => {
  expect(await previewThenImport(manyItems(3))).toEqual({
    ...emptyReport(),
    created: 3,
    linked: 0,
    updated: 0,
    unchanged: 0,
    rows: [1, 2, 3].map((n) => ({
      kind: "create",
      title: `Épisode ${n}`,
      guest: `Invitée ${n}`,
      fields: [],
    })),
  })
})

test("the feed of the last time: nothing to do", async () => {
  await importItems(pack(manyItems(3)))
  expect(await previewThenImport(manyItems(3))).toMatchObject({ created: 0, unchanged: 3, rows: [] })
})

test("an edited feed: what changes is named, what the hosts wrote is not", async () => {
  await importItems(pack(manyItems(3)))
  await db.update(episodes).set({ title: "Titre des hôtes" })
  const items = [
    createFeedItem(1, { title: "Autre" }),
    createFeedItem(2, { title: "Autre", durationSeconds: 60, publishedAt: "2031-01-01T00:00:00.000Z" }),
    createFeedItem(3),
    createFeedItem(4),
  ]
  expect(await previewThenImport(items)).toEqual({
    ...emptyReport(),
    created: 1,
    linked: 0,
    updated: 1,
    unchanged: 2,
    rows: [
      { kind: "create", title: "Épisode 4", guest: "Invitée 4", fields: [] },
      { kind: "update", title: "Autre", guest: "Invitée 2", fields: ["durée", "date de publication"] },
    ],
  })
})

test("deleted episodes are named, or come back where that is asked for", async () => {
  await importItems(pack(manyItems(2)))
  await db.delete(episodes).where(eq(episodes.guid, "guid-1"))
  expect(await previewThenImport(manyItems(2))).toMatchObject({
    unchanged: 1,
    skipped: [{ title: "Épisode 1", reason: expect.stringMatching(/^Supprimé du site/) }],
  })
  expect(await previewThenImport(manyItems(2), { withDeleted: true })).toMatchObject({
    created: 1,
    unchanged: 1,
    rows: [{ kind: "create", title: "Épisode 1" }],
  })
})

test("all changes are listed, and previews agree over batches", async () => {
  await importItems(pack(manyItems(600)))
  const { updated, rows } = await previewThenImport(manyItems(600, { description: "Autre" }))
  expect([updated, rows.length]).toEqual([600, 600])
  expect(rows[599]).toMatchObject({ kind: "update", title: "Épisode 600", fields: ["description"] })
})

test("the digest follows the items, not their order", () => {
  const [one, two] = [createFeedItem(1), createFeedItem(2)]
  expect(digestItems(pack([one, two]))).toBe(digestItems(pack([two, one])))
  const others = [[one], [], [one, one], [one, createFeedItem(2, { title: "Autre" })]]
  const digests = [[one, two], ...others].map((items) => digestItems(pack(items)))
  expect(new Set(digests).size).toBe(digests.length)
})
