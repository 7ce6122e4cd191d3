import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { refreshRedirects } from "#app/base/redirects/snapshot.server.ts"
import { db } from "#app/db/client.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { redirects } from "#app/db/schema/redirects.server.ts"
import { emptyTables } from "#test/database.ts"
import { openOffice } from "#test/manager.ts"
import { readPage } from "#test/people.ts"
import { makeRuleSet } from "#app/base/redirects/conflicts.ts"
import { planImport } from "./plan.ts"
import { readRules } from "./read-rules.server.ts"

describe("a table", () => {
  const linesOf = async (csv: string) => {
    const read = await readRules(csv)
    if ("problem" in read) throw new Error(read.problem)
    return read.rules
  }

  test.each<[string, unknown[]]>([
    [
      "source;cible;code\n/a;/b;301\n/c;;410",
      [
        { source: "/a", target: "/b" },
        { source: "/c", target: null },
      ],
    ],
    ["Ancienne adresse;Nouvelle adresse\n/a;/b", [{ source: "/a", target: "/b" }]],
    ["code,target,source\n410,,/a", [{ source: "/a", target: null }]],
    ["source,target,regex,code,type,hits,title\n/a,/b,0,301,url,5,", [{ source: "/a", target: "/b" }]],
    ["source,target,regex,code\n^/a(.*),/b$1,1,301", [expect.stringContaining("expressions régulières")]],
    ["https://cko.test/A/;https://autre.example", [{ source: "/a", target: "https://autre.example/" }]],
    ["/a;/b;302", [expect.stringContaining("seuls 301 et 410")]],
    ["/a", [expect.stringContaining("nouvelle adresse est requise")]],
    ["/admin;/b", [expect.stringContaining("appartient au site")]],
    ["sep=;\n/a,1;/b", [{ source: "/a,1", target: "/b" }]],
    ["Export du site, novembre 2026\n\nsource;target\n/a;/b", [{ source: "/a", target: "/b" }]],
    ["=cmd();/b", [{ source: "/=cmd()", target: "/b" }]],
  ])("30.2 %j is rules", async (csv, rules) => {
    const lines = await linesOf(csv)
    expect(lines.map((line) => ("rule" in line ? line.rule : line.problem))).toEqual(rules)
  })

  test("is taken in whatever order makes it right, and told line by line where it is not", async () => {
    const known = [
      { id: 1, source: "/a", target: "/b" },
      { id: 2, source: "/x", target: "/y" },
      { id: 3, source: "/same", target: "/z" },
    ]
    const lines = await linesOf(
      [
        "/b;/c",
        "/a;/c",
        "/neuve;/c",
        "/neuve;/d",
        "/x;/neuve",
        "/same;/z",
        "/1;/2",
        "/2;/1",
        "/w/*;/w/a",
      ].join("\n"),
    )
    const plan = planImport(lines, makeRuleSet(known))
    expect(plan.changed).toMatchObject([
      { line: 2, rule: { id: 1, source: "/a", target: "/c" }, before: { target: "/b" } },
    ])
    expect(plan.added.map(({ line }) => line).sort()).toEqual([1, 3, 7])
    expect(plan.unchanged).toBe(1)
    expect(plan.refused.map(({ line, problem }) => [line, problem.slice(0, 25)])).toEqual([
      [4, "Cette adresse est déjà à "],
      [5, "Cette adresse est elle-mê"],
      [8, "Cette adresse est elle-mê"],
      [9, "La nouvelle adresse ramèn"],
    ])
  })
})

const PATH = "/admin/redirects/import"
const office = openOffice()
beforeEach(async () => {
  await emptyTables("redirects", "redirect_hits", "audit_log")
  await refreshRedirects()
})
const rules = () =>
  db.select({ source: redirects.source, target: redirects.target }).from(redirects).orderBy(redirects.source)

describe("importing a table", () => {
  const CSV = "source;cible;code\r\n/a;/b\r\n/about;/contact\r\n/c;;410\r\n/a;/z\r\n/d;/c"

  test("30.2 shows first what it would do, and writes nothing", async () => {
    const response = await office.send(PATH, { intent: "preview", csv: CSV })
    expect(response.status).toBe(200)
    const page = await readPage(response)
    expect(page.text).toContain("3 à ajouter, 0 à modifier, 0 sans changement, 2 refusées.")
    expect(page.text).toContain("Une page du site ne serait plus visible à son adresse.")
    expect(page.text).toMatch(/Ligne 5\s:.*déjà à la ligne 2.*Ligne 6\s:.*elle-même supprimée/s)
    expect(page.text).toMatch(/Ligne 3\s:.*\/about → \/contact.*remplace une page du site/s)
    expect(page.text).toContain("Importer 3 redirections")
    expect(page.get("textarea", { name: "csv" }).raw.trim()).toBe(CSV)
    expect(await rules()).toEqual([])
  })

  test("adds and changes what is right, in one deed of the log, and holds at once", async () => {
    await office.save("/admin/redirects", { source: "/a", code: "301", target: "/old" })
    await emptyTables("audit_log")
    const response = await office.send(PATH, { intent: "import", csv: CSV })
    expect([response.status, response.headers.get("location")]).toEqual([302, "/admin/redirects"])
    expect(await rules()).toEqual([
      { source: "/a", target: "/b" },
      { source: "/about", target: "/contact" },
      { source: "/c", target: null },
    ])
    expect(
      await db
        .select({ action: auditLog.action, title: auditLog.title, changes: auditLog.changes })
        .from(auditLog),
    ).toEqual([
      {
        action: "import",
        title: "",
        changes: { rulesAdded: [null, 2], rulesChanged: [null, 1], rulesRefused: [null, 2] },
      },
      { action: "update", title: "/a → /b", changes: { target: ["/old", "/b"] } },
    ])
  })

  test.each([
    ["", /requis/],
    ["  \r\n ", /requis/],
    ["/a;/b\r\n".repeat(10_001), /plus de 10\s000 lignes/],
    ['/a;/b\n/c;"/d\n/e;/f', /Vers la ligne 2, un guillemet s’ouvre/],
    [`/a;"${"/b\n".repeat(100_000)}`, /Vers la ligne 1, un guillemet s’ouvre/],
    [`/a;/b\n${";".repeat(100_000)}`, /Vers la ligne 2, .*la ligne est trop longue/],
  ])(
    "refuses a table of nothing, one that is too long, and one whose lines do not end: %#",
    async (csv, problem) => {
      const response = await office.send(PATH, { intent: "preview", csv })
      expect(response.status).toBe(400)
      expect((await readPage(response)).text).toMatch(problem)
    },
  )

  test("takes ten thousand lines at once", async () => {
    const csv = Array.from({ length: 10_000 }, (_, n) => `/vieux/${n};/blog/${n}`).join("\n")
    expect((await office.send(PATH, { intent: "import", csv })).status).toBe(302)
    expect(await db.$count(redirects)).toBe(10_000)
  })

  test("lets none in beside two hundred thousand, by hand neither, but changes them", async () => {
    const { rows } = await db.execute<{ made: string }>(
      sql`select pg_get_indexdef('redirects_search'::regclass) as made`,
    )
    await db.execute(sql`drop index redirects_search`)
    try {
      await db.execute(sql`insert into redirects (source, target)
        select '/vieux/' || n, '/blog/a-' || n from generate_series(1, 200000) n`)
      const response = await office.save("/admin/redirects", { source: "/x", code: "410" })
      expect((await readPage(response)).text).toMatch(/Il y a déjà 200\s000 règles/)
      const page = await readPage(await office.send(PATH, { intent: "preview", csv: "/x;/y\n/vieux/1;/z" }))
      expect(page.text).toContain("0 à ajouter, 1 à modifier, 0 sans changement, 1 refusée.")
    } finally {
      // The next file of tests has the same database.
      await db.execute(sql`truncate redirects cascade`)
      await db.execute(sql.raw(rows[0]?.made ?? ""))
    }
  })

  test("lets none in that make a loop with what another admin saves at the same moment", async () => {
    await Promise.all([
      office.send(PATH, { intent: "import", csv: "/a;/b\n/c;/d" }),
      office.send(PATH, { intent: "import", csv: "/b;/a\n/d;/c" }),
      office.save("/admin/redirects", { source: "/d", code: "301", target: "/a" }),
    ])
    const stored = await rules()
    expect(stored.length).toBeGreaterThan(0)
    const sources = stored.map(({ source }) => source)
    for (const { target } of stored) expect(sources).not.toContain(target)
  })
})

test("the exported table is the rules, and is imported again as it is", async () => {
  for (const [source, target] of [
    ["/été", "/page/été?a=b;c"],
    ["/2023/*", "https://autre.example/*"],
    ["/parti", ""],
  ] as const)
    await office.save("/admin/redirects", { source, code: target ? "301" : "410", target })
  const response = await office.see("/admin/redirects.csv")
  expect(response.headers.get("content-disposition")).toMatch(
    /^attachment; filename="redirections-\d{4}-\d\d-\d\d\.csv"$/,
  )
  const csv = response.html
  expect(csv).toBe(
    '\uFEFFAncienne adresse;Nouvelle adresse;Code\r\n/parti;;410\r\n/2023/*;https://autre.example/*;301\r\n/été;"/page/été?a=b;c";301\r\n'.slice(
      csv.startsWith("\uFEFF") ? 0 : 1,
    ),
  )
  const before = await rules()
  await db.delete(redirects)
  await office.send(PATH, { intent: "import", csv })
  expect(await rules()).toEqual(before)
})
