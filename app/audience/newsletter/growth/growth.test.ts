import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { signInAsNew, visitAs } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { listGrowth } from "./growth.server.ts"
import { nameSpan } from "./periods.ts"

const PATH = "/admin/newsletter/growth"
/** In Paris, as the figures are kept. */
const TODAY = "(now() at time zone 'Europe/Paris')::date"

useDatabase()

const run = (statement: string) => db.execute(sql.raw(statement))
/** What was counted so far, whatever the day. */
async function figures() {
  const { rows } = await db.execute<{ joined: number; gone: number }>(
    sql`select coalesce(sum(joined), 0)::int as joined, coalesce(sum(gone), 0)::int as gone from subscriber_figures`,
  )
  return rows[0]
}

test("11.6 the figures count who comes to get letters and who no longer does, in whatever way", async () => {
  await run("insert into newsletter_subscribers (email) values ('a@b.c'), ('b@b.c'), ('c@b.c')")
  expect(await figures()).toEqual({ joined: 0, gone: 0 })
  await run("update newsletter_subscribers set confirmed_at = now()")
  await run(
    "insert into newsletter_subscribers (email, confirmed_at) select n || '@b.c', now() from generate_series(1, 7) n",
  )
  expect(await figures()).toEqual({ joined: 10, gone: 0 })
  await run("update newsletter_subscribers set name = 'X', topics = '{}'")
  expect(await figures()).toEqual({ joined: 10, gone: 0 })
  await run("update newsletter_subscribers set unsubscribed_at = now() where email = 'a@b.c'")
  await run("update newsletter_subscribers set suppressed_at = now() where email in ('a@b.c', 'b@b.c')")
  expect(await figures()).toEqual({ joined: 10, gone: 2 })
  await run("delete from newsletter_subscribers where email in ('a@b.c', 'b@b.c', 'c@b.c')")
  expect(await figures()).toEqual({ joined: 10, gone: 3 })
  await run(
    "insert into newsletter_subscribers (email, confirmed_at) values ('1@b.c', now()) on conflict (email) do update set suppressed_at = null",
  )
  expect(await figures()).toEqual({ joined: 10, gone: 3 })
})

test("two hosts who change the same people at once do not wait for each other's figures for ever", async () => {
  await run(
    "insert into newsletter_subscribers (email, confirmed_at) select n || '@b.c', now() from generate_series(1, 40) n",
  )
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      run(`update newsletter_subscribers set unsubscribed_at = now() where email = '${n + 1}@b.c'`),
    ),
  )
  expect(await figures()).toEqual({ joined: 40, gone: 40 })
})

test.each([
  ["jour", 30],
  ["semaine", 26],
  ["mois", 24],
] as const)(
  "the growth per %s has %d spans, whose totals carry on what was before",
  async (period, count) => {
    await run(`insert into subscriber_figures (day, joined, gone) values
    ('2001-01-01', 500, 100), (${TODAY} - 20, 30, 0), (${TODAY} - 20, 5, 10)`)
    const spans = await listGrowth(period)
    expect(spans).toHaveLength(count)
    expect([spans[0]?.total, spans.at(-1)?.total]).toEqual([400, 425])
    expect(spans.reduce((sum, { joined }) => sum + joined, 0)).toBe(35)
    expect(spans.map(({ start }) => start)).toEqual(spans.map(({ start }) => start).toSorted())
  },
)

test.each([
  ["jour", "2026-11-01", "1 nov. 2026"],
  ["semaine", "2026-11-02", "semaine du 2 nov. 2026"],
  ["mois", "2026-11-01", "novembre 2026"],
] as const)("a span per %s that began on %s is called %s", (period, start, name) => {
  expect(nameSpan(period, start)).toBe(name)
})

test("11.6 the page shows the growth as a picture and a table, and why people left", async () => {
  const cookie = await signInAsNew("admin")
  expect((await visitAs(cookie, PATH)).text).toContain("Personne n’a encore confirmé")
  await run(`insert into subscriber_figures (day, joined, gone) values (${TODAY}, 12, 5)`)
  await run(`insert into leaving_reasons (day, reason, words) values (${TODAY}, 'often', '<b>Trop</b>'),
    (${TODAY}, 'often', ''), (${TODAY}, 'other', '')`)
  for (const query of ["", "?par=jour", "?par=mois", "?par=%00", "?par=toString"]) {
    const page = await visitAs(cookie, PATH + query)
    expect(page.all("svg", { role: "img" }).map(({ attributes }) => attributes["aria-label"])).toEqual([
      expect.stringMatching(/7 abonnés confirmés/),
      expect.stringMatching(/^12 arrivées et 5 départs/),
    ])
    expect(page.get("table").all("tr")[1]?.text).toMatch(/12 5 7$/)
    expect(page.text).toContain("2 Trop d’e-mails")
    expect(page.text).toContain("<b>Trop</b>")
  }
})

test("the page survives a database that does not answer", async () => {
  const cookie = await signInAsNew("admin")
  const page = await withoutTable("subscriber_figures", () => visitAs(cookie, PATH))
  expect([page.status, page.text]).toEqual([
    503,
    expect.stringContaining("Impossible de charger l’évolution"),
  ])
  takeLoggedErrors()
})
