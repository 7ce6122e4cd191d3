import { eq } from "drizzle-orm"
import { describe, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { PATIENCE, takeLoggedErrors } from "#test/setup.ts"
import { item, rss } from "#test/feed-fixtures.ts"
import {
  bodyOf,
  digestOf,
  lastOf,
  linesOf,
  manyItems,
  previewThenRun,
  start,
} from "#test/import-stream-fixtures.ts"
import { emptyReport } from "./feeds.schema.ts"

useDatabase()

test("a preview of a new feed tells how far it is, then what would change, and changes nothing", async () => {
  const feed = rss(manyItems(3) + item("", { guid: "g0" }))
  const totalBytes = Buffer.byteLength(feed)
  const response = start(feed, { source: { body: bodyOf(feed), totalBytes } })
  expect(Object.fromEntries(response.headers)).toEqual({
    "content-type": "application/x-ndjson; charset=utf-8",
    "cache-control": "private, no-store",
    "x-accel-buffering": "no",
  })
  const lines = await linesOf(response)
  expect(lines.at(-3)).toEqual({ phase: "read", bytes: totalBytes, totalBytes, items: 4 })
  expect(lines.at(-2)).toMatchObject({
    rows: [{ title: "Nuit 0" }, { title: "Nuit 1" }, { title: "Nuit 2" }],
  })
  expect(lines.at(-1)).toMatchObject({
    preview: { created: 3, updated: 0, unchanged: 0, skippedCount: 1, skipped: [{ position: 4 }] },
  })
  expect(await db.$count(episodes)).toBe(0)
})

test("a preview of the same feed, and of an edited one", async () => {
  const feed = rss(manyItems(3))
  await previewThenRun(feed)
  expect(await lastOf(start(feed))).toMatchObject({ preview: { unchanged: 3, updated: 0 } })
  const [rows, last] = (await linesOf(start(feed.replace("Nuit 1", "Jour 1")))).slice(-2)
  expect(rows).toMatchObject({ rows: [{ title: "Jour 1", fields: ["titre"] }] })
  expect(last).toMatchObject({ preview: { updated: 1, unchanged: 2 } })
})

test("a preview says what a feed lacks: episodes, or something to listen to", async () => {
  expect(await lastOf(start(rss("")))).toMatchObject({
    preview: { created: 0, lack: expect.stringContaining("aucun épisode") },
  })
  expect(await lastOf(start(rss(manyItems(2))))).toMatchObject({
    preview: { created: 2, lack: expect.stringContaining("fichier audio") },
  })
  const audio = '<enclosure url="https://a.example/a.mp3" type="audio/mpeg" length="1"/>'
  const last = await lastOf(start(rss(item(audio))))
  expect(last && "preview" in last && last.preview).not.toHaveProperty("lack")
})

test("a preview lists the first 200 skipped items and counts all", async () => {
  const last = await lastOf(start(rss("<item></item>".repeat(1_000))))
  expect(last).toMatchObject({ preview: { skippedCount: 1_000, created: 0 } })
  expect(last && "preview" in last && last.preview.skipped.length).toBe(200)
})

test("a preview tells how far it is at most five times a second", async () => {
  const feed = Buffer.from(rss(manyItems(50)))
  const slowly = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const from = pulled
      pulled += Math.ceil(feed.length / 60)
      controller.enqueue(feed.subarray(from, pulled))
      await new Promise((resolve) => setTimeout(resolve, 10))
      if (pulled >= feed.length) controller.close()
    },
  })
  let pulled = 0
  const started = performance.now()
  const lines = await linesOf(start("", { source: { body: slowly, totalBytes: feed.length } }))
  const reads = lines.filter((line) => "phase" in line && line.phase === "read")
  expect(reads.length).toBeGreaterThan(3)
  expect(reads.length).toBeLessThan((performance.now() - started) / 200 + 3)
  expect(lines.at(-1)).toMatchObject({ preview: { created: 50 } })
})

test("a run writes what was previewed, and tells how far it is", async () => {
  const lines = await previewThenRun(rss(manyItems(600)))
  expect(lines).toContainEqual({ phase: "write", done: 0, total: 600 })
  expect(lines.at(-2)).toEqual({ phase: "write", done: 600, total: 600 })
  expect(lines.at(-1)).toEqual({
    report: { ...emptyReport(), created: 600, skippedCount: 0, remarkCount: 0 },
  })
  expect(await db.$count(episodes)).toBe(600)
})

test.each(["changed", "never previewed"])("a run of a feed %s writes nothing", async (how) => {
  const feed = rss(manyItems(3))
  const expectedDigest = how === "changed" ? await digestOf(feed) : undefined
  const other = feed.replace("Nuit 1", "Jour 1")
  expect(await lastOf(start(other, { mode: "run", expectedDigest }))).toEqual({
    error: expect.stringContaining("a changé depuis l’aperçu"),
    changed: true,
  })
  expect(await db.$count(episodes)).toBe(0)
})

test("a run brings deleted episodes back only where that is asked for", async () => {
  const feed = rss(manyItems(2))
  await previewThenRun(feed)
  await db.delete(episodes).where(eq(episodes.guid, "g0"))
  expect((await previewThenRun(feed)).at(-1)).toMatchObject({ report: { unchanged: 1, skippedCount: 1 } })
  expect((await previewThenRun(feed, { withDeleted: true })).at(-1)).toMatchObject({
    report: { created: 1, skippedCount: 0 },
  })
})

test("a run that fails tells nothing of the database, is logged once and changes nothing", async () => {
  const feed = rss(manyItems(2))
  const expectedDigest = await digestOf(feed)
  for (const mode of ["preview", "run"] as const) {
    const lines = await withoutTable("feed_items", () => linesOf(start(feed, { mode, expectedDigest })))
    expect(lines.at(-1)).toEqual({ error: expect.stringMatching(/rien n’a été changé. Le journal/) })
    expect(JSON.stringify(lines)).not.toMatch(/select|feed_items|query/i)
    expect(takeLoggedErrors()).toHaveLength(1)
  }
  expect(await db.$count(episodes)).toBe(0)
})

describe("somebody who goes away", () => {
  const endless = () => {
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(rss(manyItems(2)).slice(0, -20))),
      cancel: () => {
        isCancelled = true
      },
    })
    return { body, isCancelled: () => isCancelled }
  }

  test.each(["the request ends", "the answer is not read"])(
    "somebody who goes away stops the reading: %s",
    async (how) => {
      const request = new AbortController()
      const { body, isCancelled } = endless()
      const response = start("", { source: { body }, mode: "run", signal: request.signal })
      const reader = response.body?.getReader()
      await reader?.read()
      if (how === "the request ends") request.abort()
      else await reader?.cancel()
      await vi.waitFor(() => expect(isCancelled()).toBe(true), PATIENCE)
      expect(await db.$count(episodes)).toBe(0)
    },
  )

  test("somebody who goes away an upload cut short is an error, not a shorter feed", async () => {
    const cut = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(rss(manyItems(2)))),
      pull: (controller) => controller.error(new Error("aborted")),
    })
    expect(await lastOf(start("", { source: { body: cut } }))).toEqual({
      error: "L’envoi du fichier a été interrompu.",
    })
  })

  test("somebody who goes away does not stop the writing", async () => {
    const feed = rss(manyItems(600))
    const request = new AbortController()
    const expectedDigest = await digestOf(feed)
    const response = start(feed, { mode: "run", expectedDigest, signal: request.signal })
    const reader = response.body?.getReader()
    for (let text = ""; !text.includes('"write"');)
      text += Buffer.from((await reader?.read())?.value ?? []).toString()
    request.abort()
    await reader?.cancel()
    await vi.waitFor(async () => expect(await db.$count(episodes)).toBe(600), PATIENCE)
  })
})
