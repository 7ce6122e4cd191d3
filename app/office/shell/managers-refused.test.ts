import { sql } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { withoutTable } from "#test/database.ts"
import { createPage, createPost, MANAGERS, storedRows } from "#test/factories.ts"
import { openOffice } from "#test/manager.ts"
import { fieldProblems, filledForm, readPage, saveForm } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

const office = openOffice()
const { save } = office
const LABELS = {
  episodes: ["Impossible de créer l'épisode", "Impossible de mettre à jour l'épisode", "Épisode non trouvé"],
  news: [
    "Impossible de créer l'actualité",
    "Impossible de mettre à jour l'actualité",
    "Actualité non trouvée",
  ],
  custom_pages: ["Impossible de créer la page", "Impossible de mettre à jour la page", "Page non trouvée"],
  blog_posts: [
    "Impossible de créer l'article",
    "Impossible de mettre à jour l'article",
    "Article non trouvé",
  ],
}
const CASES = MANAGERS.map((manager) => {
  const [cannotCreate = "", cannotUpdate = "", notFound = ""] = LABELS[manager.table]
  return { ...manager, cannotCreate, cannotUpdate, notFound }
})

describe.each(CASES)("at $path", ({ path, table, make, fields, cannotCreate, cannotUpdate, notFound }) => {
  test.each(["", "abc", "0", "-1", "999", "99999999999999999999", "1'--"])(
    "there is no item %j to edit",
    async (id) => {
      await make()
      const shown = await office.see(`${path}?${new URLSearchParams({ edit: id })}`)
      expect([shown.status, shown.get("h1").text]).toEqual([404, notFound])
    },
  )

  test("of two who edit one item, the second one is asked", async () => {
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

  test("an item deleted meanwhile is said to be, and what was typed stays", async () => {
    const { id } = await make()
    const typed = filledForm(saveForm(await office.see(`${path}?edit=${id}`)))
    await office.send(path, { intent: "delete", id: String(id) })
    const refused = await save(path, { ...typed, title: "Trop tard" })
    expect(refused.status).toBe(404)
    const form = saveForm(await readPage(refused))
    expect(form.get("div", { role: "alert" }).text).toContain(`${cannotUpdate} : il n’existe plus`)
    expect(filledForm(form).title).toBe("Trop tard")
    expect(await storedRows(table)).toEqual([])
  })

  test("a database that fails is apologised for, and what was typed stays", async () => {
    const { id } = await make()
    const typed = filledForm(saveForm(await office.see(`${path}?edit=${id}`)))
    const before = await storedRows(table)
    await db.execute(sql.raw(`alter table ${table} add constraint refused check (title <> 'Refusé')`))
    const attempts = [
      [path, fields, cannotCreate],
      [`${path}?edit=${id}`, typed, cannotUpdate],
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

  test("so is one without its table", async () => {
    const refused = await withoutTable(table, () => save(path, { ...fields }))
    expect(refused.status).toBe(500)
    const form = saveForm(await readPage(refused))
    expect(form.get("div", { role: "alert" }).text).toBe(`Erreur ${cannotCreate}`)
    expect(filledForm(form)).toMatchObject(fields)
    // The list under the form fails, too, and what it can be narrowed down by.
    expect(failures()).toBeGreaterThanOrEqual(2)
    expect(await storedRows(table)).toEqual([])
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
describe.each([
  ["/admin/pages", "custom_pages", createPage, "Slug (URL)"],
  ["/admin/blog", "blog_posts", createPost, "Slug"],
] as const)("a slug of %s that another one has", (path, table, make, label) => {
  const fields = { title: "Été", slug: "Équipe ", content: "Un *texte*", isPublished: "on" }

  test("is refused to a new one", async () => {
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
})

/** How many errors were logged; the lines of failed requests are logged beside them. */
function failures() {
  return takeLoggedErrors().filter((logged) => logged instanceof Error).length
}
