import { beforeAll, expect, test } from "vitest"
import { closeDatabase, db } from "#app/db/client.server.ts"
import { version } from "#package"
import { send } from "#test/app.ts"
import { openTestDatabase } from "#test/database.ts"
import { takeLoggedErrors } from "#test/setup.ts"

beforeAll(openTestDatabase)

async function readHealth() {
  const response = await send("/healthz")
  expect(response.headers.get("cache-control")).toBe("no-store")
  return { code: response.status, ...(await response.json()) }
}

test("says that all is well", async () => {
  expect(await readHealth()).toEqual({ code: 200, status: "ok", database: "ok", version })
})

test("says within moments that the database does not answer", async () => {
  const busy = Promise.withResolvers<void>()
  // As many as a pool has connections.
  const holders = Array.from({ length: 10 }, () => db.transaction(() => busy.promise))
  const start = performance.now()
  const health = await readHealth()
  busy.resolve()
  await Promise.all(holders)
  expect(health).toMatchObject({ code: 503, status: "error", database: "unreachable" })
  // It waits for two seconds; for its turn in the pool it would be thirty.
  expect(performance.now() - start).toBeLessThan(20_000)
  expect(takeLoggedErrors()).toHaveLength(2)
})

test("says that the database is gone", async () => {
  await closeDatabase()
  expect(await readHealth()).toMatchObject({ code: 503, status: "error", database: "unreachable" })
  expect(takeLoggedErrors()).toHaveLength(2)
})
