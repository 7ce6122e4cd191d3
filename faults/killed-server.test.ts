import { expect, test } from "vitest"
import { runOn } from "#test/server-database.ts"
import { makeFolder, startOwnPostgres } from "./for-one-test.ts"
import { compare } from "./kept.ts"
import { expectAllKept, killUnderWrites } from "./killing.ts"
import { NO_POSTGRES } from "./postgres.ts"

const KILLS = 5

test.skipIf(NO_POSTGRES)(
  `a site on PostgreSQL, killed ${KILLS} times, keeps what it acknowledged ${NO_POSTGRES ?? ""}`,
  async () => {
    const postgres = await startOwnPostgres()
    const dataDir = await makeFolder()
    const ledger = await killUnderWrites({ DATA_DIR: dataDir, DATABASE_URL: postgres.url }, KILLS)
    const kept = await compare(ledger, (text) => runOn(postgres.url, text), dataDir)
    expectAllKept(kept, ledger)
    expect(kept.views).toBeGreaterThan(0)
  },
)
