import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { useDatabase } from "#test/database.ts"
import { lastOf, previewThenRun, start } from "#test/import-stream-fixtures.ts"
import { anywhere, feedOf, listRows, onlyRow, sendFeed, sendStatus, startFeedHost } from "#test/feed-host.ts"

let host: Awaited<ReturnType<typeof startFeedHost>>

useDatabase()
beforeEach(async () => {
  host = await startFeedHost()
  return () => host.close()
})

/** Previews and imports an address, as the page does. */
async function importAddress(url: string) {
  const source = { url }
  const last = await lastOf(start("", { source, guard: anywhere }))
  const expectedDigest = last && "preview" in last ? last.preview.digest : ""
  return lastOf(start("", { source, guard: anywhere, mode: "run", expectedDigest }))
}

test("a feed imported by its address is remembered, and due in an hour or so", async () => {
  host.reply("/flux.xml", sendFeed(feedOf(25), { etag: '"1"' }))
  expect(
    await importAddress(` ${host.url.toUpperCase().replace("HTTP", "http")}/flux.xml#haut `),
  ).toHaveProperty("report")
  const row = await onlyRow()
  expect(row).toMatchObject({
    ...{ url: `${host.url}/flux.xml`, title: "Rimes de nuit", etag: '"1"', isAutomatic: true, error: null },
    ...{ createdCount: 25, updatedCount: 0, unchangedCount: 0, skippedCount: 0, arrivedCount: 25 },
  })
  expect(row.arrivals).toHaveLength(20)
  expect(row.arrivals[0]).toBe(25)
  const wait = row.dueAt.getTime() - row.readAt.getTime()
  expect(wait).toBeGreaterThanOrEqual(3_600_000)
  expect(wait).toBeLessThanOrEqual(4_320_000)
})

test("neither a preview nor a file, nor an import that fails or holds nothing, is remembered", async () => {
  host.reply("/flux.xml", sendFeed(feedOf(2)))
  await lastOf(start("", { source: { url: `${host.url}/flux.xml` }, guard: anywhere }))
  await previewThenRun(feedOf(2))
  await lastOf(start("", { source: { url: `${host.url}/flux.xml` }, guard: anywhere, mode: "run" }))
  host.reply("/vide.xml", sendFeed(feedOf(0)))
  await importAddress(`${host.url}/vide.xml`)
  host.reply("/panne.xml", sendStatus(500))
  await importAddress(`${host.url}/panne.xml`)
  expect(await listRows()).toEqual([])
})

test("an import of what is there already is remembered, too", async () => {
  await previewThenRun(feedOf(2))
  host.reply("/flux.xml", sendFeed(feedOf(2)))
  await importAddress(`${host.url}/flux.xml`)
  expect(await onlyRow()).toMatchObject({ createdCount: 0, unchangedCount: 2, arrivedAt: null, arrivals: [] })
})

test("a feed that moved for good is remembered where it is", async () => {
  host.reply("/avant.xml", sendStatus(301, { location: "/flux.xml" }))
  host.reply("/flux.xml", sendFeed(feedOf(1)))
  await importAddress(`${host.url}/avant.xml`)
  expect(await onlyRow()).toMatchObject({ url: `${host.url}/flux.xml` })
})

test("an import again changes what is known, not what the hosts decided", async () => {
  host.reply("/flux.xml", sendFeed(feedOf(1)))
  await importAddress(`${host.url}/flux.xml`)
  await db.execute(sql`update feeds set is_automatic = false, failures = 2, asked_at = now()`)
  host.reply("/flux.xml", sendFeed(feedOf(2)))
  await importAddress(`${host.url}/flux.xml`)
  expect(await onlyRow()).toMatchObject({ isAutomatic: false, failures: 0, askedAt: null, createdCount: 1 })
})

test("two hosts who import the same address at once have it remembered once", async () => {
  host.reply("/flux.xml", sendFeed(feedOf(3)))
  await Promise.all([importAddress(`${host.url}/flux.xml`), importAddress(`${host.url}/flux.xml`)])
  expect(await onlyRow()).toMatchObject({ id: expect.any(Number), arrivedCount: 3 })
})

test("an address too long to be kept is imported all the same", async () => {
  const path = `/flux.xml?${"a".repeat(2_100)}`
  host.reply(path, sendFeed(feedOf(1)))
  expect(await importAddress(host.url + path)).toMatchObject({ report: { created: 1 } })
  expect(await listRows()).toEqual([])
})
