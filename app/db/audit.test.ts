import { desc } from "drizzle-orm"
import { beforeAll, beforeEach, expect, test } from "vitest"
import { emptyTables, openTestDatabase } from "#test/database.ts"
import { actAs, record } from "./audit.server.ts"
import { db } from "./client.server.ts"
import { auditLog } from "./schema/audit.server.ts"

beforeAll(openTestDatabase)
beforeEach(() => emptyTables("audit_log"))

const changesOf = async (before: Record<string, unknown>, after: Record<string, unknown>) => {
  await record(db, { action: "update", kind: "page", before, after })
  const [row] = await db.select().from(auditLog).orderBy(desc(auditLog.id))
  return row?.changes
}
const at = new Date("2026-03-01T12:00:00Z")

test.each([
  ["what is the same", { a: 1, b: at, c: "x" }, { a: 1, b: new Date(at), c: "x" }, null],
  ["what is empty in two ways", { a: "", b: null }, { a: null, b: undefined }, null],
  ["a date", {}, { a: at }, { a: [null, "2026-03-01T12:00:00.000Z"] }],
  ["what goes", { a: false }, {}, { a: [false, null] }],
  [
    "secrets",
    { password: "a", passwordHash: "a" },
    { secret: "b", token: "c", apiToken: "d", digest: "e", searchText: "f", search_text: "g" },
    null,
  ],
  ["what no JSON holds", {}, { a: "a\0b\ud800" }, { a: [null, "ab\ufffd"] }],
])("the log keeps of %s what it should", async (_what, before, after, changes) => {
  expect(await changesOf(before, after)).toEqual(changes)
})

test("the log cuts long texts around their difference", async () => {
  const same = "é".repeat(2_000)
  const changes = await changesOf({ a: `${same}avant` }, { a: `${same}après${"x".repeat(100_000)}` })
  const [was, is] = changes?.a?.map(String) ?? []
  expect(was).toMatch(/^…é{59,60}avant$/)
  expect(is).toMatch(/^…é+après/)
  expect(is?.length).toBeLessThanOrEqual(501)
})

test("the log knows by which addresses a row names somebody", async () => {
  const title = `Lea@CKO.test, «awa@cko.test». [x](mailto:o'neil@cko.test) 'bob@cko.test' @nobody a@b ${"@".repeat(200)}`
  await record(db, { action: "update", kind: "page", title, after: { a: "moussa@cko.test." } })
  const [row] = await db.select().from(auditLog)
  expect(row?.addresses.filter((address) => address.endsWith("@cko.test")).toSorted()).toEqual(
    [
      "'bob@cko.test'",
      "awa@cko.test",
      "bob@cko.test",
      "lea@cko.test",
      "moussa@cko.test",
      "neil@cko.test",
      "o'neil@cko.test",
    ].filter((address) => !address.endsWith("'")),
  )
})

test("the log takes ten thousand deeds at once, by who does them, and the site where nobody is known", async () => {
  const deeds = Array.from(
    { length: 10_000 },
    (_, id) => ({ action: "create", kind: "episode", id }) as const,
  )
  await actAs({ id: "x", name: "awa@cko.test", role: "moderator" }, () => record(db, ...deeds))
  await record(db, { action: "create", kind: "episode" })
  const [site, last] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(2)
  expect(await db.$count(auditLog)).toBe(10_001)
  expect([site?.actor, last?.actor, last?.actorRole]).toEqual(["site", "awa@cko.test", "moderator"])
})
