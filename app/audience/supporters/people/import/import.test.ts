import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { emptyTables } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { openOffice } from "#test/manager.ts"
import { filledForm, readPage } from "#test/people.ts"
import { readPeople } from "./read-people.server.ts"

const LEVELS = [
  { id: 1, name: "Mécène" },
  { id: 2, name: "Ami" },
]

describe("a table", () => {
  const linesOf = async (csv: string, chosen: object = {}) => {
    const read = await readPeople({ csv, shortens: false, ...chosen }, LEVELS)
    if ("problem" in read) throw new Error(read.problem)
    return read.lines.map((line) => ("person" in line ? line.person : line.problem))
  }
  const somebody = {
    email: "awa@cko.test",
    name: "",
    levelId: null,
    until: null,
    origin: "",
    note: "",
    renews: false,
    hasFeed: true,
  }

  test.each<[string, unknown[]]>([
    ["awa@cko.test", [somebody]],
    ["sep=;\nEmail;Nom\n AWA@CKO.TEST ;Awa", [{ ...somebody, name: "Awa" }]],
    [
      'Prénom,Nom,Courriel,Palier,Jusqu\'au,Origine,Note\nAwa,Diop,awa@cko.test,MECENE,31/12/2030,HelloAsso,"Deux\nlignes"',
      [
        {
          email: "awa@cko.test",
          name: "Awa Diop",
          levelId: 1,
          until: "2030-12-31",
          origin: "HelloAsso",
          note: "Deux\nlignes",
          renews: false,
          hasFeed: true,
        },
      ],
    ],
    ["email\tfin\nawa@cko.test\t2030-12-31 08:00", [{ ...somebody, until: "2030-12-31" }]],
    [
      "email;until\nawa@cko.test;12/31/2030\nbob@cko.test;01/02/2030",
      [
        { ...somebody, until: "2030-12-31" },
        { ...somebody, email: "bob@cko.test", until: "2030-01-02" },
      ],
    ],
    ["email;until\nawa@cko.test;01/02/2030", [{ ...somebody, until: "2030-02-01" }]],
    [
      "email;until\nawa@cko.test;demain\nbob@cko.test;31/02/2030\nc@cko.test;01/01/2999",
      [
        expect.stringContaining("Date illisible"),
        expect.stringContaining("Date illisible"),
        expect.stringContaining("entre 1900 et 2100"),
      ],
    ],
    ["email;palier\nawa@cko.test;Roi", [expect.stringContaining("Aucun palier ne s’appelle")]],
    [
      "email;nom\nawa@cko.test;Awa\npas une adresse;Bob",
      [{ ...somebody, name: "Awa" }, "Pas d’adresse e-mail valide"],
    ],
    ["email;nom\nawa@cko.test;'=cmd()", [{ ...somebody, name: "=cmd()" }]],
  ])("54.3 %j is people", async (csv, people) => {
    expect(await linesOf(csv)).toEqual(people)
  })

  test("54.3 its columns are those that were chosen, if they are this table's", async () => {
    const csv = "email;a;b\nawa@cko.test;Awa;HelloAsso"
    const chosen = { email: "0 email", name: "1 a", origin: "2 b" }
    expect(await linesOf(csv, chosen)).toEqual([{ ...somebody, name: "Awa", origin: "HelloAsso" }])
    expect(await linesOf(csv, { ...chosen, name: "1 autre" })).toEqual([somebody])
    expect(await linesOf(csv, { ...chosen, email: "1 a" })).toEqual(["Pas d’adresse e-mail valide"])
  })
})

const PATH = "/admin/supporters/import"
const office = openOffice()
beforeEach(async () => {
  await emptyTables("audit_log")
  await db.execute(sql`insert into levels (name) values ('Mécène'), ('Ami')`)
})
const people = async () =>
  (await storedRows("supporters")).map(({ email, level_id, until }) => [email, level_id, until])

describe("importing a table", () => {
  const CSV = [
    "Email;Nom;Palier;Jusqu’au",
    "neuve@cko.test;Neuve;Mécène;31/12/2030",
    "connue@cko.test;Autre;Mécène;31/12/2031",
    "longue@cko.test;;;01/01/2027",
    "pareille@cko.test;;Ami;",
    "neuve@cko.test;;;",
    "roi@cko.test;;Roi;",
  ].join("\r\n")
  beforeEach(async () => {
    await db.execute(sql`insert into supporters (email, name, level_id, until) values
      ('connue@cko.test', 'Connue', 2, '2030-12-31'), ('longue@cko.test', '', 1, null), ('pareille@cko.test', '', 2, null)`)
  })

  test("54.3 shows first what it would do, and writes nothing", async () => {
    const before = await people()
    const response = await office.send(PATH, { intent: "preview", csv: CSV })
    expect(response.status).toBe(200)
    const page = await readPage(response)
    expect(page.text).toContain("1 soutien à ajouter, 1 à modifier, 2 sans changement, 2 lignes refusées.")
    expect(page.text).toContain("1 date de fin plus proche que celle du site, qui reste.")
    expect(page.text).toMatch(/Paliers inconnus\s: «\sRoi\s» \(1 ligne\)/)
    expect(page.text).toMatch(
      /Ligne 6\s:.*déjà à la ligne 2.*Ligne 7\s:.*Aucun palier ne s’appelle «\sRoi\s»/s,
    )
    expect(page.text).toMatch(
      /connue@cko\.test\s: Mécène, jusqu’au 31 décembre 2031.*avant\s: Ami, jusqu’au 31 décembre 2030/s,
    )
    expect(page.text).toMatch(/Ligne 2\s:.*neuve@cko\.test \(Neuve\)\s: Mécène, jusqu’au 31 décembre 2030/s)
    expect(page.text).toContain("Importer 2 soutiens")
    expect(filledForm(page.get("form", { "aria-label": "Importer des soutiens" }))).toMatchObject({
      email: "0 Email",
      name: "1 Nom",
      level: "2 Palier",
      until: "3 Jusqu’au",
      note: "",
    })
    expect(await people()).toEqual(before)
  })

  test("54.3 adds and extends in one deed of the log, which knows nobody's name, and shortens nothing", async () => {
    const response = await office.send(PATH, { intent: "import", csv: CSV })
    expect([response.status, response.headers.get("location")]).toEqual([302, "/admin/supporters"])
    expect(await people()).toEqual([
      ["connue@cko.test", 1, "2031-12-31"],
      ["longue@cko.test", 1, null],
      ["pareille@cko.test", 2, null],
      ["neuve@cko.test", 1, "2030-12-31"],
    ])
    expect(await storedRows("supporters")).toMatchObject([
      { name: "Connue", version: 2 },
      {},
      {},
      { name: "Neuve" },
    ])
    const rows = await storedRows("audit_log")
    expect(rows).toMatchObject([
      { action: "import", changes: { added: [null, 1], changed: [null, 1], refused: [null, 2] } },
      { action: "update", changes: { level: ["Ami", "Mécène"], until: ["2030-12-31", "2031-12-31"] } },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/(neuve|connue)@|Neuve|Connue/)
  })

  test("54.3 shortens where that was ticked", async () => {
    await office.send(PATH, { intent: "import", csv: CSV, shortens: "on" })
    expect((await people())[1]).toEqual(["longue@cko.test", 1, "2027-01-01"])
  })

  test("54.3 the second click changes nothing more", async () => {
    await office.send(PATH, { intent: "import", csv: CSV })
    const before = await storedRows("supporters")
    await office.send(PATH, { intent: "import", csv: CSV })
    expect(await storedRows("supporters")).toEqual(before)
    await Promise.all(
      [1, 2].map(() => office.send(PATH, { intent: "import", csv: "a@cko.test\nb@cko.test" })),
    )
    expect(await people()).toHaveLength(6)
  })

  test("54.3 takes back what the list's own table says", async () => {
    await db.execute(
      sql`update supporters set name = '=Awa', origin = '+33', note = '-rien' where email = 'connue@cko.test'`,
    )
    const csv = (await office.see("/admin/supporters.csv")).html
    const before = (await storedRows("supporters")).map(({ email, name, level_id, until, origin, note }) => ({
      ...{ email, name, level_id, until, origin, note },
    }))
    const same = await readPage(await office.send(PATH, { intent: "preview", csv }))
    expect(same.text).toContain("0 soutien à ajouter, 0 à modifier, 3 sans changement, 0 ligne refusée.")
    await emptyTables("supporters")
    await office.send(PATH, { intent: "import", csv })
    const after = await storedRows("supporters")
    expect(after).toHaveLength(3)
    expect(after).toEqual(expect.arrayContaining(before.map((row) => expect.objectContaining(row))))
  })

  test.each([
    ["", /requis/],
    ["Nom;Palier\nAwa;Ami", /Aucune colonne ne contient d’adresses/],
    ["a@cko.test\n".repeat(10_001), /plus de 10\s000 lignes/],
    ['a@cko.test;b\nc@cko.test;"d\ne', /Vers la ligne 2, un guillemet s’ouvre/],
    ["a@cko.test;\0", /caractère interdit/],
  ])("54.3 refuses a table of nothing, without addresses, or too long: %#", async (csv, problem) => {
    const response = await office.send(PATH, { intent: "preview", csv })
    expect(response.status).toBe(400)
    expect((await readPage(response)).text).toMatch(problem)
  })

  test("54.3 takes ten thousand lines at once", async () => {
    const csv = Array.from({ length: 10_000 }, (_, n) => `personne-${n}@cko.test;Personne ${n}`).join("\n")
    expect((await office.send(PATH, { intent: "import", csv })).status).toBe(302)
    expect(await db.$count(sql`supporters`)).toBe(10_003)
  })
})
