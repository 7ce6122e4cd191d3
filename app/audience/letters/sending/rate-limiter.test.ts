import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { letterPace } from "#app/db/schema/letters.server.ts"
import { useDatabase } from "#test/database.ts"
import { setSettings } from "#test/site-settings.ts"
import { backOff, createRateLimiter, reserveSendTime, resetBackoff } from "./rate-limiter.server.ts"

useDatabase()

const MINUTE_MS = 500

test("45.4 however late some are, within any minute there are never more than are set", async () => {
  await setSettings("letters", { perMinute: 20, connections: 4 })
  const rateLimiter = createRateLimiter({ signal: new AbortController().signal, minuteMs: MINUTE_MS })
  const mails: { from: number; to: number }[] = []
  const send = async () => {
    for (let n = 0; n < 25; n += 1) {
      const permit = await rateLimiter.acquire(async () => {})
      const from = performance.now()
      // Every tenth takes a third of a minute.
      if (n % 10 === 3) await new Promise((resolve) => setTimeout(resolve, MINUTE_MS / 3))
      mails.push({ from, to: performance.now() })
      permit?.done()
    }
  }
  await Promise.all([send(), send(), send(), send()])
  expect(mails).toHaveLength(100)
  const inOrder = mails.toSorted((a, b) => a.from - b.from)
  for (const [at, mail] of inOrder.slice(20).entries())
    expect(mail.from - (inOrder[at]?.to ?? 0)).toBeGreaterThanOrEqual(MINUTE_MS - 1)
})

test("nobody waits without a rate", async () => {
  await setSettings("letters", { perMinute: 0 })
  const rateLimiter = createRateLimiter({ signal: new AbortController().signal })
  for (let n = 0; n < 5; n += 1) expect(await rateLimiter.acquire(async () => {})).toBeDefined()
})

test("who is told to stop stops waiting", async () => {
  await setSettings("letters", { perMinute: 1 })
  const stop = new AbortController()
  const rateLimiter = createRateLimiter({ signal: stop.signal })
  expect(await rateLimiter.acquire(async () => {})).toBeDefined()
  const closed: string[] = []
  const waiting = rateLimiter.acquire(async () => {
    closed.push("closed")
    stop.abort()
  })
  expect(await waiting).toBeUndefined()
  expect(closed).toEqual(["closed"])
})

/** Ten seconds from one to the next. */
const SLOW = { perMinute: 6, burst: 0, connections: 20 }
const NEXT = sql<number>`extract(epoch from ${letterPace.nextAt})::float8`
const nextAt = async () => (await db.select({ at: NEXT }).from(letterPace))[0]?.at ?? 0
const waits = async (rate: typeof SLOW, times: number) => {
  const found: number[] = []
  for (let time = 0; time < times; time += 1)
    found.push(Math.round(((await reserveSendTime(rate)) ?? -1) / 10_000))
  return found
}

test("each send time is reserved once, and they are exactly the same span apart", async () => {
  await reserveSendTime(SLOW)
  const first = await nextAt()
  await Promise.all(Array.from({ length: 15 }, () => reserveSendTime(SLOW)))
  expect(await nextAt()).toBeCloseTo(first + 150, 3)
})

test("nothing is made up for after a pause, unless that is set", async () => {
  await reserveSendTime(SLOW)
  const idle = () => db.update(letterPace).set({ nextAt: sql`now() - interval '1 hour'` })
  await idle()
  expect(await waits(SLOW, 4)).toEqual([0, 1, 2, 3])
  await idle()
  expect(await waits({ ...SLOW, burst: 3 }, 5)).toEqual([0, 0, 0, 1, 2])
})

test("who is a moment late loses no send time", async () => {
  await reserveSendTime(SLOW)
  await db.update(letterPace).set({ nextAt: sql`now() - interval '1 second'` })
  const missed = await nextAt()
  expect(await reserveSendTime(SLOW)).toBe(0)
  expect(await nextAt()).toBeCloseTo(missed + 10, 3)
})

test("a clock that was put back holds nobody up for longer than those who wait already", async () => {
  await reserveSendTime(SLOW)
  await db.update(letterPace).set({ nextAt: sql`now() + interval '1 hour'` })
  expect(await waits({ ...SLOW, connections: 2 }, 1)).toEqual([2])
})

test("without a rate everybody may go at once", async () => {
  expect(await waits({ ...SLOW, perMinute: 0 }, 5)).toEqual([0, 0, 0, 0, 0])
})

test("while the mail server takes nothing there are no send times; it is asked again after a while, longer each time", async () => {
  const HELD = sql<number>`extract(epoch from held_until - now())::float8`
  const lasts: number[] = []
  for (let time = 0; time < 8; time += 1) {
    // Two that find out at once count once.
    await Promise.all([backOff({ responseCode: 454 }), backOff({ responseCode: 454 })])
    const [row] = await db.select({ held: HELD, holds: letterPace.holds }).from(letterPace)
    expect(row?.holds).toBe(time + 1)
    lasts.push(row?.held ?? 0)
    expect(await reserveSendTime(SLOW)).toBeUndefined()
    await db.update(letterPace).set({ heldUntil: sql`now()` })
  }
  for (const [at, last] of lasts.slice(1).entries())
    expect(last).toBeGreaterThanOrEqual(Math.min(800, (lasts[at] ?? 0) * 1.5))
  expect(Math.max(...lasts)).toBeLessThanOrEqual(900)
  await resetBackoff()
  expect(await db.select({ holds: letterPace.holds }).from(letterPace)).toEqual([{ holds: 0 }])
})
