import { expect, test } from "vitest"
import { onEmbedded } from "./embedded-database.ts"
import { makeFolder } from "./for-one-test.ts"
import { compare, readOutbox } from "./kept.ts"
import { expectAllKept, killUnderWrites } from "./killing.ts"

const KILLS = 8

test(`a site on the embedded database, killed ${KILLS} times, keeps what it acknowledged`, async () => {
  const dataDir = await makeFolder()
  const ledger = await killUnderWrites({ DATA_DIR: dataDir, STARTER_CONTENT: "0" }, KILLS)
  const kept = await onEmbedded(dataDir, (query) => compare(ledger, query, () => readOutbox(dataDir)))
  expectAllKept(kept, ledger)
  expect(kept.views).toBeGreaterThan(0)
})
