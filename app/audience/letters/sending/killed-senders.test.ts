import { expect, onTestFinished, test, vi } from "vitest"
import { databaseUrl, openTestDatabase } from "#test/database.ts"
import { sendUnderKills } from "#test/killed-letter.ts"

vi.setConfig({ testTimeout: 300_000 })
const PEOPLE = 200
const KILLS = 2

// With ten thousand people and five kills in faults/killed-letters.test.ts.
test("45.2 a letter whose processes are killed in the middle loses nobody, and reaches nobody twice", async () => {
  onTestFinished(await openTestDatabase())
  const options = { people: PEOPLE, kills: KILLS, connections: 3, perConnection: 20, patienceMs: 250_000 }
  const { counts, ...seen } = await sendUnderKills({ databaseUrl, ...options })
  expect(seen.killed).toBe(KILLS)
  expect(counts.sent + counts.refused + counts.uncertain).toBe(PEOPLE)
  expect(counts.refused).toBe(seen.gone)
  expect(counts.uncertain).toBeLessThanOrEqual(KILLS * seen.mostOpen)
  expect(Math.max(...seen.taken.values()), "acknowledgements of one mail").toBe(1)
  expect(seen.taken.size).toBeGreaterThanOrEqual(counts.sent)
  expect(seen.taken.size).toBeLessThanOrEqual(counts.sent + counts.uncertain)
})
