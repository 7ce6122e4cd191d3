import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { missingPaths } from "#app/db/schema/redirects.server.ts"
import { send } from "#test/app.ts"
import { emptyTables, withoutTable } from "#test/database.ts"
import { openOffice } from "#test/manager.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { listedPath } from "./missing-paths.ts"
import {
  forgetMissing,
  NEW_AT_ONCE,
  NEW_EVERY_MS,
  noteMissing,
  recallMissing,
  writeMissing,
} from "./missing.server.ts"

const PATH = "/admin/redirects/missing"
const office = openOffice()
beforeEach(async () => {
  await emptyTables("missing_paths", "audit_log")
  forgetMissing()
})

const stored = () =>
  db.select({ path: missingPaths.path, hits: missingPaths.hits }).from(missingPaths).orderBy(missingPaths.id)
const list = async (query = "") => (await office.see(PATH + query)).get("section", { id: "liste" }).text

describe("an address asked for in vain is listed", () => {
  test.each([
    ["/Ancien-Article/", "/ancien-article"],
    ["/2019/05/12/un-article", "/2019/05/12/un-article"],
    ["/index.html", "/index.html"],
    ["/feed/podcast", "/feed/podcast"],
    ["/wp-content/uploads/2019/round.mp3", "/wp-content/uploads/2019/round.mp3"],
    ["/%C3%A9t%C3%A9", "/été"],
    ["/blog/inconnu.data", "/blog/inconnu"],
    [
      "/un-titre-plutot-long-avec-2023-et-beaucoup-de-mots",
      "/un-titre-plutot-long-avec-2023-et-beaucoup-de-mots",
    ],
  ])("30.3 %s as %s", (path, listed) => expect(listedPath(path)).toBe(listed))

  test.each([
    ...["/", "/admin/x", "/auth/x", "/assets/x.js", "/preview/abc"],
    ...[
      "/wp-login.php",
      "/.env",
      "/a/.git/config",
      "/wp-admin/",
      "/xmlrpc",
      "/backup.sql",
      "/site.tar.gz",
      "/cgi-bin/x",
    ],
    ...[
      "/merci/lea@cko.test",
      "/merci/lea%40cko.test",
      "/appel/0612345678",
      "/appel/06-12-34-56-78",
      "/appel/06.12.34.56.78",
    ],
    ...["/lien/123e4567-e89b-12d3-a456-426614174000", "/lien/9f86d081884c7d659a2feaa0c55ad015"],
    ...["/a%00b", "/a%0Ab", `/${"a".repeat(200)}`, `/${"a".repeat(100_000)}`, "/%uD800"],
  ])("but not %s", (path) => {
    const listed = listedPath(path)
    expect(listed === undefined || /^\/%ud800$/.test(listed)).toBe(true)
  })

  test("once it was written, with how often, and without its query", async () => {
    for (const path of ["/perdue?email=lea@cko.test", "/Perdue/", "/blog/perdu", "/perdue.data"])
      await send(path)
    await send("/perdue", { method: "HEAD" })
    await send("/wp-login.php")
    await send("/about")
    expect(await stored()).toEqual([])
    await writeMissing()
    expect(await stored()).toEqual([
      { path: "/blog/perdu", hits: 1 },
      { path: "/perdue", hits: 3 },
    ])
    await send("/perdue")
    await writeMissing()
    await writeMissing()
    expect(await list()).toMatch(/\/perdue.*4 fois.*\/blog\/perdu.*1 fois.*2 adresses/s)
    expect(await list("?q=BLOG")).toMatch(/\/blog\/perdu.*1 adresse pour/s)
  })

  test("also after the database did not take it", async () => {
    noteMissing("/perdue")
    await withoutTable("missing_paths", () => expect(writeMissing()).rejects.toThrow(/missing_paths/))
    noteMissing("/perdue")
    await writeMissing()
    expect(await stored()).toEqual([{ path: "/perdue", hits: 2 }])
  })
})

describe("a flood of addresses", () => {
  test("takes up few new ones, and goes on counting the others", async () => {
    noteMissing("/perdue", 0)
    for (let n = 0; n < 5_000; n += 1) noteMissing(`/essai-${n}`, 1)
    noteMissing("/perdue", 2)
    await writeMissing()
    const rows = await stored()
    expect(rows).toHaveLength(NEW_AT_ONCE)
    expect(rows.find(({ path }) => path === "/perdue")?.hits).toBe(2)
    // By and by others are taken up.
    noteMissing("/nouvelle", 2 + 2 * NEW_EVERY_MS)
    await writeMissing()
    expect(await stored()).toContainEqual({ path: "/nouvelle", hits: 1 })
  })

  test("does not keep those of the list from being counted after a start", async () => {
    await db.insert(missingPaths).values({ path: "/perdue", hits: 5 })
    await recallMissing()
    for (let n = 0; n < 100; n += 1) noteMissing(`/essai-${n}`, 0)
    noteMissing("/perdue", 0)
    await writeMissing()
    expect(await stored()).toContainEqual({ path: "/perdue", hits: 6 })
  })

  test("pushes nothing out that was asked for on several days, nor what was asked for most, nor what is ignored", async () => {
    await db.execute(sql`insert into missing_paths (path, hits, first_seen_at, is_ignored) values
      ('/jours', 2, now() - interval '3 days', false), ('/souvent', 9, now(), false), ('/tue', 1, now(), true)`)
    await recallMissing()
    for (let n = 0; n < 20; n += 1) noteMissing(`/essai-${n}`, 0)
    await writeMissing(3)
    expect((await stored()).map(({ path }) => path)).toEqual([
      "/jours",
      "/souvent",
      "/tue",
      expect.stringMatching(/^\/essai/),
    ])
  })
})

describe("the list of missing addresses", () => {
  test("30.3 says when there are none, and leads to a rule for each", async () => {
    expect(await list()).toContain("personne n’a demandé en vain une page de ce site.")
    await db.insert(missingPaths).values({ path: "/été perdu", hits: 1 })
    const page = await office.see(PATH)
    const links = page.all("a").map(({ attributes }) => attributes.href)
    expect(links).toContain("/admin/redirects?source=%2F%C3%A9t%C3%A9+perdu")
  })

  test("lets addresses be ignored, and heeded again", async () => {
    await db.insert(missingPaths).values({ path: "/perdue", hits: 1 })
    await office.send(PATH, { intent: "ignore", id: "1" })
    expect(await list()).not.toContain("/perdue")
    noteMissing("/perdue")
    await writeMissing()
    expect(await list()).not.toContain("/perdue")
    expect(await list("?dossier=ignorees")).toMatch(/\/perdue.*2 fois/s)
    await office.send(PATH, { intent: "heed", id: "1" })
    expect(await list()).toContain("/perdue")
    expect((await office.send(PATH, { intent: "ignore", id: "9" })).status).toBe(404)
  })

  test("is emptied after a question, but for what is ignored", async () => {
    await db.insert(missingPaths).values([
      { path: "/perdue", hits: 1 },
      { path: "/tue", hits: 1, isIgnored: true },
    ])
    expect((await office.see(`${PATH}?action=clear`)).text).toContain(
      "Vider la liste des adresses introuvables",
    )
    await office.send(PATH, { intent: "clear" })
    expect((await stored()).map(({ path }) => path)).toEqual(["/tue"])
  })

  test("survives a database that does not answer", async () => {
    await withoutTable("missing_paths", async () => {
      expect((await office.see(PATH)).text).toContain("Impossible de charger les adresses introuvables")
    })
    expect(takeLoggedErrors().length).toBeGreaterThan(0)
  })
})
