import { sql } from "drizzle-orm"
import { describe, expect, onTestFinished, test } from "vitest"
import { closeDatabase, db, openDatabase } from "#app/db/client.server.ts"
import { noteChange, openReplica, readFromReplica } from "#app/db/replica.server.ts"
import { spawnSite } from "#test/running-site.ts"
import { runOn } from "#test/server-database.ts"
import { makeFolder, startOwnPostgres, startOwnSite } from "./for-one-test.ts"
import { NO_POSTGRES } from "./postgres.ts"
import { prepare } from "./prepared-site.ts"
import { visit } from "./visitor.ts"

describe.skipIf(NO_POSTGRES)(`a replica for reading ${NO_POSTGRES ?? ""}`, () => {
  test("22.3 visitors see what was changed, whether the replica follows, lags, stands still or is gone", async () => {
    const primary = await startOwnPostgres()
    const replica = await primary.replicate()
    const site = await startOwnSite({
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: replica.url,
      DATA_DIR: await makeFolder(),
    })
    const cookie = await prepare(site.url)
    const page = () => visit(`${site.url}/episodes/1`)
    /** The old one, kept once more, would stay for a minute. */
    const change = async (title: string) => {
      await runOn(primary.url, `update episodes set title = '${title}' where id = 1`)
      await expect.poll(async () => (await page()).text, { interval: 20, timeout: 20_000 }).toContain(title)
      expect((await page()).text).toContain(title)
    }
    const health = async () => (await visit(`${site.url}/admin/health`, { cookie })).text

    await change("Suivi")
    await expect.poll(health).toContain("utilisée")
    await expect.poll(async () => (await page()).status).toBe(200)
    const readers = await runOn(replica.url, "select from pg_stat_activity where query like '%episodes%'")
    expect(readers.length).toBeGreaterThan(0)

    await runOn(replica.url, "select pg_wal_replay_pause()")
    await change("En retard")
    await expect.poll(health, { interval: 1_000 }).toContain("en retard")
    await runOn(replica.url, "select pg_wal_replay_resume()")
    await expect.poll(health).toContain("utilisée")

    await replica.freeze()
    await change("Figé")
    await replica.thaw()
    await replica.stop()
    await change("Absent")
    await expect.poll(health).toContain("absente")
    await replica.start()
    await expect.poll(health).toContain("utilisée")
    await change("Revenu")

    // What happens to it in a failover; the primary goes on here.
    await runOn(replica.url, "select pg_promote()")
    await change("Promu")
    await expect.poll(health).toContain("pas une réplique de cette base")
  })

  test("27.1 an address that leads to other data is refused at the start", async () => {
    const primary = await startOwnPostgres()
    await runOn(primary.url, "create database another")
    const another = Object.assign(new URL(primary.url), { pathname: "another" }).href
    const dataDir = await makeFolder()
    const site = spawnSite({ DATABASE_URL: primary.url, DATABASE_READ_URL: another, DATA_DIR: dataDir })
    expect(await site.ended).toBe(1)
    expect(site.output()).toContain("DATABASE_READ_URL mène à d’autres données que DATABASE_URL")
  })

  test("a rendering that writes goes on at the primary, where it sees what it wrote", async () => {
    const primary = await startOwnPostgres()
    const replica = await primary.replicate()
    onTestFinished(closeDatabase)
    await openDatabase({ databaseUrl: primary.url, dataDir: "unused" })
    onTestFinished(await openReplica(replica.url, 4))
    const isOnReplica = async () => {
      const { rows } = await db.execute<{ is: boolean }>(sql`select pg_is_in_recovery() as is`)
      return rows[0]?.is
    }
    await expect.poll(() => readFromReplica(isOnReplica)).toBe(true)
    expect(await isOnReplica()).toBe(false)
    await readFromReplica(async () => {
      expect(await isOnReplica()).toBe(true)
      expect(await db.transaction((tx) => tx.execute(sql`select pg_is_in_recovery() as is`))).toMatchObject({
        rows: [{ is: false }],
      })
      await db.execute(sql`insert into settings (name, value) values ('tried', '1')`)
      expect(await db.execute(sql`select value from settings where name = 'tried'`)).toMatchObject({
        rows: [{ value: 1 }],
      })
      expect(await isOnReplica()).toBe(false)
    })
    await runOn(replica.url, "select pg_wal_replay_pause()")
    expect(await readFromReplica(isOnReplica)).toBe(true)
    await db.execute(sql`delete from settings where name = 'tried'`)
    noteChange()
    expect(await readFromReplica(isOnReplica)).toBe(false)
  })
})
