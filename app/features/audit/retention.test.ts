import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { connectionPool, db } from "#app/db/client.server.ts"
import { emptyTables, openTestDatabase } from "#test/database.ts"
import { deleteOldDeeds, setRetention } from "./retention.server.ts"

beforeAll(openTestDatabase)
beforeEach(() => emptyTables("audit_log", "settings"))

/** Rows of so many days ago. */
const tell = (...days: number[]) =>
  db.execute(sql`insert into audit_log (at, actor, action, kind, title)
    select now() - day * interval '1 day', 'awa@cko.test', 'update', 'page', day::text from unnest(${sql.param(days)}::int[]) day`)
const left = async () =>
  (
    await db.execute<{ title: string }>(sql`select title from audit_log where kind = 'page' order by at desc`)
  ).rows.map(({ title }) => Number(title))
const inTransaction = (purpose: string, statement: string) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('cko.audit', ${purpose}, true)`)
    await tx.execute(sql.raw(statement))
  })

describe("the log is only added to", () => {
  beforeEach(() => tell(0, 500))

  test.each([
    ["", "update audit_log set title = 'x'"],
    ["", "delete from audit_log"],
    ["", "truncate audit_log"],
    ["retention", "truncate audit_log"],
    ["retention", "update audit_log set title = 'x'"],
    ["retention", "delete from audit_log"],
    ["retention", "delete from audit_log where title = '0'"],
    ["erasure", "delete from audit_log"],
    ["erasure", "truncate audit_log"],
    ["erasure", "update audit_log set at = now()"],
    ["erasure", "update audit_log set action = 'create'"],
    ["erasure", "update audit_log set kind = 'user', title = ''"],
    ["erasure", "update audit_log set item_id = '1'"],
    ["erasure", "update audit_log set actor_role = 'admin'"],
    ["anything", "delete from audit_log"],
  ])("the log is only added to: %j, %s", async (purpose, statement) => {
    await expect(inTransaction(purpose, statement)).rejects.toMatchObject({
      cause: { message: "the log is only added to" },
    })
    expect(await left()).toEqual([0, 500])
  })

  test("the log lets old rows go and names be blanked, for one transaction", async () => {
    await inTransaction(
      "erasure",
      "update audit_log set actor = '', actor_id = null, title = title, changes = null",
    )
    await inTransaction("retention", "delete from audit_log where title = '500'")
    expect(await left()).toEqual([0])
    await expect(db.execute(sql`delete from audit_log`)).rejects.toThrow(/delete from audit_log/)
  })
})

test("what is older than 13 months goes, a batch at a time", async () => {
  await tell(0, 30, 390, 399, 400, 450, 900, 1_000)
  expect(await deleteOldDeeds({ batch: 2 })).toBe(5)
  expect(await left()).toEqual([0, 30, 390])
  expect(await deleteOldDeeds({ batch: 2 })).toBe(0)
})

test("what is older than the admins set goes, a month at the least", async () => {
  await tell(0, 27, 32, 200)
  await setRetention(6)
  expect(await deleteOldDeeds()).toBe(1)
  await setRetention(1)
  expect(await deleteOldDeeds()).toBe(1)
  expect(await left()).toEqual([0, 27])
})

test("of several processes one lets old rows go", async () => {
  await tell(...Array.from({ length: 40 }, (_, n) => 500 + n))
  const other = await connectionPool().connect()
  await other.query("begin")
  await other.query("select pg_advisory_xact_lock(20251106)")
  expect(await deleteOldDeeds()).toBe(0)
  await other.query("rollback")
  other.release()
  const counts = await Promise.all([deleteOldDeeds({ batch: 5 }), deleteOldDeeds({ batch: 5 })])
  expect(counts[0] + counts[1]).toBe(40)
  expect(await left()).toEqual([])
})

test("who is stopped stops between two batches", async () => {
  await tell(500, 501, 502)
  expect(await deleteOldDeeds({ batch: 1, signal: AbortSignal.abort() })).toBe(0)
  expect(await left()).toHaveLength(3)
})
