import { expect, test } from "vitest"
import { runOn } from "#test/server-database.ts"
import { makeFolder, startOwnPostgres, startOwnSite } from "./for-one-test.ts"
import { compare, readOutbox } from "./kept.ts"
import { expectAllKept, killUnderWrites } from "./killing.ts"
import { countDownloads, createSound, foldAll, listen, waitForFold, writeCounts } from "./listeners.ts"
import { NO_POSTGRES } from "./postgres.ts"
import { prepare } from "./prepared-site.ts"

const KILLS = 5

test.skipIf(NO_POSTGRES)(
  `a site on PostgreSQL, killed ${KILLS} times, keeps what it acknowledged ${NO_POSTGRES ?? ""}`,
  async () => {
    const postgres = await startOwnPostgres()
    const dataDir = await makeFolder()
    const ledger = await killUnderWrites({ DATA_DIR: dataDir, DATABASE_URL: postgres.url }, KILLS)
    const kept = await compare(
      ledger,
      (text) => runOn(postgres.url, text),
      () => readOutbox(dataDir),
    )
    expectAllKept(kept, ledger)
    expect(kept.views).toBeGreaterThan(0)
  },
)

test.skipIf(NO_POSTGRES)(
  `48.4 a site that is killed while it counts, and while it sums up, counts nobody twice ${NO_POSTGRES ?? ""}`,
  async () => {
    const postgres = await startOwnPostgres()
    const query = (text: string) => runOn(postgres.url, text)
    const variables = { DATA_DIR: await makeFolder(), DATABASE_URL: postgres.url }
    const first = await startOwnSite(variables)
    await prepare(first.url)
    const path = await createSound(query, variables.DATA_DIR, "tue")
    const [early, late] = [range(1, 20), range(21, 40)]
    await listen(first.url + path, early)
    await expect.poll(() => writeCounts(query).then(() => countDownloads(query))).toBe(20)
    await listen(first.url + path, [...early, ...late])
    await writeCounts(query)
    await first.stop("SIGKILL")

    const second = await startOwnSite(variables)
    await listen(second.url + path, early)
    await listen(second.url + path, late.slice(0, 5))
    await expect.poll(() => writeCounts(query).then(() => countDownloads(query))).toBeGreaterThanOrEqual(25)
    const counted = await countDownloads(query)
    expect(counted).toBeLessThanOrEqual(40)
    await foldAll(query)
    await second.stop("SIGKILL")

    await startOwnSite(variables)
    await waitForFold(query)
    const [kept] = await query("select downloads from episode_counts where episode_id = 1")
    expect([await countDownloads(query), kept?.downloads]).toEqual([counted, counted])
  },
)

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
