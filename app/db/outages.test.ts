import { beforeAll, expect, onTestFinished, test } from "vitest"
import { type RequestContext, requestContext } from "#app/kit/lib/request-context.server.ts"
import { databaseUrl, openTestDatabase } from "#test/database.ts"
import { startRelay } from "#test/relay.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { openWatchedPool } from "./outages.server.ts"
import { WatchedClient } from "./watched-pool.server.ts"

beforeAll(openTestDatabase)

async function openRelayedPool({
  connections = 2,
  revive,
}: { connections?: number; revive?: () => void } = {}) {
  const relay = await startRelay(databaseUrl)
  const { pool, close } = openWatchedPool(
    { connectionString: relay.url, max: connections, connectionTimeoutMillis: 30_000 },
    revive && (async () => revive()),
  )
  onTestFinished(async () => {
    relay.thaw()
    await close()
    relay.close()
  })
  const ask = async (text = "select 1 as response") => (await pool.query<{ response: number }>(text)).rows
  return { relay, pool, ask }
}

/** What came of asking, and after how long. */
async function timed(ask: () => Promise<unknown>) {
  const start = performance.now()
  const outcome = await ask().then(
    () => "answered",
    (reason: unknown) => (reason instanceof Error ? reason.name : "failed"),
  )
  return { outcome, ms: performance.now() - start }
}

test("nobody waits for a silent database, who comes is refused at once, and it is found again", async () => {
  let revivals = 0
  const { relay, pool, ask } = await openRelayedPool({ revive: () => (revivals += 1) })
  expect(await ask()).toEqual([{ response: 1 }])
  const held = await pool.connect()

  relay.freeze()
  const requests = Array.from({ length: 5 }, (): RequestContext => ({ id: "", queries: 0 }))
  // One in a transaction's place, one over the other connection, three that wait for one.
  const waited = await Promise.all(
    requests.map((request, n) =>
      requestContext.run(request, () => timed(() => (n === 0 ? held.query("select 1") : ask()))),
    ),
  )
  const late = await Promise.all([1, 2, 3].map(() => timed(ask)))
  held.release(true)
  expect(new Set(waited.map(({ outcome }) => outcome))).toEqual(new Set(["DatabaseDownError"]))
  // Two seconds until somebody asks why, and two for the answer; for a connection one may wait 30.
  for (const { ms } of waited) expect(ms).toBeLessThan(20_000)
  expect(requests.every(({ isDatabaseDown }) => isDatabaseDown)).toBe(true)
  expect(late.map(({ outcome }) => outcome)).toEqual(late.map(() => "DatabaseDownError"))
  expect(Math.min(...late.map(({ ms }) => ms))).toBeLessThan(1_000)
  expect(revivals).toBeGreaterThan(0)

  relay.thaw()
  await expect.poll(() => ask().catch(() => "not yet")).toEqual([{ response: 1 }])
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
})

test("a slow answer of a database that answers others is waited for", async () => {
  const { ask } = await openRelayedPool()
  expect(await ask("select 1 as response from pg_sleep(3)")).toEqual([{ response: 1 }])
})

test("a database that takes no newcomer goes on being asked by who is there", async () => {
  const { relay, pool, ask } = await openRelayedPool()
  const held = await pool.connect()
  await ask()
  relay.freezeNewcomers()
  // Long enough for somebody to ask why, and to get no answer.
  const slow = held.query("select pg_sleep(6)")
  for (let second = 0; second < 12; second += 1)
    expect(await ask("select 1 as response from pg_sleep(0.5)")).toEqual([{ response: 1 }])
  await slow
  held.release()
})

test("a connection that is cut fails who waits for it, and leaves the pool to others", async () => {
  const { pool, ask } = await openRelayedPool({ connections: 1 })
  const client = await pool.connect()
  if (!(client instanceof WatchedClient)) throw new Error("not ours")
  const waiting = client.query("select pg_sleep(10)")
  client.cut(new Error("silent for too long"))
  await expect(waiting).rejects.toThrow("silent for too long")
  await expect(client.query("select 1")).rejects.toThrow("not queryable")
  client.release()
  expect(await ask()).toEqual([{ response: 1 }])
  // Said where its end shows after it was given back.
  takeLoggedErrors()
})
