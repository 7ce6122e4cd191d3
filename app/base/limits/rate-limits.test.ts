import { sql } from "drizzle-orm"
import { afterEach, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { countAttempt, countAttempts, forgiveAttempts, waitingText } from "./rate-limits.server.ts"

const LIMIT = { name: "essai", points: 3, seconds: 600 }
const WHO = "203.0.113.77"

useDatabase()
afterEach(() => {
  vi.useRealTimers()
})

const setDay = (day: string) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${day}T12:00Z`) })
/** Another file's last request may count its own after it has ended. */
const keys = async () =>
  (await storedRows("rate_limits")).map(({ key }) => String(key)).filter((key) => key.startsWith(LIMIT.name))
const salts = async () =>
  (await storedRows("secrets")).filter(({ name }) => String(name).startsWith("limits"))

test("counting attempts lets so many go on, then says how long to wait", async () => {
  for (let n = 0; n < 3; n += 1) expect(await countAttempt(LIMIT, WHO)).toBe(0)
  const wait = await countAttempt(LIMIT, WHO)
  expect(wait).toBeGreaterThan(500)
  expect(wait).toBeLessThanOrEqual(600)
  expect(Number.isInteger(wait)).toBe(true)
  expect(await countAttempt(LIMIT, "203.0.113.78")).toBe(0)
  expect(await countAttempt({ ...LIMIT, name: "autre" }, WHO)).toBe(0)
})

test("counting attempts lets as many go on at once", async () => {
  const waits = await Promise.all(Array.from({ length: 20 }, () => countAttempt(LIMIT, WHO)))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
})

test("counting attempts begins anew when the time is over", async () => {
  for (let n = 0; n < 4; n += 1) await countAttempt(LIMIT, WHO)
  await db.execute(sql`update rate_limits set expire = 1`)
  expect(await countAttempt(LIMIT, WHO)).toBe(0)
})

test("counting attempts against several limits asks for the first one's wait", async () => {
  const limits = [LIMIT, { name: "long", points: 1, seconds: 36_000 }]
  expect(await countAttempts(limits, WHO)).toBe(0)
  expect(await countAttempts(limits, WHO)).toBeGreaterThan(35_000)
  await countAttempt(LIMIT, WHO)
  expect(await countAttempts(limits, WHO)).toBeLessThanOrEqual(600)
})

test("counting attempts is taken back, once or wholly", async () => {
  for (let n = 0; n < 3; n += 1) await countAttempt(LIMIT, WHO)
  await forgiveAttempts(LIMIT, WHO, "one")
  expect(await countAttempt(LIMIT, WHO)).toBe(0)
  expect(await countAttempt(LIMIT, WHO)).toBeGreaterThan(0)
  await forgiveAttempts(LIMIT, WHO, "all")
  for (let n = 0; n < 3; n += 1) expect(await countAttempt(LIMIT, WHO)).toBe(0)
})

test("counting attempts fails, rather than let everybody go on, when it cannot be done", async () => {
  await expect(withoutTable("rate_limits", () => countAttempt(LIMIT, WHO))).rejects.toBeDefined()
  expect(await countAttempt(LIMIT, WHO)).toBe(0)
})

test("who is counted is a hash, which is another one each day", async () => {
  setDay("2031-03-04")
  await countAttempt(LIMIT, WHO)
  const [first] = await keys()
  expect(first).toMatch(/^essai:[\w-]{43}$/)
  await countAttempt(LIMIT, WHO)
  expect(await keys()).toEqual([first])
  setDay("2031-03-05")
  await countAttempt(LIMIT, WHO)
  expect(new Set(await keys()).size).toBe(2)
  expect(JSON.stringify(await storedRows("rate_limits"))).not.toContain("203.0.113")
})

test("26.2 who is counted cannot be found out the day after: the salt is gone", async () => {
  setDay("2032-03-04")
  await countAttempt(LIMIT, WHO)
  const [yesterday] = await salts()
  expect(yesterday?.name).toBe("limits-2032-03-04")
  setDay("2032-03-05")
  await countAttempt(LIMIT, WHO)
  const today = await salts()
  expect(today.map(({ name }) => name)).toEqual(["limits-2032-03-05"])
  expect(today[0]?.value).not.toBe(yesterday?.value)
  expect(String(today[0]?.value)).toHaveLength(43)
})

test("who is counted takes no other secret along", async () => {
  await db.execute(sql`insert into secrets values ('newsletter-essai', 'a'), ('essai-2001-01-01', 'b')`)
  setDay("2033-03-04")
  await countAttempt(LIMIT, WHO)
  const names = (await storedRows("secrets")).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(["newsletter-essai", "essai-2001-01-01"]))
})

test.each([
  [1, "1 seconde"],
  [2, "2 secondes"],
  [59, "59 secondes"],
  [60, "1 minute"],
  [61, "2 minutes"],
  [120, "2 minutes"],
  [121, "3 minutes"],
  [3_600, "60 minutes"],
])("%d seconds are « %s »", (seconds, text) => {
  expect(waitingText(seconds)).toBe(`Trop de tentatives. Réessayez dans ${text}.`)
})
