import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { send } from "#test/app.ts"
import { emptyTables, openTestDatabase, withoutTable } from "#test/database.ts"
import type { Part } from "#test/html.ts"
import { visitAs } from "#test/people.ts"
import { signInAsEach } from "#test/roles.ts"
import { takeLoggedErrors } from "#test/setup.ts"

const PATH = "/admin/newsletter"

beforeAll(openTestDatabase)
const cookies = signInAsEach()
beforeEach(() => emptyTables("newsletter_subscribers"))

const subscribe = (name: string, email: string, createdAt = "2026-03-04T12:00Z") =>
  db.execute(
    sql`insert into newsletter_subscribers (name, email, created_at) values (${name}, ${email}, ${createdAt})`,
  )
const subscribeMany = (count: number) =>
  db.execute(sql`insert into newsletter_subscribers (name, email)
    select 'Personne ' || n, 'p' || n || '@cko.test' from generate_series(1, ${count}::int) n`)
const list = (query: Record<string, string> = {}) =>
  visitAs(cookies.admin, `${PATH}?${new URLSearchParams(query)}`)
const getCsv = (query = "", who: keyof typeof cookies = "admin") =>
  send(`${PATH}.csv${query}`, { headers: { cookie: cookies[who] } })
/** Name, address, date and state of each row, without the box before them and the buttons behind. */
const rowsOf = (shown: Part) =>
  shown.all("li").flatMap(({ text }) => {
    const [, row] = /^Sélectionner \S+@\S+ (.*?) Autres actions/.exec(text) ?? []
    return row === undefined ? [] : [row]
  })

test("the list says when there is nobody", async () => {
  const shown = await list()
  expect(shown.all("h2").map(({ text }) => text)).toContain("Abonnés newsletter (0)")
  expect(shown.text).toContain("Aucun abonné pour le moment.")
  expect(shown.text).not.toContain("Exporter en CSV")
})

test("11.4 the list shows names or Anonyme, newest first, with dates in French", async () => {
  await subscribe("Awa <b>", "awa@cko.test", "2026-03-03T23:30Z")
  await subscribe("", "yanis@cko.test", "2026-04-01T12:00Z")
  const shown = await list()
  expect(shown.all("h2").map(({ text }) => text)).toContain("Abonnés newsletter (2)")
  expect(rowsOf(shown)).toEqual([
    "Anonyme yanis@cko.test · 1er avril 2026 À confirmer",
    "Awa <b> awa@cko.test · 4 mars 2026 À confirmer",
  ])
})

test.each([
  ["ELEO", ["Éléonore"]],
  ["ele@", ["Éléonore"]],
  ["_", ["b_ob"]],
  ["%", []],
  // No match across name and address.
  ["testb", []],
])("the list finds %j by name or address", async (search, names) => {
  await subscribe("Éléonore", "ele@cko.test")
  await subscribe("b_ob", "bob@cko.test")
  const shown = await list({ q: search })
  expect(rowsOf(shown).map((row) => row.split(" ")[0])).toEqual(names)
  expect(shown.all("h2").map(({ text }) => text)).toContain("Abonnés newsletter (2)")
})

test("the list goes over several pages", async () => {
  await subscribeMany(48)
  const pages = [await list(), await list({ page: "2" }), await list({ page: "3" })]
  expect(pages.map((page) => rowsOf(page).length)).toEqual([20, 20, 8])
  expect(new Set(pages.flatMap(rowsOf)).size).toBe(48)
  expect(pages[2]?.get("p", { role: "status" }).text).toBe("48 abonnés")
  expect((await list({ page: "4" })).text).toContain("Cette page de la liste n’existe plus")
})

test("the list says why when it cannot be loaded", async () => {
  const shown = await withoutTable("newsletter_subscribers", () => list())
  expect([shown.status, shown.text]).toEqual([
    503,
    expect.stringContaining("Impossible de charger les abonnés"),
  ])
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
})

/** What follows the date: state, topics and links. */
const REST =
  "À confirmer;Les nouveaux épisodes, Les actualités et les articles, Les lettres de l’équipe;https://cko.test/newsletter/preferences?key=…;https://cko.test/newsletter/unsubscribe?key=…"
/** The signatures differ with each database. */
const withoutKeys = (csv: string) => csv.replace(/\?key=[\w.-]+/g, "?key=…")

test("11.4 the table for spreadsheets has the marks that French ones need", async () => {
  await subscribe("Éléonore « L’Œil »", "ele@cko.test", "2026-03-03T23:30Z")
  const response = await getCsv()
  expect(response.status).toBe(200)
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8")
  expect(response.headers.get("content-disposition")).toMatch(
    /^attachment; filename="newsletter-\d{4}-\d\d-\d\d\.csv"$/,
  )
  expect(response.headers.get("cache-control")).toBe("private, no-store")
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(withoutKeys(bytes.subarray(3).toString())).toBe(
    `Nom;Email;Date d’inscription;État;Thèmes;Lien des préférences;Lien de désabonnement\r\nÉléonore « L’Œil »;ele@cko.test;2026-03-04;${REST}\r\n`,
  )
})

test.each([
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", '"\'\r=1"'],
  ["＝1", "'＝1"],
  ["A;B", '"A;B"'],
  ['A"B', '"A""B"'],
  ["A\nB", '"A\nB"'],
  ["A\n=1+1", '"A\n=1+1"'],
  ["A=1", "A=1"],
  ['=HYPERLINK("//evil.example";"x")', `"'=HYPERLINK(""//evil.example"";""x"")"`],
])("the table for spreadsheets holds %j as text", async (name, cell) => {
  await subscribe(name, "awa@cko.test")
  const csv = await (await getCsv()).text()
  expect(withoutKeys(csv.slice(csv.indexOf("\r\n") + 2))).toBe(`${cell};awa@cko.test;2026-03-04;${REST}\r\n`)
})

test("the table for spreadsheets holds an address that would be a formula as text", async () => {
  await subscribe("Awa", "=cmd|x@cko.test")
  expect(await (await getCsv()).text()).toContain("\r\nAwa;'=cmd|x@cko.test;")
})

test("the table for spreadsheets holds everybody, once, however many", async () => {
  await subscribeMany(2_500)
  const [, ...lines] = (await (await getCsv()).text()).trim().split("\r\n")
  expect([lines.length, new Set(lines).size]).toEqual([2_500, 2_500])
  expect(lines[0]).toContain("p2500@cko.test")
})

test("the table for spreadsheets holds whom the list shows", async () => {
  await subscribe("Awa", "awa@cko.test")
  await subscribe("Bob", "bob@cko.test")
  const link = (await list({ q: "AWA" })).all("a").find(({ text }) => text === "Exporter en CSV")
  const csv = await (await send(link?.attributes.href ?? "", { headers: { cookie: cookies.admin } })).text()
  expect(csv).toContain("awa@cko.test")
  expect(csv).not.toContain("bob@cko.test")
})

test.each([
  ["visitor", 302],
  ["user", 403],
  ["moderator", 403],
] as const)("the table for spreadsheets is not for a %s", async (who, status) => {
  await subscribe("Awa", "secret@cko.test")
  for (const response of [await getCsv("", who), await send(PATH, { headers: { cookie: cookies[who] } })]) {
    expect(response.status).toBe(status)
    expect(await response.text()).not.toContain("secret@cko.test")
  }
})
