import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { makeHostile, randomFrom, sendAll } from "#test/hostile.ts"
import { visit } from "#test/html.ts"
import { signInAsNew, visitAs } from "#test/people.ts"
import { SEED } from "#test/setup.ts"

// Random and hostile inputs against each public write, none of which may fail, run or come from elsewhere.
const INPUTS = 500

const opened = () => String(Date.now() - 60_000)
const person = () => ({ opened: opened(), website: "", name: "Awa", email: "awa@cko.test" })
/** Every write that needs no account, with a form that it takes. */
const WRITES: [path: string, good: () => Record<string, string>][] = [
  ["/episodes/1", () => ({ ...person(), intent: "comment", content: "Un commentaire assez long." })],
  ["/contact", () => ({ ...person(), subject: "Sujet", message: "Un message." })],
  ["/newsletter", () => ({ opened: opened(), website: "", email: "awa@cko.test" })],
  ["/episodes/1/like", () => ({ session: "session_1_abc", intent: "like" })],
  ["/episodes/1/view", () => ({ session: "session_1_abc" })],
  ["/episodes/1/plays", () => ({ tenths: "1,2,5", again: "1" })],
  ["/newsletter/confirm?key=MQ.x", () => ({ key: "MQ.x" })],
  ["/newsletter/preferences?key=MQ.x", () => ({ intent: "save", episodes: "on", name: "Awa" })],
  ["/newsletter/links", () => ({ opened: opened(), website: "", email: "awa@cko.test" })],
  ["/soutiens", () => ({ opened: opened(), website: "", intent: "link", email: "awa@cko.test" })],
  ["/soutiens/lien?key=1.1-x", () => ({})],
  ["/newsletter/unsubscribe?key=MQ.x", () => ({ "List-Unsubscribe": "One-Click" })],
]

useDatabase()
beforeEach(() => createEpisode())

describe.each(WRITES)("POST %s", (path, good) => {
  // What browsers with scripts send; pages are drawn for every fiftieth only, which takes many times as long.
  const [pathname, query] = path.split("?")
  const isPage = !/\/(like|view|plays)$/.test(path)
  const dataPath = isPage ? `${pathname}.data${query ? `?${query}` : ""}` : path

  test(`19.3 takes ${INPUTS} hostile inputs without failing, and none from another site`, async () => {
    const random = randomFrom(SEED)
    const responses = new Map<number, number>()
    function* make(count: number) {
      for (let made = 0; made < count; made += 1) yield makeHostile(random, good())
    }
    const check = ({ status }: Response, { isForeign }: { isForeign: boolean }) => {
      if (status >= 500 || (status === 403) !== isForeign) {
        throw new Error(`${status} with seed ${SEED}, ${isForeign ? "foreign" : "own"}`)
      }
      responses.set(status, (responses.get(status) ?? 0) + 1)
    }
    await sendAll(dataPath, make(INPUTS * 0.98), check)
    await sendAll(path, make(INPUTS * 0.02), check)
    // Some came through: otherwise nothing but the door was tried.
    expect(responses.size).toBeGreaterThan(1)
    expect([...responses.values()].reduce((sum, count) => sum + count)).toBe(INPUTS)
  })
})

test("what hostile visitors stored runs nowhere it is shown", async () => {
  const random = randomFrom(1)
  for (const [path, good] of WRITES.slice(0, 2)) {
    const requests = Array.from({ length: 800 }, () => makeHostile(random, good()))
    await sendAll(path === "/contact" ? "/contact.data" : `${path}.data`, requests, () => {})
  }
  const { rows } = await db.execute<{ comments: number; messages: number }>(sql`
    select (select count(*)::int from comments) comments, (select count(*)::int from contact_messages) messages`)
  expect(rows[0]?.comments).toBeGreaterThan(10)
  expect(rows[0]?.messages).toBeGreaterThan(10)

  const empty = await visit("/episodes/2")
  const admin = await signInAsNew("admin")
  const shown = [
    await visit("/episodes/1"),
    await visitAs(admin, "/admin/comments"),
    await visitAs(admin, "/admin/messages"),
  ]
  expect(empty.status).toBe(404)
  for (const page of shown) {
    expect(page.status).toBe(200)
    const main = page.get("main")
    expect(main.all("script")).toEqual([])
    // Between the attributes, not in the value of one.
    expect(page.html).not.toMatch(/<(?:[^>"]|"[^"]*")*\son(error|load|mouseover)=/i)
    for (const { attributes } of main.all("a")) {
      expect(attributes.href).toMatch(/^(https?:\/\/|\/|\?|#|mailto:)/)
    }
    expect(main.all("svg", { onload: "alert(1)" })).toEqual([])
  }
})
