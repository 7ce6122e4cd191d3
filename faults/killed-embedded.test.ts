import { join } from "node:path"
import pg from "pg"
import { expect, test } from "vitest"
import { openEmbedded } from "../app/db/embedded.server.ts"
import { LAZY, makeFolder } from "./for-one-test.ts"
import { compare } from "./kept.ts"
import { expectAllKept, KILLS, killUnderWrites } from "./killing.ts"

test(`a site on the embedded database, killed ${KILLS} times, keeps what it acknowledged`, async () => {
  const dataDir = await makeFolder()
  const ledger = await killUnderWrites({ DATA_DIR: dataDir, STARTER_CONTENT: "0" }, LAZY)
  const embedded = await openEmbedded({ dataDir: join(dataDir, "database") })
  const pool = new pg.Pool({ stream: embedded.connect, max: 1, user: "postgres" })
  const kept = await compare(ledger, async (text) => (await pool.query(text)).rows, dataDir)
  await pool.end()
  await embedded.close()
  expectAllKept(kept, ledger)
  expect(kept.views).toBeGreaterThan(0)
})
