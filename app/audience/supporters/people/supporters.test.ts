import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { toDay } from "#app/kit/lib/dates.ts"
import { send } from "#test/app.ts"
import { emptyTables } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { openOffice } from "#test/manager.ts"
import {
  ageAuthentication,
  fieldProblems,
  readPage,
  saveForm,
  sendForm,
  signInAsNew,
  visitAs,
} from "#test/people.ts"

const PATH = "/admin/supporters"
const office = openOffice()
beforeEach(async () => {
  await emptyTables("audit_log", "bin")
  await db.execute(sql`insert into levels (name, rank) values ('Mécène', 2), ('Ami', 1)`)
})

const DAY_MS = 86_400_000
/** The day so many days from now, in Paris. */
const inDays = (days: number) => toDay(new Date(Date.now() + days * DAY_MS))
const make = (email: string, until: string | null = null, levelId: number | null = null) =>
  db.execute(
    sql`insert into supporters (email, until, level_id) values (${email}, ${until}::date, ${levelId}::int)`,
  )
const titlesOn = async (query: string) => (await rowsOn(query)).map((row) => row.all("p")[0]?.text ?? "")
const rowsOn = async (query: string) => {
  const list = (await office.see(PATH + query)).get("section", { id: "liste" })
  return list.all("ul", { class: "list-rows" }).flatMap((rows) => rows.all("li"))
}
const log = () => storedRows("audit_log")

describe("a supporter", () => {
  test("54.1 has an address, written in lower case, once", async () => {
    const fields = { email: "  Awa.DIOP@Exemple.FR ", name: "Awa", levelId: "1", until: "2030-12-31" }
    expect((await office.save(PATH, fields)).status).toBe(302)
    expect(await storedRows("supporters")).toMatchObject([
      { email: "awa.diop@exemple.fr", name: "Awa", level_id: 1, until: "2030-12-31", origin: "", note: "" },
    ])
    const again = await office.save(PATH, { email: "AWA.DIOP@exemple.fr" })
    expect(again.status).toBe(400)
    expect(fieldProblems(saveForm(await readPage(again)))).toEqual({
      "Adresse e-mail": "Cette adresse est déjà un soutien",
    })
  })

  test("54.1 has a level of those there are, the lowest first, or what all supporters have", async () => {
    const page = await office.see(PATH)
    const levels = page
      .get("select", { name: "levelId" })
      .all("option")
      .map(({ text }) => text)
    expect(levels).toEqual(["Tous les soutiens", "Ami", "Mécène"])
    const refused = await office.save(PATH, { email: "awa@cko.test", levelId: "7" })
    expect([refused.status, (await readPage(refused)).text]).toEqual([
      400,
      expect.stringContaining("Ce palier n’existe plus"),
    ])
  })

  test.each([
    ["email", "a".repeat(100_000)],
    ["email", "%00"],
    ["name", "é".repeat(100_000)],
    ["origin", "a".repeat(101)],
    ["note", "a".repeat(2_001)],
    ["until", "31/12/2030"],
    ["until", "2101-01-01"],
    ["levelId", "-1"],
    ["levelId", "9".repeat(30)],
  ])("54.1 %s does not take what is none: %#", async (name, value) => {
    const refused = await office.save(PATH, { email: "awa@cko.test", [name]: value })
    expect([refused.status, await storedRows("supporters")]).toEqual([400, []])
  })

  test("of two who save at once the second is told, and of two who add the same one", async () => {
    await make("awa@cko.test")
    const form = await office.formOn(`${PATH}/1`)
    expect((await office.send(`${PATH}/1`, { ...form, name: "Awa" })).status).toBe(302)
    expect((await office.send(`${PATH}/1`, { ...form, name: "Ava" })).status).toBe(409)
    const both = await Promise.all([1, 2].map(() => office.save(PATH, { email: "bob@cko.test" })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([302, 400])
    expect(await storedRows("supporters")).toMatchObject([{ name: "Awa" }, { email: "bob@cko.test" }])
  })
})

describe("the list", () => {
  test("54.2 says of each the name, the level, until when, whence, and who is over", async () => {
    await db.execute(sql`insert into supporters (email, name, level_id, until, origin) values
      ('passee@cko.test', 'Léa', 1, '2020-12-31', 'HelloAsso'), ('toujours@cko.test', '', null, null, '')`)
    const rows = (await office.see(PATH))
      .get("ul", { class: "list-rows" })
      .all("li")
      .map(({ text }) => text)
    expect(rows[0]).toContain("toujours@cko.test pour toujours")
    expect(rows[1]).toMatch(/passee@cko\.test.*Léa · Mécène · jusqu’au 31 décembre 2020 · HelloAsso/)
    expect(rows.map((text) => text.includes("Terminé"))).toEqual([false, true])
  })

  test("54.2 the last day counts, in Paris", async () => {
    await make("hier@cko.test", inDays(-1))
    await make("aujourdhui@cko.test", inDays(0))
    await make("bientot@cko.test", inDays(14))
    await make("plus-tard@cko.test", inDays(15))
    await make("toujours@cko.test")
    const named = async (etat: string) =>
      (await titlesOn(`?etat=${etat}`)).map((title) => title.split("@")[0])
    expect(await named("actif")).toEqual(["toujours", "plus-tard", "bientot", "aujourdhui"])
    expect(await named("bientot")).toEqual(["bientot", "aujourdhui"])
    expect(await named("termine")).toEqual(["hier"])
  })

  test("54.2 is narrowed down by level, searched by address and name, and sorted", async () => {
    await make("a@cko.test", "2030-01-01", 1)
    await make("b@cko.test", "2029-01-01", 2)
    await make("c@cko.test")
    await db.execute(sql`update supporters set name = 'Zoé' where email = 'c@cko.test'`)
    expect(await titlesOn("?palier=1")).toEqual(["a@cko.test"])
    expect(await titlesOn("?palier=aucun")).toEqual(["c@cko.test"])
    expect(await titlesOn("?palier=999999999")).toEqual([])
    expect(await titlesOn("?q=zoe")).toEqual(["c@cko.test"])
    expect(await titlesOn("?q=B%40cko")).toEqual(["b@cko.test"])
    expect(await titlesOn("?sort=fin&order=asc")).toEqual(["b@cko.test", "a@cko.test", "c@cko.test"])
    for (const query of ["?palier=1%00", "?etat=autre", "?palier=0", "?q=%00", "?sort=until"])
      expect((await office.see(PATH + query)).status).toBe(200)
  })

  test("54.2 a table of it waits for re-authentication", async () => {
    await db.execute(sql`insert into supporters (email, name, level_id, until, note) values
      ('awa@cko.test', '=Awa', 1, '2030-12-31', 'Un ami')`)
    const cookie = await signInAsNew("admin")
    const csv = await (await send(`${PATH}.csv`, { headers: { cookie } })).text()
    expect(
      csv
        .replace(/^\uFEFF/, "")
        .split("\r\n")
        .slice(0, 2),
    ).toEqual([
      "Adresse e-mail;Nom;Palier;Jusqu’au;Origine;Note",
      "awa@cko.test;'=Awa;Mécène;2030-12-31;;Un ami",
    ])
    await ageAuthentication(cookie)
    expect((await send(`${PATH}.csv`, { headers: { cookie } })).headers.get("location")).toMatch(
      /^\/admin\/confirm/,
    )
  })
})

describe("people are told apart from contents", () => {
  test("54.4 who is deleted is in no bin, and the log does not know who it was", async () => {
    await office.save(PATH, { email: "awa@cko.test", name: "Awa", note: "Un secret", levelId: "1" })
    await office.edit(PATH, 1, { levelId: "2", until: "2030-12-31", note: "Un autre secret" })
    const page = await office.see(`${PATH}?action=delete&id=1`)
    expect(page.text).toMatch(/s’efface tout de suite.*sans passer par la corbeille/)
    const item = await office.see(`${PATH}/1`)
    expect(item.text).not.toContain("Mettre à la corbeille")
    expect((await office.send(PATH, { intent: "delete", id: "1" })).status).toBe(200)
    expect((await office.send(PATH, { intent: "delete", id: "1" })).status).toBe(404)
    expect([await storedRows("supporters"), await storedRows("bin")]).toEqual([[], []])
    const rows = await log()
    expect(rows).toMatchObject([
      { action: "create", kind: "supporter", changes: { level: [null, "Mécène"] } },
      { action: "update", changes: { level: ["Mécène", "Ami"], until: [null, "2030-12-31"] } },
      { action: "delete", title: expect.stringMatching(/^ajouté le /), changes: null },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/awa@cko|Awa|secret/)
  })

  test("54.4 several are deleted after one question", async () => {
    for (const name of ["a", "b", "c"]) await make(`${name}@cko.test`)
    const asked = await office.see(`${PATH}?action=delete&ids=1,2`)
    expect(asked.text).toMatch(/Supprimer ces 2 soutiens.*sans passer par la corbeille/)
    await office.send(PATH, { intent: "delete", ids: "1,2" })
    expect(await storedRows("supporters")).toMatchObject([{ email: "c@cko.test" }])
    expect(await log()).toMatchObject([{ action: "delete" }, { action: "delete" }])
  })

  test("54.4 whoever may write to subscribers manages supporters, and nobody else but admins", async () => {
    await make("awa@cko.test")
    const lea = await signInAsNew("moderator", "lea@cko.test")
    expect((await visitAs(lea, PATH)).status).toBe(403)
    expect((await visitAs(lea, `${PATH}/import`)).status).toBe(403)
    expect((await send(`${PATH}.csv`, { headers: { cookie: lea } })).status).toBe(403)
    await db.execute(sql`update users set rights = '{letters}' where email = 'lea@cko.test'`)
    expect((await visitAs(lea, PATH)).text).toContain("awa@cko.test")
    expect((await visitAs(lea, "/admin/newsletter")).status).toBe(403)
    expect((await sendForm(PATH, { intent: "save", email: "bob@cko.test" }, { cookie: lea })).status).toBe(
      302,
    )
  })
})
