import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { send } from "#test/app.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { createUser, openSession, readPage, sendForm, signInAsNew, visitAs } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { foldMonths } from "../fold-days.server.ts"
import { importFigures, listImported, removeFigures } from "./imported.server.ts"
import { readFigures } from "./read-figures.server.ts"
import { listStepsBeside } from "./steps-beside.server.ts"

useDatabase()

const NOW = new Date("2026-11-27T23:30:00Z")
const PATH = "/admin/audience/import"
let first = 0
let second = 0

beforeEach(async () => {
  first = (await createEpisode({ title: "L’Été, enfin", guid: "guid-1", number: 1 })).id
  second = (await createEpisode({ title: "Le deuxième", guid: "guid-2", number: 2 })).id
})

const stream = (table: string | Uint8Array<ArrayBuffer>) => new Blob([table]).stream()
async function read(table: string | Uint8Array<ArrayBuffer>) {
  const figures = await readFigures(stream(table), NOW)
  if ("problem" in figures) return figures.problem
  const names = new Map([
    [0, "all"],
    [first, "first"],
    [second, "second"],
  ])
  return {
    ...figures,
    totals: figures.totals
      .map(({ episodeId, day, count }) => `${names.get(episodeId)} ${day} ${count}`)
      .toSorted(),
  }
}

describe("a table of another host", () => {
  const BOTH = [
    "all 2026-11-20 12",
    "all 2026-11-21 3",
    "first 2026-11-20 7",
    "first 2026-11-21 3",
    "second 2026-11-20 5",
  ]
  test.each([
    [
      "title",
      'Date,Episode,Downloads\n2026-11-20,L’Été enfin,1\n2026-11-20,"l’ete, ENFIN ",7\n2026-11-21,"L’Été, enfin",3\n2026-11-20,Le deuxième,5',
    ],
    ["guid", "jour;guid;écoutes\n2026-11-20;guid-1;7\n2026-11-21;guid-1;3\n2026-11-20;guid-2;5"],
    ["number", "day\tNuméro\tStreams\n2026-11-20\t1\t7\n2026-11-21\t01\t3\n2026-11-20\t2\t5"],
    ["columns", "Date (UTC),guid-1,Le deuxieme,Autre\n2026-11-20,7,5,\n2026-11-21,3,0,9"],
    ["columns and a sum", "Date,L’Été  enfin,Le deuxième,guid-1,Total\n2026-11-20,,5,7,12\n2026-11-21,,,3,3"],
    [
      "byte-order mark",
      '\ufeffDate;Titre;Téléchargements\r\n20/11/2026;"L’Été, enfin";7\r\n21/11/2026 00:00;"L’Été, enfin";3\r\n20/11/2026;Le deuxième;5\r\n',
    ],
    [
      "title above, spaces and months first",
      "Export Ausha\n\nDate,Title,GUID,Listens\n11/20/2026,x,guid-1,7\n11/21/2026,x,guid-1,3\n11/20/2026,x,guid-2,5",
    ],
    [
      "twice",
      "date;guid;total\n2026-11-20;guid-1;3\n2026-11-20;guid-1;4\n2026-11-21;guid-1;3\n2026-11-20;guid-2;5",
    ],
  ])("49.8 by %s is read", async (_what, table) => {
    expect(await read(table)).toMatchObject({ totals: BOTH, wrongCount: 0 })
  })

  test("49.8 in Windows’ Latin is read", async () => {
    const table = Buffer.from(
      "Date;Titre;T\u00e9l\u00e9chargements\n20/11/2026;Le deuxi\u00e8me;1 234\n",
      "latin1",
    )
    expect(await read(new Uint8Array(table))).toMatchObject({
      totals: ["all 2026-11-20 1234", "second 2026-11-20 1234"],
    })
  })

  test("49.8 without an episode counts for all together", async () => {
    expect(await read("jour;plays\n2026-11-20;1,234\n2000-01-01;2147483647")).toMatchObject({
      totals: ["all 2000-01-01 2147483647", "all 2026-11-20 1234"],
      missing: [],
    })
  })

  test("49.8 names the lines and the episodes that it leaves out", async () => {
    const table = `Date,Titre,Downloads
2026-11-20,Le deuxième,5
2026-11-28,Le deuxième,5
1999-12-31,Le deuxième,5
2026-02-30,Le deuxième,5
demain,Le deuxième,5
2026-11-20,Le deuxième,-5
2026-11-20,Le deuxième,=1+1
2026-11-20,Le deuxième,2147483648
2026-11-20,Le deuxième,1.5
2026-11-20,"=HYPERLINK(""http://a.example"")",5
2026-11-20,Inconnu,5
2026-11-21,Inconnu,5
2026-11-21`
    const figures = await read(table)
    expect(figures).toMatchObject({
      totals: ["all 2026-11-20 5", "second 2026-11-20 5"],
      wrongCount: 9,
      missing: ['=HYPERLINK("http://a.example")', "Inconnu"],
      missingCount: 3,
    })
    const lines = typeof figures === "string" ? [] : figures.wrong.map(({ line }) => line)
    expect(lines).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 14])
  })

  test("49.8 finds no episode by what two are called", async () => {
    await createEpisode({ title: "Le deuxieme", number: 2, season: 2 })
    expect(await read("date;numéro;total\n2026-11-20;2;5")).toMatchObject({ totals: [], missing: ["2"] })
    expect(await read("date;titre;total\n2026-11-20;Le deuxième;5")).toMatchObject({
      totals: [],
      missing: ["Le deuxième"],
    })
  })

  test.each([
    ["", /ne sont pas reconnues/],
    ["2026-11-20;guid-1;5\n2026-11-21;guid-1;5", /ne sont pas reconnues/],
    ["Date;Titre\n2026-11-20;Le deuxième", /ne sont pas reconnues/],
    ["Titre;Downloads\nLe deuxième;5", /ne sont pas reconnues/],
    ["Date!Titre!Downloads\n2026-11-20!Le deuxième!5", /ne sont pas reconnues/],
    [`Date;Titre;Downloads\n2026-11-20;${"a".repeat(100_000)};5`, /trop longue/],
    [`Date;Titre;Downloads\n2026-11-20;"${"a\n".repeat(50_000)}`, /Vers la ligne 2, un guillemet/],
    [`Date;${"a;".repeat(120)}Downloads\n2026-11-20;5`, /100 colonnes/],
    ["date;total\n03/04/2026;5\n04/04/2026;5", /écrivez-les comme 2026-11-20/],
    ["date;total\n13/04/2026;5\n04/13/2026;5", /écrivez-les comme 2026-11-20/],
    ["\0\u{1f600}\ud800;;;\n", /ne sont pas reconnues/],
    [`date${";guid-1".repeat(98)}\n${`2026-11-20${";1".repeat(98)}\n`.repeat(5_103)}`, /plus de 500\s000/],
  ])("49.8 is refused as a whole where nobody can tell what it says: %#", async (table, problem) => {
    expect(await read(table)).toMatch(problem)
  })
})

const stored = async () => {
  const { rows } = await db.execute(sql`
    select label, episode_id, day::text, count from audience_days where measure = 'imported' order by 1, 2, 3`)
  return rows.map((row) => Object.values(row).join(" "))
}
const summaryOf = (page: Awaited<ReturnType<typeof visitAs>>) =>
  page.get("svg", { class: "chart-drawing" }).attributes["aria-label"]
const figure = (day: string, count: number, episodeId = 0) => ({ episodeId, day, count })

describe("what was imported", () => {
  test("49.8 is replaced under the same name, whoever does it at once, and goes by one click", async () => {
    await importFigures("Acast", [figure("2026-11-20", 1)])
    await importFigures("Ausha", [figure("2026-11-19", 1), figure("2026-11-19", 1, first)])
    await Promise.all(
      Array.from({ length: 4 }, () =>
        importFigures("Ausha", [figure("2026-11-20", 2), figure("2026-11-20", 2, first)]),
      ),
    )
    expect(await stored()).toEqual([
      "Acast 0 2026-11-20 1",
      "Ausha 0 2026-11-20 2",
      `Ausha ${first} 2026-11-20 2`,
    ])
    expect([await removeFigures("Ausha"), await removeFigures("Ausha")]).toEqual([true, false])
    expect(await stored()).toEqual(["Acast 0 2026-11-20 1"])
  })

  test("49.8 becomes months as all does, and goes with them", async () => {
    await importFigures("Ausha", [figure("2020-01-05", 3), figure("2020-01-09", 4), figure("2026-11-20", 5)])
    await foldMonths(NOW)
    expect(await listImported()).toEqual([
      { name: "Ausha", first: "2020-01-01", last: "2026-11-20", count: 12, episodes: 0 },
    ])
    await removeFigures("Ausha")
    expect(await listImported()).toEqual([])
  })

  test("49.8 stands beside what is counted here, from the earliest of both on", async () => {
    await db.execute(sql`insert into audience_days (day, measure, episode_id, label, count) values
      ('2026-11-25', 'downloads', 0, '', 5), ('2026-11-27', 'downloads', 0, '', 7)`)
    await importFigures("Ausha", [figure("2026-11-23", 3), figure("2026-11-25", 4)])
    const { steps, from } = await listStepsBeside("jour", 0, NOW)
    expect(from).toEqual(["Ausha"])
    expect(steps.map(({ start, count, imported }) => [start.slice(-2), count, imported])).toEqual([
      ["23", null, 3],
      ["24", null, 0],
      ["25", 5, 4],
      ["26", 0, null],
      ["27", 7, null],
    ])
    await importFigures("Acast", [figure("2000-01-31", 9), figure("2025-10-31", 9), figure("2026-11-26", 1)])
    const months = await listStepsBeside("mois", 0, NOW)
    expect([months.steps.length, months.steps[0]?.start, months.from.toSorted()]).toEqual([
      14,
      "2025-10-01",
      ["Acast", "Ausha"],
    ])
    expect((await listStepsBeside("semaine", first, NOW)).steps).toEqual([])
  })

  test("49.8 is said on the pages of the podcast and of the episode, and added to nothing", async () => {
    const admin = await signInAsNew("admin")
    const { rows } = await db.execute<{ day: string }>(
      sql`select day::date::text from generate_series(current_date - 43, current_date - 3, interval '40 days') day`,
    )
    const [before = "", day = ""] = rows.map((row) => row.day)
    await importFigures("Ausha & Cie", [figure(before, 34), figure(day, 1_200), figure(day, 1_234, first)])
    const overview = await visitAs(admin, "/admin/audience")
    expect(summaryOf(overview)).toContain("0 téléchargements en tout\u202f; D’après Ausha & Cie, 1\u202f234")
    const episode = await visitAs(admin, `/admin/episodes/${first}/audience`)
    expect(episode.text).toContain("D’après Ausha & Cie")
    expect(episode.text).not.toContain("Selon son âge")
    await importFigures("Acast", [figure(day, 1)])
    expect(summaryOf(await visitAs(admin, "/admin/audience?par=mois"))).toContain(
      "D’après d’autres hébergeurs, 1\u202f235",
    )
  })
})

describe("the page", () => {
  const CSV = "date;titre;total\n2026-01-20;Le deuxième;5\n2026-01-21;Inconnu;5\nhier;Le deuxième;5"
  const form = (fields: Record<string, string>, cookie: string) => sendForm(PATH, fields, { cookie })

  test("49.8 shows a table that was pasted, imports it, and asks before it goes", async () => {
    const admin = await signInAsNew("admin")
    const shown = await form({ intent: "preview", name: "Ausha", csv: CSV }, admin)
    const { text } = await readPage(shown)
    expect([shown.status, /Ligne 4\s: la date/.test(text), text.includes("Inconnu"), await stored()]).toEqual(
      [200, true, true, []],
    )
    const done = await form({ intent: "import", name: " Ausha ", csv: CSV }, admin)
    expect([done.status, done.headers.get("location")]).toEqual([302, PATH])
    expect(await stored()).toEqual(["Ausha 0 2026-01-20 5", `Ausha ${second} 2026-01-20 5`])
    const page = await visitAs(admin, PATH)
    expect(page.text).toMatch(/Ausha\s: 5 téléchargements, du 20\/01\/2026 au 20\/01\/2026, 1 épisode/)
    expect((await visitAs(admin, `${PATH}?action=remove&name=Ausha`)).text).toMatch(
      /Retirer les chiffres d’après Ausha/,
    )
    expect((await visitAs(admin, `${PATH}?action=remove&name=Autre%00`)).status).toBe(404)
    expect((await form({ intent: "remove", name: "Ausha" }, admin)).status).toBe(302)
    expect((await form({ intent: "remove", name: "Ausha" }, admin)).status).toBe(404)
    expect(await stored()).toEqual([])
    const log = await db.select({ action: auditLog.action, title: auditLog.title }).from(auditLog)
    expect(log.filter(({ title }) => title === "Ausha").map(({ action }) => action)).toEqual([
      "import",
      "delete",
    ])
  })

  test.each([
    [{ intent: "import", name: "", csv: CSV }],
    [{ intent: "import", name: "a".repeat(61), csv: CSV }],
    [{ intent: "import", name: "a\0b", csv: CSV }],
    [{ intent: "import", name: "Ausha", csv: "" }],
    [{ intent: "import", name: "Ausha", csv: "date;titre;total\n2026-01-20;Inconnu;5" }],
    [{ intent: "preview", name: "Ausha" }],
    [{ intent: "autre" }],
  ])("49.8 refuses what is none: %j", async (fields) => {
    const response = await form(fields, await signInAsNew("admin"))
    expect([response.status, await stored()]).toEqual([400, []])
  })

  test("49.8 takes a file as it is, looked at first", async () => {
    const cookie = await signInAsNew("admin")
    const post = (query: string, body: string) =>
      send(`${PATH}/stream?${query}`, { method: "POST", body, headers: { cookie } })
    const shown = await post("name=Ausha", CSV)
    expect(await shown.json()).toMatchObject({
      preview: { name: "Ausha", count: 5, episodes: 1, wrongCount: 1, missing: ["Inconnu"] },
    })
    expect(await stored()).toEqual([])
    expect(await (await post("name=Ausha&import", CSV)).json()).toEqual({
      said: "5 téléchargements d’après Ausha",
    })
    for (const [query, body] of [
      ["", CSV],
      [`name=${"a".repeat(61)}`, CSV],
      ["name=%00", CSV],
      ["name=Ausha&import", ""],
    ] as const)
      expect([query, (await post(query, body)).status]).toEqual([query, 400])
    expect(await stored()).toHaveLength(2)
  })

  test("49.8 is for admins alone", async () => {
    const cookie = await openSession(
      await createUser("moderator", undefined, ["write", "write-all", "publish"]),
    )
    expect((await visitAs(cookie, PATH)).status).toBe(403)
    expect((await form({ intent: "import", name: "Ausha", csv: CSV }, cookie)).status).toBe(403)
    const raw = await send(`${PATH}/stream?name=Ausha&import`, {
      method: "POST",
      body: CSV,
      headers: { cookie },
    })
    expect([raw.status, await stored()]).toEqual([403, []])
  })

  test("49.8 says so where it cannot be read or kept", async () => {
    const admin = await signInAsNew("admin")
    await withoutTable("audience_days", async () => {
      const page = await visitAs(admin, PATH)
      expect([page.status, page.text.includes("Impossible de charger")]).toEqual([503, true])
      expect((await form({ intent: "import", name: "Ausha", csv: CSV }, admin)).status).toBe(500)
      const headers = { cookie: admin }
      const raw = await send(`${PATH}/stream?name=Ausha&import`, { method: "POST", body: CSV, headers })
      expect([raw.status, await raw.json()]).toMatchObject([500, { problem: /Impossible/ }])
    })
    expect(takeLoggedErrors().length).toBeGreaterThan(0)
  })
})
