import { asc, eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes, feedItems } from "#app/db/schema/content.server.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { recordStatements } from "#test/plans.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { createFeedItem } from "#test/feed-items.ts"
import { createEpisode } from "#test/factories.ts"
import { item, rss } from "#test/feed-fixtures.ts"
import { EVERYTHING, toChoices } from "../import-choices.ts"
import { manyItems } from "#test/import-stream-fixtures.ts"
import { importItems } from "../import.server.ts"
import { serializeItem } from "../serialized-item.ts"
import { publicNetwork } from "#app/kit/http/public-network.server.ts"
import {
  feedOf,
  importFeed,
  listRows,
  makeDue,
  minutesUntilDue,
  onlyRow,
  readDue,
  sendFeed,
  sendStatus,
  startFeedHost,
} from "#test/feed-host.ts"

let host: Awaited<ReturnType<typeof startFeedHost>>
let address = ""

useDatabase()
beforeEach(async () => {
  host = await startFeedHost()
  address = `${host.url}/flux.xml`
  return () => host.close()
})

/** A feed of two episodes that was imported by hand and is due. */
async function remember(feed = feedOf(2), headers: Record<string, string> = {}) {
  host.reply("/flux.xml", sendFeed(feed, headers))
  await importFeed(address)
  host.requests.length = 0
  await makeDue()
}
const titles = async () =>
  (await db.select({ title: episodes.title }).from(episodes).orderBy(asc(episodes.id))).map(
    ({ title }) => title,
  )

test("4.8 a feed that changed is imported by the rules of an import by hand", async () => {
  await remember()
  await db.update(episodes).set({ title: "Notre titre" }).where(eq(episodes.guid, "g0"))
  const changed = rss(
    item("", { guid: "g0", title: "Autre" }) + item("", { guid: "g1", title: "Corrigé" }) + item(),
  )
  host.reply("/flux.xml", sendFeed(changed))
  expect(await readDue()).toBe(1)
  expect(await titles()).toEqual(["Notre titre", "Corrigé", "La nuit des rimes"])
  const row = await onlyRow()
  expect(row).toMatchObject({ createdCount: 1, updatedCount: 1, unchangedCount: 1, skippedCount: 0 })
  expect(row).toMatchObject({ failures: 0, error: null, arrivedCount: 1, arrivals: [3] })
  expect(await db.$count(episodes, eq(episodes.isPublished, true))).toBe(3)
  expect(await readDue()).toBe(0)
})

test("a feed that changed is linked with an episode that is there by another way", async () => {
  await remember()
  const audioUrl = "https://audio.example/2.mp3"
  await createEpisode({ title: "Écrit à la main", audioUrl })
  const enclosure = `<enclosure url="${audioUrl}" type="audio/mpeg" length="1"/>`
  host.reply("/flux.xml", sendFeed(rss(manyItems(2) + item(enclosure))))
  await readDue()
  expect(await titles()).toEqual(["Nuit 0", "Nuit 1", "Écrit à la main"])
  expect(await onlyRow()).toMatchObject({ createdCount: 0, updatedCount: 1, unchangedCount: 2 })
})

test("a feed that changed brings nothing that a host left out of an import", async () => {
  await remember()
  await db.execute(sql`delete from feed_items where guid = 'g1'`)
  await db.execute(sql`delete from episodes where guid = 'g1'`)
  await importItems([serializeItem(createFeedItem(1, { guid: "g1" }))], {
    choices: toChoices({ ...EVERYTHING, take: "none" }),
  })
  host.reply("/flux.xml", sendFeed(feedOf(3)))
  await readDue()
  expect(await titles()).toEqual(["Nuit 0", "Nuit 2"])
})

test("a feed that changed loses no episode that it drops, and gets back none that the hosts deleted", async () => {
  await remember(feedOf(3))
  await db.delete(episodes).where(eq(episodes.guid, "g1"))
  host.reply("/flux.xml", sendFeed(feedOf(2)))
  await readDue()
  expect(await titles()).toEqual(["Nuit 0", "Nuit 2"])
  expect(await onlyRow()).toMatchObject({ createdCount: 0, skippedCount: 1, arrivals: [3, 2, 1] })
})

test("a feed that changed keeps what its channel says of the podcast", async () => {
  await remember()
  const channel =
    '<itunes:image href="https://images.example/une.jpg"/><link>https://nuit.example/</link><ttl>90</ttl>'
  host.reply("/flux.xml", sendFeed(feedOf(2, channel)))
  await readDue()
  expect(await onlyRow()).toMatchObject({
    title: "Rimes de nuit",
    imageUrl: "https://images.example/une.jpg",
    websiteUrl: "https://nuit.example/",
    ttlMinutes: 90,
  })
  expect(await minutesUntilDue()).toBeGreaterThan(89)
})

describe("a feed that is what it was", () => {
  const VALIDATORS = { ETag: 'W/"une"', "Last-Modified": "Fri, 03 Jul 2026 09:00:00 GMT" }

  test("a feed that is what it was is asked for by what it was recognised by, and says so without being sent", async () => {
    await remember(feedOf(2), VALIDATORS)
    host.reply("/flux.xml", sendStatus(304))
    expect(await readDue()).toBe(1)
    expect(host.requests[0]?.headers).toMatchObject({
      "if-none-match": 'W/"une"',
      "if-modified-since": "Fri, 03 Jul 2026 09:00:00 GMT",
    })
    expect(await onlyRow()).toMatchObject({ createdCount: 0, unchangedCount: 2, etag: 'W/"une"' })
    expect(await minutesUntilDue()).toBeGreaterThan(59)
    expect(await minutesUntilDue()).toBeLessThanOrEqual(72)
  })

  test("a feed that is what it was is recognised by its bytes where its server says nothing", async () => {
    await remember()
    const statements = await recordStatements(() => readDue())
    expect(statements.filter(({ text }) => /episodes|feed_items/.test(text))).toEqual([])
    expect(await onlyRow()).toMatchObject({ createdCount: 0, unchangedCount: 2 })
  })

  test("a feed that is what it was writes nothing that a page shows", async () => {
    await remember()
    const before = await db.select().from(feedItems)
    host.reply("/flux.xml", sendFeed(feedOf(2, "<ttl>5</ttl>")))
    const statements = await recordStatements(() => readDue())
    expect(
      statements.filter(({ text }) => /^(insert|update|delete).*"(episodes|feed_items)"/.test(text)),
    ).toEqual([])
    expect(await db.select().from(feedItems)).toEqual(before)
  })

  test("a feed that is what it was is read anew, and whole, for a host who asks", async () => {
    await remember(feedOf(2), VALIDATORS)
    await db.execute(sql`delete from feed_items where guid = 'g1'`)
    await db.execute(sql`delete from episodes where guid = 'g1'`)
    await db.execute(sql`update feeds set due_at = now() + interval '1 hour', asked_at = now()`)
    expect(await readDue()).toBe(1)
    expect(host.requests[0]?.headers).not.toHaveProperty("if-none-match")
    expect(await onlyRow()).toMatchObject({ createdCount: 1, unchangedCount: 1, askedAt: null })
  })
})

test.each([301, 308])("a feed that moved for good (%i) is remembered by its new address", async (status) => {
  await remember()
  host.reply("/flux.xml", sendStatus(status, { location: "/la.xml" }))
  host.reply("/la.xml", sendStatus(302, { location: "/cdn.xml" }))
  host.reply("/cdn.xml", sendFeed(feedOf(2)))
  await readDue()
  expect(await onlyRow()).toMatchObject({ url: `${host.url}/la.xml`, unchangedCount: 2, error: null })
})

test.each([302, 303, 307])("a feed that moved for a while (%i) keeps its address", async (status) => {
  await remember()
  host.reply("/flux.xml", sendStatus(status, { location: "/la.xml" }))
  host.reply("/la.xml", sendFeed(feedOf(3)))
  await readDue()
  expect(await onlyRow()).toMatchObject({ url: address, createdCount: 1 })
})

test("41.2 a feed that moved here is read no more by itself, and never asked for here", async () => {
  await remember()
  host.reply("/flux.xml", sendStatus(301, { location: "https://cko.test/feed.xml" }))
  expect(await readDue()).toBe(1)
  expect(await onlyRow()).toMatchObject({
    url: address,
    isAutomatic: false,
    error: null,
    failures: 0,
    lease: null,
  })
  await makeDue()
  expect(await readDue()).toBe(0)
})

test("a feed that leads here for a while is looked at again later", async () => {
  await remember()
  host.reply("/flux.xml", sendStatus(302, { location: "https://cko.test/feed.xml" }))
  await readDue()
  expect(await onlyRow()).toMatchObject({ url: address, isAutomatic: true, error: null, unchangedCount: 2 })
})

test("a feed whose channel says that it moved here is read where it is", async () => {
  await remember()
  const move = "<itunes:new-feed-url>https://cko.test/feed.xml</itunes:new-feed-url>"
  host.reply("/flux.xml", sendFeed(feedOf(3, move)))
  await readDue()
  expect(await onlyRow()).toMatchObject({ url: address, isAutomatic: true, createdCount: 1, error: null })
})

test("a feed that moved to where another one is remembered takes its place", async () => {
  host.reply("/la.xml", sendFeed(feedOf(2)))
  await importFeed(`${host.url}/la.xml`)
  await remember()
  await db.execute(sql`update feeds set due_at = now() + interval '1 hour' where id = 1`)
  host.reply("/flux.xml", sendStatus(301, { location: "/la.xml" }))
  await readDue()
  expect(await listRows()).toMatchObject([{ id: 2, url: `${host.url}/la.xml` }])
})

test("a feed that moved by what its channel says is read there from now on", async () => {
  await remember()
  const move = `<itunes:new-feed-url>${host.url}/la.xml</itunes:new-feed-url>`
  host.reply("/flux.xml", sendFeed(feedOf(2, move)))
  host.reply("/la.xml", sendFeed(feedOf(3, move)))
  await readDue()
  expect(await onlyRow()).toMatchObject({ url: `${host.url}/la.xml`, createdCount: 1 })
})

test.each([
  ["fails", sendStatus(500)],
  ["is a page", sendFeed("<!doctype html><html><body>Bonjour</body></html>")],
  ["is another podcast", sendFeed(rss(item("", { guid: "autre" })))],
  ["is empty", sendFeed(rss(""))],
])("a feed that moved to an address that %s is read where it was", async (_what, reply) => {
  await remember()
  host.reply(
    "/flux.xml",
    sendFeed(feedOf(3, `<itunes:new-feed-url>${host.url}/la.xml</itunes:new-feed-url>`)),
  )
  host.reply("/la.xml", reply)
  await readDue()
  expect(await onlyRow()).toMatchObject({ url: address, createdCount: 1, error: null })
  expect(await titles()).toEqual(["Nuit 0", "Nuit 1", "Nuit 2"])
})

describe("a feed that cannot be read", () => {
  const refused: [string, Parameters<typeof host.reply>[1], string][] = [
    ["its server fails", sendStatus(500), "500"],
    ["it is not found", sendStatus(404), "404"],
    ["it says that nothing changed, unasked", sendStatus(304), "304"],
    ["it is a page", sendFeed("<!doctype html><html><body>Bonjour</body></html>"), "page web"],
    ["it is empty", sendFeed(""), "vide"],
    ["it has no episode", sendFeed(rss("")), "aucun épisode"],
    ["it is another podcast", sendFeed(rss(item("", { guid: "autre" }))), "le même podcast"],
    ["its answer breaks off", (response) => response.write("<rss>") && response.destroy(), "téléchargé"],
    ["nobody answers", (response) => response.destroy(), "téléchargé"],
    ["it redirects in a circle", sendStatus(301, { location: "/flux.xml" }), "redirections"],
    ["it redirects to a file", sendStatus(301, { location: "file:///etc/passwd" }), "Adresse invalide"],
  ]
  test.each(refused)(
    "a feed that cannot be read because %s changes nothing and tells the hosts",
    async (_why, reply, text) => {
      await remember()
      host.reply("/flux.xml", reply)
      expect(await readDue()).toBe(1)
      expect(await onlyRow()).toMatchObject({
        ...{
          url: address,
          failures: 1,
          error: expect.stringContaining(text),
          isAutomatic: true,
          lease: null,
        },
        ...{ createdCount: 2, digest: expect.any(String) },
      })
      expect(await titles()).toEqual(["Nuit 0", "Nuit 1"])
      expect(await minutesUntilDue()).toBeGreaterThan(59)
    },
  )

  test("4.8 a feed that cannot be read is tried again later and later, up to a day, until it can", async () => {
    await remember()
    host.reply("/flux.xml", sendStatus(503))
    for (const hours of [1, 2, 4, 8, 16, 24, 24]) {
      await readDue()
      const wait = (await minutesUntilDue()) / 60
      expect(wait).toBeGreaterThan(hours * 0.99)
      expect(wait).toBeLessThan(hours * 1.21)
      await makeDue()
    }
    expect(await onlyRow()).toMatchObject({ failures: 7 })
    host.reply("/flux.xml", sendFeed(feedOf(3)))
    await readDue()
    expect(await onlyRow()).toMatchObject({ failures: 0, error: null, createdCount: 1 })
    expect(await minutesUntilDue()).toBeLessThan(73)
  })

  test.each([429, 503])(
    "a feed that cannot be read with %i is left alone for as long as its server asks",
    async (status) => {
      await remember()
      host.reply("/flux.xml", sendStatus(status, { "retry-after": String(7 * 3_600) }))
      await readDue()
      expect(await minutesUntilDue()).toBeGreaterThan(7 * 60 - 1)
    },
  )

  test("a feed that cannot be read because it is gone (410) is not read by itself any more", async () => {
    await remember()
    host.reply("/flux.xml", sendStatus(410))
    await readDue()
    expect(await onlyRow()).toMatchObject({
      isAutomatic: false,
      error: expect.stringContaining("n’existe plus à cette adresse"),
    })
    await makeDue()
    expect(await readDue()).toBe(0)
    host.reply("/flux.xml", sendFeed(feedOf(2)))
    await importFeed(address)
    expect(await onlyRow()).toMatchObject({ isAutomatic: true, error: null, failures: 0 })
  })

  test("a feed that cannot be read because it is slow, or has no end, is given up", async () => {
    await remember()
    host.reply("/flux.xml", (response) => response.write("<rss>"))
    await readDue({ totalMs: 150 })
    expect((await onlyRow()).error).toContain("trop lent")
    await makeDue()
    await readDue({ timeoutMs: 150 })
    expect((await onlyRow()).error).toContain("ne répond plus")
    await makeDue()
    const megabyte = Buffer.alloc(1_000_000, " ")
    host.reply("/flux.xml", (response) => {
      const more = () => {
        while (!response.destroyed && response.write(megabyte));
      }
      response.on("drain", more).write("<rss><channel>")
      more()
    })
    await readDue()
    expect(await onlyRow()).toMatchObject({ failures: 3, error: expect.stringContaining("100 Mo") })
  })

  test("a feed that cannot be read because it leads into the private network is never asked for", async () => {
    await remember()
    expect(await readDue({ guard: publicNetwork })).toBe(1)
    expect(host.requests).toEqual([])
    expect((await onlyRow()).error).toContain("réseau privé")
  })

  test("a feed that cannot be read for a fault of ours says so, and leaves the fault in the log", async () => {
    await remember()
    host.reply("/flux.xml", sendFeed(feedOf(3)))
    await withoutTable("feed_items", () => readDue())
    expect(takeLoggedErrors()).toHaveLength(1)
    expect(await onlyRow()).toMatchObject({ failures: 1, error: expect.stringContaining("journal") })
    expect(await titles()).toHaveLength(2)
  })
})

test("a feed that arrives byte by byte is read like any other", async () => {
  await remember()
  const feed = Buffer.from(feedOf(3))
  host.reply("/flux.xml", (response) => {
    for (const byte of feed) response.write(Buffer.of(byte))
    response.end()
  })
  await readDue()
  expect(await onlyRow()).toMatchObject({ createdCount: 1, unchangedCount: 2 })
})
