import { beforeEach, expect, test, vi } from "vitest"
import { useDatabase } from "#test/database.ts"
import { mayMail } from "./mail-rate-limits.server.ts"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

useDatabase()
beforeEach(async () => {
  // In the morning: the limits of a day begin anew at midnight.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T00:10:00Z") })
  return () => vi.useRealTimers()
})

/** Asks again and again. @returns when a mail went out, in milliseconds */
async function attack(purpose: Parameters<typeof mayMail>[0], hours: number, everyMs = 7 * MINUTE_MS) {
  const sent: number[] = []
  for (const end = Date.now() + hours * HOUR_MS; Date.now() < end; vi.setSystemTime(Date.now() + everyMs)) {
    if (await mayMail(purpose, `awa+${sent.length}@cko.test`)) sent.push(Date.now())
  }
  return sent
}

test.each([
  ["confirmation", 3, 5],
  ["subscription", 3, 5],
  ["recovery", 3, 34],
] as const)(
  "21 a mailbox gets a bounded number of mails of %s: %i an hour, %i a day",
  async (purpose, hour, day) => {
    const sent = await attack(purpose, 23)
    expect(sent.length).toBeLessThanOrEqual(day)
    expect(sent.length).toBeGreaterThanOrEqual(hour)
    const maxPerHour = Math.max(
      ...sent.map((at) => sent.filter((other) => other >= at && other < at + HOUR_MS).length),
    )
    expect(maxPerHour).toBeLessThanOrEqual(hour + 1)
  },
)

test("however much others ask for, an owner has a link that is valid, or gets one", async () => {
  let newest = -Infinity
  for (let minute = 0; minute < 26 * 60; minute += 3) {
    for (let n = 0; n < 3; n += 1) if (await mayMail("recovery", "awa@cko.test")) newest = Date.now()
    expect(Date.now() - newest).toBeLessThanOrEqual(HOUR_MS)
    vi.setSystemTime(Date.now() + 3 * MINUTE_MS)
  }
})

test("nobody uses up another's mails, nor those for another purpose", async () => {
  await attack("subscription", 2, MINUTE_MS)
  expect(await mayMail("subscription", "awa@cko.test")).toBe(false)
  expect(await mayMail("subscription", "bob@cko.test")).toBe(true)
  expect(await mayMail("confirmation", "awa@cko.test")).toBe(true)
  expect(await mayMail("recovery", "awa@cko.test")).toBe(true)
})
