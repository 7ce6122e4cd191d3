import { sql } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { listenForNotifications } from "#app/db/notifications.server.ts"
import { onWake } from "#app/kit/lib/wake-job.server.ts"
import { databaseUrl, openTestDatabase } from "#test/database.ts"
import { createLeader } from "./leader.server.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What a leader does, noted. */
function watch() {
  const seen: string[] = []
  const leader = createLeader(() => {
    seen.push("begins")
    const endWaking = onWake("feeds", () => seen.push("woken"))
    const ends = (name: string) => async () => {
      endWaking()
      await new Promise((resolve) => setTimeout(resolve, 100))
      seen.push(name)
    }
    return [ends("first ends"), ends("second ends")]
  })
  return { seen, leader }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test("who leads does the jobs, and ends them, the last one first, once the connection is lost for longer", async () => {
  const { seen, leader } = watch()
  leader.onLeading(true)
  await pass(0)
  leader.onLeading(false)
  await pass(9_000)
  expect(seen).toEqual(["begins"])
  await pass(2_000)
  expect(seen).toEqual(["begins", "second ends", "first ends"])
  leader.onLeading(true)
  await pass(0)
  expect(seen.at(-1)).toBe("begins")
})

test("a connection that comes back in time interrupts nothing, and what was asked for meanwhile is looked at", async () => {
  const { seen, leader } = watch()
  leader.onLeading(true)
  await pass(0)
  leader.onLeading(false)
  await pass(9_000)
  leader.onLeading(true)
  await pass(60_000)
  expect(seen).toEqual(["begins", "woken"])
})

test("who ends waits for what is under way, and begins nothing any more", async () => {
  const { seen, leader } = watch()
  leader.onLeading(true)
  await pass(0)
  const ended = leader.end()
  leader.onLeading(true)
  await pass(1_000)
  await ended
  expect(seen).toEqual(["begins", "second ends", "first ends"])
})

describe("of all that listen to a database", () => {
  const leading: string[] = []
  const listen = (name: string) => {
    const stop = listenForNotifications(
      {
        onNotification: () => {},
        onListening: () => {},
        onLeading: (isLeading) => leading.push(`${name} ${isLeading ? "leads" : "does no more"}`),
      },
      databaseUrl,
    )
    // Also where the test fails: who goes on leading lets nobody lead in the next one.
    onTestFinished(stop)
    return stop
  }
  beforeEach(() => {
    vi.useRealTimers()
    leading.length = 0
    return openTestDatabase()
  })

  test("one leads, and the next one once it is gone", async () => {
    const stopFirst = listen("first")
    await expect.poll(() => leading).toEqual(["first leads"])
    const stopSecond = listen("second")
    stopFirst()
    // At once: the next one may lead as soon as the lock is free.
    expect(leading).toEqual(["first leads", "first does no more"])
    await expect.poll(() => leading.at(-1)).toBe("second leads")
    stopSecond()
    await expect.poll(() => leading.at(-1)).toBe("second does no more")
  })

  test("who led leads again after all connections were lost", async () => {
    const stopFirst = listen("first")
    await expect.poll(() => leading).toEqual(["first leads"])
    const stopSecond = listen("second")
    await expect.poll(countListeners).toBe(2)
    await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where ${ARE_LISTENERS}`)
    await expect.poll(() => leading).toEqual(["first leads", "first does no more", "first leads"])
    stopFirst()
    stopSecond()
    await expect.poll(countListeners).toBe(0)
  })
})

const ARE_LISTENERS = sql`application_name = 'cko listener' and datname = current_database()`
const countListeners = () => db.$count(sql`pg_stat_activity`, ARE_LISTENERS)
