import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { useDatabase } from "#test/database.ts"
import { PATIENCE } from "#test/setup.ts"
import {
  feedOf,
  importFeed,
  listRows,
  makeDue,
  onlyRow,
  readDue,
  sendFeed,
  sendStatus,
  startFeedHost,
} from "#test/feed-host.ts"
import { takeFeed } from "./feed-lease.server.ts"
import { forgetFeed } from "./remembered-feeds.server.ts"

let host: Awaited<ReturnType<typeof startFeedHost>>
let answered: (() => void)[] = []

useDatabase()
beforeEach(async () => {
  host = await startFeedHost()
  host.reply("/flux.xml", sendFeed(feedOf(2)))
  await importFeed(`${host.url}/flux.xml`)
  host.requests.length = 0
  answered = []
  return () => host.close()
})

/** The feed has a new episode, which it sends when it is told to. */
function sendLate() {
  host.reply("/flux.xml", (response, request) => {
    answered.push(() => sendFeed(feedOf(3))(response, request))
  })
}
const untilAsked = (times = 1) => vi.waitFor(() => expect(answered).toHaveLength(times), PATIENCE)
const shiftTimes = (interval: string) =>
  db.execute(
    sql.raw(`update feeds set due_at = due_at ${interval}, read_at = read_at ${interval},
    leased_until = leased_until ${interval}`),
  )

test("of several processes one reads a feed, once", async () => {
  for (let time = 1; time <= 5; time += 1) {
    await makeDue()
    const taken = await Promise.all([readDue(), readDue(), readDue(), readDue()])
    expect(taken.reduce((sum, count) => sum + count)).toBe(1)
    expect(host.requests).toHaveLength(time)
  }
})

test("a feed is left alone while another process reads it", async () => {
  await makeDue()
  sendLate()
  const first = readDue()
  await untilAsked()
  expect([await readDue(), await readDue()]).toEqual([0, 0])
  answered[0]?.()
  await first
  expect(await db.$count(episodes)).toBe(3)
})

test("what a killed process had taken is read by another one after a quarter of an hour", async () => {
  await makeDue()
  expect(await takeFeed(true)).toBeDefined()
  expect(await readDue()).toBe(0)
  await shiftTimes("- interval '14 minutes'")
  expect(await readDue()).toBe(0)
  await shiftTimes("- interval '2 minutes'")
  expect(await readDue()).toBe(1)
  expect(await onlyRow()).toMatchObject({ lease: null, leasedUntil: null, failures: 0 })
})

test("who was overtaken writes nothing", async () => {
  await makeDue()
  sendLate()
  const slow = readDue()
  await untilAsked()
  await shiftTimes("- interval '1 hour'")
  host.reply("/flux.xml", sendFeed(feedOf(2)))
  expect(await readDue()).toBe(1)
  const settled = await onlyRow()
  answered[0]?.()
  await slow
  expect(await onlyRow()).toEqual(settled)
  expect(await db.$count(episodes)).toBe(2)
})

test("a feed that hosts forget while it is read brings nothing", async () => {
  await makeDue()
  sendLate()
  const reading = readDue()
  await untilAsked()
  expect(await forgetFeed(1)).toBe(true)
  answered[0]?.()
  await reading
  expect([await listRows(), await db.$count(episodes)]).toEqual([[], 2])
})

test("a site that stops gives back what it was reading", async () => {
  await makeDue()
  sendLate()
  const stop = new AbortController()
  const reading = readDue({ signal: stop.signal })
  await untilAsked()
  stop.abort()
  await reading
  expect(await onlyRow()).toMatchObject({ lease: null, leasedUntil: null, failures: 0, error: null })
  host.reply("/flux.xml", sendFeed(feedOf(3)))
  expect(await readDue()).toBe(1)
  expect(await db.$count(episodes)).toBe(3)
})

describe("a feed that is not due", () => {
  const ask = () => db.execute(sql`update feeds set asked_at = now()`)

  test("a feed that is not due waits, and so does one that the hosts stopped", async () => {
    expect(await readDue()).toBe(0)
    await db.execute(sql`update feeds set due_at = now(), is_automatic = false`)
    expect(await readDue()).toBe(0)
    await ask()
    expect(await readDue()).toBe(1)
    expect(await onlyRow()).toMatchObject({ isAutomatic: false, askedAt: null })
  })

  test("a feed that is not due waits for ever where the interval is 0, unless a host asks", async () => {
    const settings = getSettings()
    applySettings({ ...settings, feedIntervalMinutes: 0 })
    try {
      await makeDue()
      expect(await readDue()).toBe(0)
      await ask()
      expect([await readDue(), await readDue()]).toEqual([1, 0])
    } finally {
      applySettings(settings)
    }
  })

  test("a feed that is not due is read when the clock was put forward, and when it was put back", async () => {
    await shiftTimes("- interval '2 days'")
    expect([await readDue(), await readDue()]).toEqual([1, 0])
    await shiftTimes("+ interval '2 years'")
    expect([await readDue(), await readDue()]).toEqual([1, 0])
    await makeDue()
    await takeFeed(true)
    await shiftTimes("+ interval '2 years'")
    expect([await readDue(), await readDue()]).toEqual([1, 0])
  })
})

test("several feeds are read one after the other, and one that fails holds up no other", async () => {
  for (const name of ["a", "b", "c"]) {
    host.reply(`/${name}.xml`, sendFeed(feedOf(2)))
    await importFeed(`${host.url}/${name}.xml`)
  }
  host.reply("/a.xml", sendStatus(500))
  await makeDue()
  expect(await readDue()).toBe(4)
  expect((await listRows()).map(({ failures }) => failures)).toEqual([0, 1, 0, 0])
})
