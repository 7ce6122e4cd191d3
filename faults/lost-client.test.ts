import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "drizzle-orm"
import { expect, onTestFinished, test } from "vitest"
import { closeDatabase, db, openDatabase } from "#app/db/client.server.ts"
import { runOn } from "#test/server-database.ts"
import { createNetwork, NO_NETWORK } from "./network.ts"
import { NO_POSTGRES, startPostgres } from "./postgres.ts"

const WHY_NOT = NO_POSTGRES ?? NO_NETWORK
/** The server notices by then that its client is gone. */
const NOTICED_MS = 30_000

test.skipIf(WHY_NOT)(
  `22.3 who is cut off from the database in the middle of a transaction holds its rows for half a minute ${WHY_NOT ?? ""}`,
  async () => {
    const network = createNetwork(["primary"])
    onTestFinished(network.remove)
    const primary = network.at("primary")
    const postgres = await startPostgres(primary, network.range)
    onTestFinished(postgres.remove)
    await openDatabase({ databaseUrl: postgres.url, dataDir: "unused" })
    onTestFinished(closeDatabase)
    const holders = () =>
      runOn(postgres.localUrl, "select from pg_stat_activity where state = 'idle in transaction'")

    const held = Promise.withResolvers<void>()
    const transaction = db.transaction(async (tx) => {
      await tx.execute(sql`select from drizzle.__drizzle_migrations for update`)
      held.resolve()
      await sleep(NOTICED_MS)
      await tx.execute(sql`select 1`)
    })
    await held.promise
    expect(await holders()).toHaveLength(1)
    network.cut(network.here, primary)
    await sleep(NOTICED_MS)
    expect(await holders()).toHaveLength(0)
    network.mend(network.here, primary)
    await expect(transaction).rejects.toThrow("Failed query")
  },
)
