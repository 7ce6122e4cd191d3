import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { expect, test } from "vitest"
import { spawnSite } from "#test/running-site.ts"
import { createServerDatabase, runOn } from "#test/server-database.ts"
import { makeFolder, startOwnPostgres, startOwnSite } from "./for-one-test.ts"
import { NO_POSTGRES } from "./postgres.ts"
import { visit } from "./visitor.ts"

test("a first start on the embedded database, ended at any moment, is made good by the next", async () => {
  const folder = await makeFolder()
  const started = performance.now()
  const whole = await startOwnSite({ DATA_DIR: join(folder, "whole") })
  const wholeMs = performance.now() - started
  await whole.stop("SIGINT")

  const variables = { DATA_DIR: join(folder, "data") }
  const signals: NodeJS.Signals[] = ["SIGKILL", "SIGKILL", "SIGTERM", "SIGKILL", "SIGINT"]
  for (let n = 0; n < 6; n += 1) {
    const moment = 0.1 + n * 0.14
    const site = spawnSite(variables)
    await Promise.race([sleep(moment * wholeMs), site.said(/CKO est en ligne/)])
    await site.stop(signals[n % signals.length])
  }
  const site = await startOwnSite(variables)
  expect((await visit(`${site.url}/episodes/1`)).status).toBe(200)
  // All of the starter content, once.
  const { text } = await visit(`${site.url}/sitemap.xml`)
  expect(new Set(text.match(/\/episodes\/\d+</g)).size).toBe(9)
})

test.skipIf(NO_POSTGRES)(
  `migrations on PostgreSQL, cut off in the middle, are made good by the next start ${NO_POSTGRES ?? ""}`,
  async () => {
    const postgres = await startOwnPostgres()
    for (const isKilled of [false, true]) {
      const { databaseUrl } = await createServerDatabase(postgres.url)
      const release = await holdUp(databaseUrl)
      const site = spawnSite({ DATABASE_URL: databaseUrl })
      const pid = await expectMigrating(databaseUrl)
      if (isKilled) await site.stop("SIGKILL")
      else await runOn(databaseUrl, `select pg_terminate_backend(${pid})`)
      await release()
      expect(await site.ended).toBe(isKilled ? "SIGKILL" : 1)

      const next = await startOwnSite({ DATABASE_URL: databaseUrl, STARTER_CONTENT: "1" })
      expect((await visit(`${next.url}/episodes/1`)).status).toBe(200)
      await next.stop("SIGINT")
    }
  },
)

test.skipIf(NO_POSTGRES)(
  `four processes that start at once on an empty PostgreSQL migrate and fill it once ${NO_POSTGRES ?? ""}`,
  async () => {
    const postgres = await startOwnPostgres()
    const variables = { DATABASE_URL: postgres.url, STARTER_CONTENT: "1" }
    const sites = await Promise.all([0, 1, 2, 3].map(() => startOwnSite(variables)))
    for (const { url } of sites) expect((await visit(`${url}/episodes/1`)).status).toBe(200)
    const [counts] = await runOn<{ episodes: number; migrations: number; distinct: number }>(
      postgres.url,
      `select (select count(*)::int from episodes) episodes, count(*)::int migrations,
        count(distinct hash)::int distinct from drizzle.__drizzle_migrations`,
    )
    expect(counts?.episodes).toBe(10)
    expect(counts?.migrations).toBe(counts?.distinct)
  },
)

/** Holds migrations up in their middle: they wait where they first write what is locked. @returns lets them go on */
async function holdUp(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query("begin; lock table pg_trigger in access exclusive mode")
  return async () => {
    await client.query("rollback").catch(() => {})
    await client.end()
  }
}

/** Waits until migrations are held up. @returns the process of the server that runs them */
async function expectMigrating(databaseUrl: string) {
  let pid: number | undefined
  await expect
    .poll(
      async () => {
        const [row] = await runOn<{ pid: number }>(
          databaseUrl,
          "select pid from pg_stat_activity where wait_event_type = 'Lock' and backend_type = 'client backend' and datname = current_database()",
        )
        pid = row?.pid
        return pid
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0)
  return pid
}
