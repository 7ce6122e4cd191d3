import "#app/office/types/types.server.ts"
import { beforeAll, expect, test } from "vitest"
import { emptyDatabase, openTestDatabase } from "#test/database.ts"
import { JOBS } from "./jobs.server.ts"

beforeAll(openTestDatabase)
beforeAll(emptyDatabase)

test.each(JOBS)(
  "$name has nothing to do at a site where nothing happened, and knows it",
  async ({ run, atEnd }) => {
    const { signal } = new AbortController()
    for (const isAsked of [false, true])
      await expect(Promise.resolve(run({ signal, isAsked }))).resolves.not.toThrow()
    await atEnd?.()
  },
)

test("what has its turn by the clock is looked for at most every five seconds", () => {
  expect(JOBS.filter(({ everyMs }) => everyMs < 5_000)).toEqual([])
})
