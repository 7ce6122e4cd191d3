import { eq } from "drizzle-orm"
import { Secret, TOTP } from "otpauth"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { totpSecrets } from "#app/db/schema/accounts.server.ts"
import { emptyDatabase, openTestDatabase } from "#test/database.ts"
import { stopClock } from "#test/factors.ts"
import { createUser } from "#test/people.ts"
import { hasFactor } from "./factors.server.ts"
import {
  checkTotp,
  confirmTotp,
  findStartedTotp,
  findStep,
  matchFirstCode,
  startTotp,
} from "./totp.server.ts"

const RFC_SECRET = Secret.fromUTF8("12345678901234567890").base32

// RFC 6238, appendix B, the last six digits of SHA-1's.
test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("the code of RFC 6238 at %i s is %s", (seconds, code) => {
  expect(findStep(RFC_SECRET, code, seconds * 1_000)).toBe(Math.floor(seconds / 30))
})

test("13.6 a clock may be 30 seconds off, and not 60", () => {
  const at = (seconds: number) => findStep(RFC_SECRET, "279037", (2_000_000_000 + seconds) * 1_000)
  const step = Math.floor(2_000_000_000 / 30)
  // The second given is the 20th of its step.
  expect([at(-30), at(0), at(30), at(39)]).toEqual([step, step, step, step])
  expect([at(-60), at(-51), at(40), at(60)]).toEqual([undefined, undefined, undefined, undefined])
})

test.each([
  "",
  "28708",
  "2870822",
  "28708a",
  "２８７０８２",
  "+87082",
  "287082\0",
  "-1",
  "2".repeat(100_000),
])("what is not six digits is no code (%#)", (code) =>
  expect(findStep(RFC_SECRET, code, 59_000)).toBeUndefined(),
)

test("a code may be typed in groups", () => {
  expect(findStep(RFC_SECRET, " 287\u202f082 ", 59_000)).toBe(1)
})

describe("an authenticator app", () => {
  let person: { id: string; email: string }
  const codeOf = (secret: string, shift = 0) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + shift * 1_000 })

  beforeAll(openTestDatabase)
  beforeEach(async () => {
    stopClock()
    await emptyDatabase()
    person = await createUser("admin", "awa+é@cko.test")
  })

  async function setUp() {
    const { secret } = (await startTotp(person)) ?? { secret: "" }
    const match = await matchFirstCode(person.id, codeOf(secret, -30))
    if (!match) throw new Error("the first code was refused")
    expect(await db.transaction((tx) => confirmTotp(tx, person.id, match))).toBe(true)
    return secret
  }

  test("an app counts once its first code was typed", async () => {
    const started = await startTotp(person)
    expect(started?.uri).toMatch(/^otpauth:\/\/totp\/CKO:awa%2B%C3%A9%40cko\.test\?issuer=CKO&secret=/)
    expect([await hasFactor(person.id), await checkTotp(person.id, codeOf(started?.secret ?? ""))]).toEqual([
      false,
      false,
    ])
    expect(await findStartedTotp(person)).toEqual(started)
    await setUp()
    expect([await hasFactor(person.id), await findStartedTotp(person)]).toEqual([true, undefined])
  })

  test("an app in use is not replaced by another one", async () => {
    const secret = await setUp()
    expect(await startTotp(person)).toBeUndefined()
    expect(await checkTotp(person.id, codeOf(secret))).toBe(true)
  })

  test("a first code of an app that was begun anew meanwhile is refused", async () => {
    const first = await startTotp(person)
    const match = await matchFirstCode(person.id, codeOf(first?.secret ?? ""))
    await startTotp(person)
    if (!match) throw new Error("the first code was refused")
    expect(await db.transaction((tx) => confirmTotp(tx, person.id, match))).toBe(false)
    expect(await hasFactor(person.id)).toBe(false)
  })

  test("a code is good once, the first one too, and none of before it", async () => {
    const secret = await setUp()
    expect(await checkTotp(person.id, codeOf(secret, -30))).toBe(false)
    expect(await checkTotp(person.id, codeOf(secret, 30))).toBe(true)
    expect(await checkTotp(person.id, codeOf(secret, 30))).toBe(false)
    expect(await checkTotp(person.id, codeOf(secret))).toBe(false)
  })

  test("of twenty who come with one code at once, one passes", async () => {
    const secret = await setUp()
    const code = codeOf(secret)
    const passed = await Promise.all(Array.from({ length: 20 }, () => checkTotp(person.id, code)))
    expect(passed.filter(Boolean)).toHaveLength(1)
  })

  test("the database does not hold the secret as it is, nor one that another person could use", async () => {
    const secret = await setUp()
    const [row] = await db.select().from(totpSecrets)
    expect(row?.secret).not.toContain(secret)
    const thief = await createUser()
    await db.update(totpSecrets).set({ userId: thief.id }).where(eq(totpSecrets.userId, person.id))
    await expect(checkTotp(thief.id, codeOf(secret))).rejects.toThrow(/unable to authenticate/)
  })
})
