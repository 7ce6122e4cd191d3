import { beforeAll, expect, test } from "vitest"
import { z } from "zod"
import { openTestDatabase } from "#test/database.ts"
import { db } from "./client.server.ts"
import { readSetting, writeSetting } from "./settings.server.ts"

beforeAll(openTestDatabase)

const NAME = "retention-pass"
const months = z.int().min(1)

test("a setting is what was written last, until it is taken away", async () => {
  expect(await readSetting(NAME, months)).toBeUndefined()
  await writeSetting(db, NAME, 13)
  await writeSetting(db, NAME, 6)
  expect(await readSetting(NAME, months)).toBe(6)
  await writeSetting(db, NAME, null)
  expect(await readSetting(NAME, months)).toBeUndefined()
})

test("a setting that does not fit is none", async () => {
  await writeSetting(db, NAME, "treize")
  expect(await readSetting(NAME, months)).toBeUndefined()
})

test("a setting is not written when its transaction is undone", async () => {
  await writeSetting(db, NAME, 3)
  const undone = db.transaction(async (tx) => {
    await writeSetting(tx, NAME, 4)
    throw new Error("undone")
  })
  await expect(undone).rejects.toThrow("undone")
  expect(await readSetting(NAME, months)).toBe(3)
})
