import { sql } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { withoutTable } from "#test/database.ts"
import { createNews, MANAGERS, storedRows } from "#test/factories.ts"
import { managerForm } from "#test/bad-values.ts"
import { openOffice } from "#test/manager.ts"
import { fieldProblems, filledForm, readPage, saveForm } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

const office = openOffice()
const { save } = office
const CANNOT_UPDATE = "Impossible de mettre à jour l'actualité"
const CLICKS = [
  ["publish", "Impossible de modifier le statut"],
  ["unpublish", "Impossible de modifier le statut"],
  ["delete", "Impossible de supprimer l'actualité"],
] as const
const UNKNOWN_IDS = ["", "abc", "0", "-1", "1.5", "1e3", "999", "2147483648", "99999999999999999999", "1'--"]

test.each([
  ["/admin/guests", "publish"],
  ["/admin/guests", "share"],
  ["/admin/redirects", "discard"],
  ["/admin/letters", "unpublish"],
  ["/admin/blog", "category"],
])("%s does not know %s, which other types do", async (path, intent) => {
  const response = await office.send(path, { intent, id: "1", of: "item", ids: "1", value: "event" })
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("Action inconnue")])
})

describe("a manager", () => {
  const [path, table, make, fields] = ["/admin/news", "news", createNews, { title: "Été à Paris" }] as const
  /** Clicks in the list; what the next page then says. */
  async function click(intent: string, id: number | string) {
    const response = await office.send(path, { intent, id: String(id) })
    return { status: response.status, said: (await office.follow(response, path)).text }
  }

  test.each(UNKNOWN_IDS)("15.10 does not find id %j, whatever is asked", async (id) => {
    await make()
    const before = await storedRows(table)
    const shown = await office.see(`${path}?${new URLSearchParams({ edit: id })}`)
    expect([shown.status, shown.get("h1").text]).toEqual([404, "Actualité non trouvée"])
    for (const [intent, sentence] of CLICKS) {
      expect(await click(intent, id)).toEqual({
        status: 404,
        said: expect.stringContaining(`Erreur ${sentence}`),
      })
    }
    const saved = await save(path, { id, version: "1", ...fields })
    expect([saved.status, (await readPage(saved)).text]).toEqual([
      404,
      expect.stringContaining(CANNOT_UPDATE),
    ])
    expect(await storedRows(table)).toEqual(before)
  })

  test.each(["", "abc", "0", "-1", "99999999999999999999"])("knows no version %j", async (version) => {
    const { id } = await make()
    const before = await storedRows(table)
    const { status } = await save(path, { id: String(id), version, ...fields })
    expect([404, 409]).toContain(status)
    expect(await storedRows(table)).toEqual(before)
  })

  test.each(["", "drop", "SAVE", "constructor"])("15.10 knows no intent %j", async (intent) => {
    const { id } = await make()
    const before = await storedRows(table)
    const response = await office.send(path, { ...fields, intent, id: String(id) })
    expect([response.status, (await readPage(response)).text]).toEqual([
      400,
      expect.stringContaining("Action inconnue"),
    ])
    expect(await storedRows(table)).toEqual(before)
  })

  test("whose database fails says so in the list", async () => {
    const { id } = await make()
    const before = await storedRows(table)
    for (const [intent, sentence] of CLICKS) {
      const { status, said } = await withoutTable(table, () => click(intent, id))
      expect([status, said]).toEqual([500, expect.stringContaining(`Erreur ${sentence}`)])
      expect(takeLoggedErrors().length).toBeGreaterThan(0)
    }
    expect(await storedRows(table)).toEqual(before)
  })

  test("15.5 of two who edit one item, the second one is asked", async () => {
    const { id } = await make()
    const typed = filledForm(saveForm(await office.see(`${path}?edit=${id}`)))
    expect((await save(path, { ...typed, title: "La première" })).status).toBe(302)
    const before = await storedRows(table)

    const refused = await save(`${path}?edit=${id}`, { ...typed, ...fields, title: "La seconde" })
    expect(refused.status).toBe(409)
    const form = saveForm(await readPage(refused))
    expect(form.get("div", { role: "alert" }).text).toContain("Modifié entre-temps")
    expect(filledForm(form)).toEqual({ ...typed, ...fields, title: "La seconde", version: "2" })
    expect(await storedRows(table)).toEqual(before)

    expect((await save(`${path}?edit=${id}`, filledForm(form))).status).toBe(302)
    expect(await storedRows(table)).toMatchObject([{ title: "La seconde", version: 3 }])
  })

  test("of two who save at once, one wins and one is asked", async () => {
    const { id } = await make()
    const typed = filledForm(saveForm(await office.see(`${path}?edit=${id}`)))
    const responses = await Promise.all(
      ["Une", "Deux"].map((title) => save(path, { ...typed, title }).then(({ status }) => status)),
    )
    expect(responses.toSorted()).toEqual([302, 409])
    expect(await storedRows(table)).toMatchObject([{ version: 2 }])
  })

  test("15.5 an item deleted meanwhile is said to be, and what was typed stays", async () => {
    const { id } = await make()
    const typed = filledForm(saveForm(await office.see(`${path}?edit=${id}`)))
    await office.send(path, { intent: "delete", id: String(id) })
    const refused = await save(path, { ...typed, title: "Trop tard" })
    expect(refused.status).toBe(404)
    const form = saveForm(await readPage(refused))
    expect(form.get("div", { role: "alert" }).text).toContain(`${CANNOT_UPDATE} : il n’existe plus`)
    expect(filledForm(form).title).toBe("Trop tard")
    expect(await storedRows(table)).toEqual([])
  })

  test("a database that fails is apologised for, and what was typed stays", async () => {
    const { id } = await make()
    const typed = filledForm(saveForm(await office.see(`${path}?edit=${id}`)))
    const before = await storedRows(table)
    await db.execute(sql.raw(`alter table ${table} add constraint refused check (title <> 'Refusé')`))
    const attempts = [
      [path, fields, "Impossible de créer l'actualité"],
      [`${path}?edit=${id}`, typed, CANNOT_UPDATE],
    ] as const
    for (const [address, values, sentence] of attempts) {
      const refused = await save(address, { ...values, title: "Refusé" })
      expect([refused.status, failures()]).toEqual([500, 1])
      const form = saveForm(await readPage(refused))
      expect(form.get("div", { role: "alert" }).text).toBe(`Erreur ${sentence}`)
      expect(filledForm(form)).toMatchObject({ ...values, title: "Refusé" })
    }
    await db.execute(sql.raw(`alter table ${table} drop constraint refused`))
    expect(await storedRows(table)).toEqual(before)
  })

  test("a browser with scripts gets the answer alone", async () => {
    const refused = await save(`${path}.data`, { ...fields, title: "" })
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining("Le titre est requis"),
    ])
    expect((await office.see(`${path}.data`)).status).toBe(200)
  })
})

const TAKEN = "Ce slug est déjà utilisé"
const SLUGGED = MANAGERS.flatMap((manager) => {
  const [, label] = managerForm(manager.path).fields.find(([name]) => name === "slug") ?? []
  return label ? [{ ...manager, label }] : []
})
describe.each(SLUGGED)(
  "a slug of $path that another one has",
  ({ path, table, make, label, fields: least }) => {
    const fields = { ...least, title: "Été", slug: "Équipe ", content: "Un *texte*", isPublished: "on" }

    test("18.5 is refused to a new one", async () => {
      await make({ slug: "equipe" })
      const before = await storedRows(table)
      const refused = await save(path, fields)
      expect(refused.status).toBe(400)
      const form = saveForm(await readPage(refused))
      expect(fieldProblems(form)).toEqual({ [label]: TAKEN })
      expect(filledForm(form)).toMatchObject(fields)
      expect(await storedRows(table)).toEqual(before)
    })

    test("is refused to an edited one", async () => {
      const [, { id }] = [await make({ slug: "equipe" }), await make({ slug: "autre" })]
      const before = await storedRows(table)
      const refused = await save(`${path}?edit=${id}`, { ...fields, id: String(id), version: "1" })
      const form = saveForm(await readPage(refused))
      expect(fieldProblems(form)).toEqual({ [label]: TAKEN })
      expect(filledForm(form)).toMatchObject({ ...fields, id: String(id), version: "1" })
      expect(await storedRows(table)).toEqual(before)
    })

    test("goes to one of two at once", async () => {
      const responses = await Promise.all([save(path, fields), save(path, fields)])
      expect(responses.map(({ status }) => status).toSorted()).toEqual([302, 400])
      expect(await storedRows(table)).toHaveLength(1)
    })
  },
)

/** How many errors were logged; the lines of failed requests are logged beside them. */
function failures() {
  return takeLoggedErrors().filter((logged) => logged instanceof Error).length
}
