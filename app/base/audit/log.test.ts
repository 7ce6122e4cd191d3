import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { actAs, record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { AUDIT_ACTIONS, OTHER_KINDS } from "#app/kit/lib/audit.ts"
import { emptyTables, openTestDatabase, withoutTable } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { sendForm, signInAsNew, visitAs } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { setSettings } from "#test/site-settings.ts"
import { managedTypes } from "#app/content/types.server.ts"
import { describeEntry } from "./audit-words.server.ts"

const PATH = "/admin/log"
let cookie = ""

beforeAll(openTestDatabase)
beforeAll(async () => {
  cookie = await signInAsNew("admin", "awa@cko.test")
  await signInAsNew("moderator", "lea@cko.test")
})
beforeEach(() => emptyTables("audit_log", "settings"))

/** A row of some time ago, newest last. */
function tell(values: {
  actor?: string
  kind?: string
  item?: string
  title?: string
  at?: string
  action?: string
}) {
  const {
    actor = "awa@cko.test",
    kind = "episode",
    item = "1",
    title = "Titre",
    at = "now",
    action = "update",
  } = values
  return db.execute(sql`insert into audit_log (at, actor, actor_role, action, kind, item_id, title)
    values (${at}::timestamptz, ${actor}, 'admin', ${action}, ${kind}, ${item}, ${title})`)
}
const show = (query = "") => visitAs(cookie, PATH + query)
const rowsOf = (page: Awaited<ReturnType<typeof show>>) =>
  page.all("li", { class: "log-row" }).map(({ text }) => text.replaceAll("\u00a0", " "))

test("15.12 the log shows who did what on what and when, newest first, and what changed", async () => {
  await actAs({ id: "x", name: "awa@cko.test", role: "admin" }, async () => {
    await record(db, {
      action: "create",
      kind: "episode",
      id: 7,
      title: "Round <7>",
      after: { guest: "Awa", isPublished: false },
    })
    await record(db, {
      action: "update",
      kind: "episode",
      id: 7,
      title: "Round <7>",
      before: { number: 1, unheardOf: "a" },
      after: { number: 2, unheardOf: null },
    })
  })
  await record(db, {
    action: "import",
    kind: "feed",
    actor: { id: null, name: "npm run import", role: null },
  })
  const rows = rowsOf(await show())
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatch(/^npm run import a importé le flux \d.+ \d{4} à \d\d:\d\d$/)
  expect(rows[1]).toMatch(/^awa@cko\.test a modifié l’épisode Round <7> .+ · Administrateur · Historique/)
  expect(rows[1]).toMatch(/Numéro, unheardOf.+numéro 1 → ?devient 2 unheardOf a → ?devient vide/)
  expect(rows[2]).toMatch(/a créé l’épisode Round <7>.+invité Awa publié non/)
})

test("the log of a person who was erased says so", async () => {
  await tell({ actor: "" })
  expect(rowsOf(await show())[0]).toMatch(/^Personne effacée a modifié/)
})

test("every deed has a sentence", () => {
  for (const kind of [...OTHER_KINDS, ...managedTypes().map((type) => type.kind)])
    for (const action of AUDIT_ACTIONS)
      expect(describeEntry({ action, kind, title: "" })).toMatch(/^(a|n’a|s’est) .{4,}/)
})

describe("the filters", () => {
  beforeEach(async () => {
    await tell({ title: "un", at: "2026-03-28T22:59:59.999Z" })
    await tell({ title: "deux", at: "2026-03-28T23:00:00Z", actor: "lea@cko.test" })
    await tell({ title: "trois", at: "2026-03-29T21:59:59.999Z", kind: "news" })
    await tell({ title: "quatre", at: "2026-03-29T22:00:00Z", item: "2" })
    await tell({ title: "cinq", at: "2026-04-01T10:00:00Z", actor: "npm run import" })
    await tell({ title: "six", at: "2026-04-02T10:00:00Z", actor: "partie@cko.test" })
  })
  const titlesAt = async (query: string) =>
    (await show(query)).all("bdi", { class: "font-semibold" }).map(({ text }) => text)

  test.each([
    ["", ["six", "cinq", "quatre", "trois", "deux", "un"]],
    ["?q=awa@cko.test", ["quatre", "trois", "un"]],
    ["?q=AWA", ["quatre", "trois", "un"]],
    ["?q=a@cko", ["quatre", "trois", "deux", "un"]],
    ["?q=cko.test", ["quatre", "trois", "deux", "un"]],
    ["?q=npm run import", ["cinq"]],
    ["?q=partie@cko.test", ["six"]],
    ["?q=personne", []],
    ["?q=%25", []],
    ["?kind=news", ["trois"]],
    ["?kind=episode&item=2", ["quatre"]],
    ["?kind=news&item=2", []],
    // The day on which clocks change: 23 hours long in Paris.
    ["?day=2026-03-29", ["trois", "deux"]],
    ["?day=2026-03-28", ["un"]],
    ["?q=lea&day=2026-03-29", ["deux"]],
    ["?q=awa&kind=news&day=2026-03-29", ["trois"]],
    ["?q=lea&kind=news", []],
  ])("the filters find at %j what they should", async (query, titles) => {
    expect(await titlesAt(query)).toEqual(titles)
    expect((await show(query)).text.includes("Rien ne correspond.")).toBe(titles.length === 0)
  })

  test.each([
    ["?kind=autre", "Ce type n’existe pas"],
    ["?kind=constructor", "Ce type n’existe pas"],
    ["?kind=%00", "Ce type n’existe pas"],
    ["?item=1", "Un élément ne va pas sans son type"],
    ["?kind=episode&item=%00", "Cet élément n’existe pas"],
    ["?kind=episode&item=' or 1=1", "Cet élément n’existe pas"],
    [`?kind=episode&item=${"1".repeat(10_000)}`, "Cet élément n’existe pas"],
    ["?day=2026-02-30", "Ce jour n’est pas une date valide"],
    ["?day=hier", "Ce jour n’est pas une date valide"],
    ["?day=0000-00-00", "Ce jour n’est pas une date valide"],
    ["?day=9999-12-31", "Ce jour n’est pas une date valide"],
  ])("the filters say at %j what is wrong", async (query, problem) => {
    const page = await show(query)
    expect(page.status).toBe(200)
    expect(page.get("p", { role: "alert" }).text).toBe(`${problem}.`)
    expect(rowsOf(page)).toEqual([])
    expect(page.text).toContain("Tout le journal")
  })

  test.each([
    "?q=%00",
    "?q[]=a&kind[]=b&item[x]=1",
    "?q=a&q=b&kind=news&kind=episode",
    `?q=${"a".repeat(10_000)}`,
    `?q=${encodeURIComponent("😀".repeat(60))}`,
    "?page=-1",
    "?page=999999",
    "?page=1e9",
    "?day=",
    "?q='; drop table audit_log; --",
  ])("the filters take anything, such as %j", async (query) => {
    expect((await show(query)).status).toBe(200)
  })

  test("the filters look up ten people at most, and say so", async () => {
    await db.execute(
      sql`insert into users (id, email) select 'n' || n, 'nombreux-' || n || '@cko.test' from generate_series(1, 12) n`,
    )
    expect((await show("?q=nombreux")).text).toContain("Plus de dix comptes correspondent")
    expect((await show("?q=nombreux-11")).text).not.toContain("Plus de dix comptes")
  })

  test("the filters stay in the form and on the way to the next page", async () => {
    await db.execute(sql`insert into audit_log (actor, action, kind, item_id, title)
      select 'awa@cko.test', 'update', 'news', n::text, 'Actualité ' || n from generate_series(1, 48) n`)
    const page = await show("?q=awa&kind=news")
    expect(page.text).toMatch(/49 entrées pour «\sawa\s»/)
    const next = page.all("a").find(({ attributes }) => attributes.href?.includes("page=2"))
    expect(next?.attributes.href).toMatch(/kind=news&(amp;)?q=awa&(amp;)?page=2/)
    expect(rowsOf(await show("?q=awa&kind=news&page=3"))).toHaveLength(9)
    expect((await show("?page=9")).text).toContain("Cette page de la liste n’existe plus.")
  })
})

test("the log says when it is empty, and when it cannot be loaded", async () => {
  expect((await show()).text).toContain("Rien n’est encore arrivé.")
  const broken = await withoutTable("audit_log", () => show())
  expect([broken.status, broken.text]).toEqual([
    503,
    expect.stringContaining("Impossible de charger le journal"),
  ])
  takeLoggedErrors()
})

test("the rows of each manager lead to their history", async () => {
  await createEpisode({ title: "Un épisode" })
  await sendForm("/admin/episodes", { intent: "unpublish", id: "1" }, { cookie })
  const page = await visitAs(cookie, "/admin/episodes")
  const link = page.all("a").find(({ text }) => text.startsWith("Historique"))
  expect(link?.text).toBe("Historique : Un épisode")
  const history = await visitAs(cookie, link?.attributes.href?.replaceAll("&amp;", "&") ?? "")
  expect(rowsOf(history)).toEqual([expect.stringContaining("a dépublié l’épisode Un épisode")])
  expect(history.text).toContain("L’historique d’un seul élément.")
})

test("the log says how long it is kept, and leads to where that is set", async () => {
  await setSettings("retention", { logMonths: 24 })
  const page = await show()
  expect(page.text).toContain("Chaque entrée reste 24 mois, puis s’efface.")
  const link = page.all("a").find(({ text }) => text === "Changer cette durée")
  expect(link?.attributes.href).toBe("/admin/site/retention#reglage-logMonths")
})
