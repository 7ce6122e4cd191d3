import { sql } from "drizzle-orm"
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { emptyDatabase, openTestDatabase, withoutTable } from "#test/database.ts"
import { PATIENCE, takeLoggedErrors } from "#test/setup.ts"
import { onlyRow } from "#test/feed-host.ts"
import { startFeedReader, wakeFeedReader } from "./feed-loop.server.ts"

const CLOCK: Parameters<typeof vi.useFakeTimers>[0] = {
  toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"],
}
let stop: () => Promise<void>

beforeAll(openTestDatabase)
beforeEach(async () => {
  await emptyDatabase()
  // Nobody answers there, and nobody is asked: this machine is no public one.
  await db.execute(sql`insert into feeds (url, due_at) values ('http://127.0.0.1:9/', now())`)
  vi.useFakeTimers(CLOCK)
  stop = startFeedReader()
})
afterEach(async () => {
  vi.useRealTimers()
  await stop()
})

const failures = async () => (await onlyRow()).failures
async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms)
  vi.useRealTimers()
}

test("feeds are looked at not at the start itself, but soon after", async () => {
  await vi.advanceTimersByTimeAsync(19_000)
  expect(await failures()).toBe(0)
  await pass(1_000)
  await vi.waitFor(async () => expect(await failures()).toBe(1), PATIENCE)
})

test("a feed that is asked for is read at once", async () => {
  await db.execute(sql`update feeds set due_at = now() + interval '1 hour', asked_at = now()`)
  vi.useRealTimers()
  wakeFeedReader()
  await vi.waitFor(async () => expect(await failures()).toBe(1), PATIENCE)
})

test("without the database the reader goes on, and logs it", async () => {
  await withoutTable("feeds", async () => {
    await pass(20_000)
    await vi.waitFor(() => expect(takeLoggedErrors()).toHaveLength(1), PATIENCE)
  })
  wakeFeedReader()
  await vi.waitFor(async () => expect(await failures()).toBe(1), PATIENCE)
})

test("once stopped, nothing is read any more", async () => {
  await stop()
  wakeFeedReader()
  await pass(600_000)
  expect(await failures()).toBe(0)
})
