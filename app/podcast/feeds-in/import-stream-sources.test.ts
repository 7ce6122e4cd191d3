import { createServer } from "node:http"
import { describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { feedItems } from "#app/db/schema/content.server.ts"
import { useDatabase } from "#test/database.ts"
import { item, rss } from "#test/feed-fixtures.ts"
import { bodyOf, lastOf, linesOf, manyItems, previewThenRun, start } from "#test/import-stream-fixtures.ts"
import { publicNetwork } from "#app/kit/http/public-network.server.ts"

useDatabase()

test.each([
  ["", "vide"],
  ["<html><body>Bonjour</body></html>", "page web"],
  ["\0\u0001\u0002", "pas un flux"],
  ['{"feed": true}', "pas un flux"],
  [new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), "pas un flux"],
  [new Uint8Array(2_000).fill(0xff), "pas un flux"],
  ['<?xml version="1.0" encoding="klingon"?><rss/>', "klingon"],
])("4.7 what is no feed %j is told apart", async (feed, text) => {
  expect(await lastOf(start(feed))).toEqual({ error: expect.stringContaining(text) })
})

test("what is no feed no body at all", async () => {
  expect(await lastOf(start("", { source: { body: null } }))).toEqual({ error: "Le fichier est vide." })
})

test("what is no feed too large, announced or not", async () => {
  const announced = { body: bodyOf("x"), totalBytes: 100_000_001 }
  expect(await lastOf(start("", { source: announced }))).toEqual({
    error: expect.stringContaining("100 Mo"),
  })
  const zeros = new Uint8Array(1_000_000).fill(32)
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1
      controller.enqueue(sent === 1 ? Buffer.from("<rss><channel>") : zeros)
    },
  })
  expect(await lastOf(start("", { source: { body } }))).toEqual({
    error: expect.stringContaining("100 Mo"),
  })
  expect(sent).toBeLessThan(210)
})

test("4.6 what is no feed too many items", async () => {
  expect(await lastOf(start(rss("<item></item>".repeat(100_001))))).toEqual({
    error: expect.stringContaining("100 000"),
  })
})

test("what is no feed hostile items are stored or skipped, never an error", async () => {
  const hostile = rss(
    item("", {
      guid: "'; drop table episodes; --",
      title: "<script>alert(1)</script> &#0; \u0000 \ud800",
    }) +
      item(`<enclosure url="javascript:alert(1)" length="${"9".repeat(400)}" type="audio/mpeg"/>`) +
      item("<itunes:season>-1e999</itunes:season><itunes:duration>99:99:99</itunes:duration>", {
        guid: "b",
      }),
  )
  expect((await previewThenRun(hostile)).at(-1)).toMatchObject({ report: { created: 3 } })
  expect(await db.$count(feedItems)).toBe(3)
})

describe("an address", () => {
  async function serve(feed: string) {
    const server = createServer((_request, response) => response.end(feed))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    return {
      url: `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}/flux.xml`,
      [Symbol.dispose]: () => void server.close(),
    }
  }
  const guard = { ...publicNetwork, isAllowed: () => true }

  test("an address is downloaded for the preview and again for the run", async () => {
    using site = await serve(rss(manyItems(2)))
    const source = { url: ` ${site.url} ` }
    const last = await lastOf(start("", { source, guard }))
    const expectedDigest = last && "preview" in last ? last.preview.digest : ""
    const run = await lastOf(start("", { source, guard, mode: "run", expectedDigest }))
    expect(run).toMatchObject({ report: { created: 2 } })
  })

  test("4.1 an address of a private network is refused", async () => {
    using site = await serve(rss(manyItems(2)))
    expect(await linesOf(start("", { source: { url: site.url } }))).toEqual([
      { error: expect.stringContaining("réseau privé") },
    ])
  })

  test.each(["", "/etc/passwd", "file:///etc/passwd", "ftp://nuit.example/", "http://", "C:\\flux.xml"])(
    "an address %j is none",
    async (url) => {
      expect(await linesOf(start("", { source: { url } }))).toEqual([
        { error: expect.stringContaining("Adresse invalide") },
      ])
    },
  )
})
