import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { emptyTables, openTestDatabase } from "#test/database.ts"

beforeAll(openTestDatabase)
beforeEach(() => emptyTables("audit_log"))

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
  ])("15.12 the log is only added to: %j, %s", async (purpose, statement) => {
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
