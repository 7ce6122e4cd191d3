import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { createUser } from "#test/people.ts"
import { countRecoveryCodes, renewRecoveryCodes, takeRecoveryCode } from "./recovery-codes.server.ts"

let userId = ""
let codes: string[] = []

useDatabase()
beforeEach(async () => {
  userId = (await createUser()).id
  codes = await renew()
})

const renew = () => db.transaction((tx) => renewRecoveryCodes(tx, userId))

test("ten codes, all different, none of them in the database", async () => {
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{6}-){3}[0-9a-hjkmnp-tv-z]{6}$/)
  const stored = JSON.stringify(await storedRows("recovery_codes"))
  for (const code of codes) expect(stored).not.toContain(code)
})

test("a code is good once, however it is typed, and of twenty at once one passes", async () => {
  const [first = "", second = "", third = ""] = codes
  expect([await takeRecoveryCode(userId, first), await takeRecoveryCode(userId, first)]).toEqual([
    true,
    false,
  ])
  const typed = ` ${second.toUpperCase().replaceAll("-", " ").replaceAll("0", "O").replaceAll("1", "l")} `
  expect(await takeRecoveryCode(userId, typed)).toBe(true)
  const passed = await Promise.all(Array.from({ length: 20 }, () => takeRecoveryCode(userId, third)))
  expect([passed.filter(Boolean).length, await countRecoveryCodes(userId)]).toEqual([1, 7])
})

test("new codes end the old ones, and nobody's are another's", async () => {
  const renewed = await renew()
  const stranger = await createUser()
  expect(await takeRecoveryCode(userId, codes[0] ?? "")).toBe(false)
  expect(await takeRecoveryCode(stranger.id, renewed[0] ?? "")).toBe(false)
  expect(await takeRecoveryCode(userId, renewed[0] ?? "")).toBe(true)
})

test.each(["", "-", "000000-000000-000000-000000", "%00", "é".repeat(100_000)])(
  "what is no code lets nobody in (%#)",
  async (typed) => expect(await takeRecoveryCode(userId, typed)).toBe(false),
)
