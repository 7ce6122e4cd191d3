import { afterEach, beforeEach, expect, test, vi } from "vitest"
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

test("of all that listen to a database one leads, and the next one once it is gone", async () => {
  vi.useRealTimers()
  await openTestDatabase()
  const leading: string[] = []
  const listen = (name: string) =>
    listenForNotifications(
      {
        onNotification: () => {},
        onListening: () => {},
        onLeading: (isLeading) => leading.push(`${name} ${isLeading ? "leads" : "does no more"}`),
      },
      databaseUrl,
    )
  const stopFirst = listen("first")
  await expect.poll(() => leading).toEqual(["first leads"])
  const stopSecond = listen("second")
  stopFirst()
  await expect.poll(() => leading).toEqual(["first leads", "first does no more", "second leads"])
  stopSecond()
  await expect.poll(() => leading.at(-1)).toBe("second does no more")
})
