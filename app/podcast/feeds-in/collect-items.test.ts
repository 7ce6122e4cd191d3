import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { collectItems } from "./collect-items.server.ts"
import { rss } from "#test/feed-fixtures.ts"
import { manyItems } from "#test/import-stream-fixtures.ts"

test("others have their turn while a feed is read, also one that comes in one piece", async () => {
  const feed = Buffer.from(rss(manyItems(5_000)))
  let turns = 0
  let isReading = true
  const count = () => {
    turns += 1
    if (isReading) setImmediate(count)
  }
  setImmediate(count)
  const source = (async function* () {
    yield feed
  })()
  const { items, digest } = await collectItems({ source })
  isReading = false
  expect(items).toHaveLength(5_000)
  expect(digest).toBe(createHash("sha256").update(feed).digest("base64url"))
  expect(turns).toBeGreaterThanOrEqual(Math.floor(feed.length / 16_384))
})
