import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, inject, onTestFinished, test, vi } from "vitest"
import { explain } from "#server/explain.ts"
import { freePort } from "#test/free-port.ts"
import { createServerDatabase, runOn } from "#test/server-database.ts"
import { PATIENCE } from "#test/setup.ts"
import { closeDatabase, openDatabase } from "./client.server.ts"

const PGBOUNCER = "/usr/sbin/pgbouncer"
const LEFT_LOCKS = `select objid from pg_locks join pg_database d on d.oid = database
  where locktype = 'advisory' and datname = current_database()`

/** As in the second step of .ci/run: the embedded server listens on a socket that only its owner may open. */
const isThere = existsSync(PGBOUNCER) && process.env.TEST_DATABASE_URL !== undefined

test.runIf(isThere)("behind a pooler that keeps sessions the database opens as it does without", async () => {
  const { pooledUrl } = await startPooler("session")
  onTestFinished(closeDatabase)
  expect(await openDatabase({ databaseUrl: pooledUrl, dataDir: "unused" })).toBe(pooledUrl)
})

test.runIf(isThere)("one that keeps no sessions is refused, before a lock stays behind in it", async () => {
  const { pooledUrl, databaseUrl } = await startPooler("transaction")
  const refused = await openDatabase({ databaseUrl: pooledUrl, dataDir: "unused" }).catch(explain)
  expect(refused).toContain("pool_mode = session")
  expect(await runOn(databaseUrl, LEFT_LOCKS)).toEqual([])
  expect(await runOn(databaseUrl, "select 1 from pg_tables where schemaname = 'public'")).toEqual([])
})

/** @returns the addresses of an empty database: behind PgBouncer, and its own */
async function startPooler(mode: "session" | "transaction") {
  const created = await createServerDatabase(inject("databaseServer"))
  const folder = await mkdtemp(join(tmpdir(), "cko-test-"))
  const port = await freePort()
  const { hostname, port: serverPort, username, pathname } = new URL(created.databaseUrl)
  const settings = join(folder, "pgbouncer.ini")
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`,
  )
  await chmod(folder, 0o755)
  // It refuses to run as root.
  const uid = process.getuid?.() === 0 ? 65_534 : undefined
  const pooler = spawn(PGBOUNCER, ["-q", settings], { uid, stdio: "ignore" })
  const stopped = once(pooler, "exit")
  onTestFinished(async () => {
    pooler.kill()
    await stopped
    await created.drop()
    await rm(folder, { recursive: true })
  })
  const pooledUrl = `postgres://${username}@127.0.0.1:${port}${pathname}`
  await vi.waitFor(() => runOn(pooledUrl, "select 1"), PATIENCE)
  return { pooledUrl, databaseUrl: created.databaseUrl }
}
