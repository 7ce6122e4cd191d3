import { setImmediate } from "node:timers/promises"
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { openOwnDatabase, openTestDatabase, useDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { connectionPool, db, oncePerDatabase, preparedOnce } from "./client.server.ts"
import { episodes } from "./schema/content.server.ts"
import { afterCommit } from "./transaction-scope.server.ts"

useDatabase()

const countStatement = preparedOnce(() => db.select({ id: episodes.id }).from(episodes).prepare("count"))

test.each<[what: string, ask: () => Promise<unknown>]>([
  ["a query", async () => db.select().from(episodes)],
  ["a prepared statement", () => countStatement().execute()],
  ["another transaction", () => db.transaction(async () => {})],
  ["a connection", () => connectionPool().connect()],
  ["a query after a pause", () => setImmediate().then(() => db.$count(episodes))],
])("inside a transaction %s outside of it is refused at once, and undoes it", async (_what, ask) => {
  const transaction = db.transaction(async (tx) => {
    await tx.insert(episodes).values({ title: "Un épisode" })
    await ask()
  })
  const error = await transaction.catch((reason: unknown) => reason)
  const { name } = error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error)
  expect(name).toBe("OutsideTransactionError")
  expect(await db.$count(episodes)).toBe(0)
})

test("inside a transaction what is given the transaction goes on", async () => {
  await db.transaction(async (tx) => {
    await tx.insert(episodes).values({ title: "Un épisode" })
    await tx.transaction((nested) => nested.update(episodes).set({ title: "Un autre" }))
    expect(await tx.$count(episodes, eq(episodes.title, "Un autre"))).toBe(1)
  })
  expect(await db.$count(episodes)).toBe(1)
})

test("inside a transaction what it set off and did not wait for may ask once it is over", async () => {
  const committed = Promise.withResolvers<void>()
  const later = await db.transaction(async () => [committed.promise.then(() => db.$count(episodes))])
  committed.resolve()
  expect(await Promise.all(later)).toEqual([0])
})

test("inside a transaction many at the same time, more than there are connections, all end", async () => {
  await Promise.all(
    Array.from({ length: 30 }, () => db.transaction((tx) => tx.insert(episodes).values({ title: "Un" }))),
  )
  expect(await db.$count(episodes)).toBe(30)
})

test("after a commit what was put off is done, with what was written", async () => {
  const counted = Promise.withResolvers<number>()
  await db.transaction(async (tx) => {
    afterCommit(() => counted.resolve(db.$count(episodes)))
    await tx.insert(episodes).values({ title: "Un épisode" })
  })
  expect(await counted.promise).toBe(1)
})

test("after a commit that never comes nothing is", async () => {
  let isDone = false
  const undone = db.transaction(async () => {
    afterCommit(() => (isDone = true))
    throw new Error("undone")
  })
  await expect(undone).rejects.toThrow("undone")
  expect(isDone).toBe(false)
})

test("after a commit is at once where there is no transaction", () => {
  let isDone = false
  afterCommit(() => (isDone = true))
  expect(isDone).toBe(true)
})

test("the same database object serves each database that is opened", async () => {
  await createEpisode()
  const value = oncePerDatabase(() => ({}))
  const first = value()
  expect(value()).toBe(first)
  expect(await countStatement().execute()).toHaveLength(1)
  const close = await openOwnDatabase()
  expect(value()).not.toBe(first)
  expect(await countStatement().execute()).toEqual([])
  await close()
  await openTestDatabase()
})

test("what the database refuses costs nobody a connection", async () => {
  const pool = connectionPool()
  await pool.query("select 1")
  const before = pool.totalCount
  let ended = 0
  pool.on("remove", () => (ended += 1))
  for (const [text, refusal] of [
    ["select 1 / 0", "division by zero"],
    ["insert into episodes (title) values ('')", "episodes_title_filled"],
    ["select nothing", "does not exist"],
  ] as const)
    await expect(pool.query(text)).rejects.toThrow(refusal)
  expect([pool.totalCount, ended]).toEqual([before, 0])
  await expect(pool.query("select pg_terminate_backend(pg_backend_pid())")).rejects.toThrow(
    "terminating connection",
  )
  await expect.poll(() => ended).toBe(1)
})
