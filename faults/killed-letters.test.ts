import { expect, onTestFinished, test, vi } from "vitest"
import { closeDatabase, openDatabase } from "../app/db/client.server.ts"
import { joinEmbedded } from "../app/db/embedded/embedded.server.ts"
import { getSecret } from "../app/db/secrets.server.ts"
import { applySettings } from "../app/kit/lib/settings.server.ts"
import { sendUnderKills } from "#test/killed-letter.ts"
import { makeFolder } from "./for-one-test.ts"

vi.setConfig({ testTimeout: 900_000 })
const PEOPLE = 1_500
const KILLS = 3

test(`45.2 a letter to ${PEOPLE} people, its processes killed ${KILLS} times and the mail server hanging up, loses nobody and reaches nobody twice`, async () => {
  const dataDir = await makeFolder()
  const { url: databaseUrl, leave } = await joinEmbedded(dataDir)
  onTestFinished(leave)
  applySettings({
    publicUrl: "https://cko.test",
    dataDir,
    cookieSecret: () => getSecret("cookies"),
    feedIntervalMinutes: 0,
  })
  await openDatabase({ databaseUrl, dataDir })
  onTestFinished(closeDatabase)
  const { counts, ...seen } = await sendUnderKills({
    ...{ databaseUrl, people: PEOPLE, kills: KILLS, connections: 4, perConnection: 100 },
    ...{ dropsOneOf: 400, patienceMs: 800_000 },
  })
  console.log(JSON.stringify({ counts, ...seen, taken: seen.taken.size }))
  expect(seen.killed).toBe(KILLS)
  expect(counts.sent + counts.refused + counts.uncertain).toBe(PEOPLE)
  expect(counts.refused).toBe(seen.gone)
  expect(counts.uncertain).toBeLessThanOrEqual(KILLS * seen.mostOpen + seen.drops)
  expect(Math.max(...seen.taken.values()), "acknowledged twice").toBe(1)
  expect(seen.taken.size).toBeGreaterThanOrEqual(counts.sent)
  expect(seen.taken.size).toBeLessThanOrEqual(counts.sent + counts.uncertain)
})
