import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { letterLanes, letterPace } from "#app/db/schema/letters.server.ts"
import { emptyDatabase, openTestDatabase } from "#test/database.ts"
import {
  freeConnectionSlot,
  backOff,
  resetBackoff,
  takeConnectionSlot,
  reserveSendTime,
} from "./send-limits.server.ts"

beforeAll(openTestDatabase)
beforeEach(emptyDatabase)

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

test("all processes together have no more connections than are set", async () => {
  const lease = () => ({ id: randomUUID() as string, seconds: 300 })
  const [one, other] = [lease(), lease()]
  const take = async () => {
    const found = await Promise.all(
      [one, one, one, other, other, other].map((of) => takeConnectionSlot(4, of)),
    )
    return found.filter((number) => number !== undefined)
  }
  const taken = new Set<number>()
  // Who comes at the same moment as another may have to come again.
  for (let time = 0; time < 10; time += 1) for (const number of await take()) taken.add(number)
  expect([...taken].sort()).toEqual([1, 2, 3, 4])
  expect(await take()).toEqual([])
  await freeConnectionSlot(one)
  await freeConnectionSlot(other, 1)
  await freeConnectionSlot(other, 2)
  await freeConnectionSlot(other, 3)
  await freeConnectionSlot(other, 4)
  expect(await takeConnectionSlot(4, one)).toBe(1)
  await db.update(letterLanes).set({ leasedUntil: sql`now() - interval '1 second'` })
  expect(await takeConnectionSlot(1, other)).toBe(1)
})
