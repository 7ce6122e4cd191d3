import { describe, expect, test } from "vitest"
import { send } from "#test/app.ts"
import { withoutTable } from "#test/database.ts"
import { managerAt, MANAGERS, storedRows } from "#test/factories.ts"
import type { Part } from "#test/html.ts"
import { managerForm } from "#test/bad-values.ts"
import { openOffice } from "#test/manager.ts"
import { filledForm, readPage, saveForm } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

// What each type does with its own fields, words and dates. What all do alike is tried with one: managers-list, managers-refused.

const office = openOffice()
const { save } = office

test.each(MANAGERS)(
  "3.1, 5.1, 6.1, 7.1 a new item of $path is stored as it was typed, and stays so when nothing is touched",
  async ({ path, table }) => {
    const { good, fields } = managerForm(path)
    expect((await save(path, good)).headers.get("location")).toBe(path)
    const [before] = await storedRows(table)
    // The media after the first one, and a transcript, stand in tables of their own.
    const texts = fields.filter(
      ([name, , kind]) =>
        ["text", "slug", "web", "media"].includes(kind) && !["media", "transcriptUrl"].includes(name),
    )
    const columns = texts.map(([name]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      good[name]?.replaceAll("\r\n", "\n"),
    ])
    expect(before).toMatchObject({ ...Object.fromEntries(columns), is_published: true, version: 1 })
    expect(await office.formOn(`${path}/1`)).toMatchObject(good)

    expect((await office.edit(path, 1)).headers.get("location")).toBe(path)
    const [after] = await storedRows(table)
    // Saving a published article dates it anew (docs/product.md 6.2).
    const renewed = path === "/admin/blog" ? { published_at: after?.published_at } : {}
    expect(after).toEqual({ ...before, ...renewed, version: 2, updated_at: after?.updated_at })
    expect(after?.updated_at).not.toBe(before?.updated_at)
  },
)

test.each([
  [
    "/admin/episodes",
    { views: "1 234", publicationDay: "2026-01-15" },
    { views: 1234 },
    "2026-01-14T23:00:00.000Z",
  ],
  ["/admin/episodes", { views: "beaucoup" }, { views: 0 }, "now"],
  ["/admin/news", { publicationDay: "2026-07-15" }, { source: "manual" }, "2026-07-14T22:00:00.000Z"],
  ["/admin/news", {}, { media_type: "article", category: "cko-news", is_published: false }, null],
  ["/admin/news", { mediaUrl: "/a.mp4", isPublished: "on" }, { media_url: null }, "now"],
  ["/admin/pages", { slug: "L’Équipe !" }, { slug: "l-equipe", is_published: false }, undefined],
  ["/admin/blog", { isPublished: "on" }, { is_published: true }, "now"],
  ["/admin/blog", {}, { is_published: false }, null],
] as const)(
  "5.3, 6.2 a new item of %s with %j is stored with %j, published at %s",
  async (path, typed, expected, at) => {
    const manager = managerAt(path)
    expect((await save(path, { ...manager.fields, ...typed })).status).toBe(302)
    const [row] = await storedRows(manager.table)
    expect(row).toMatchObject(expected)
    expect(moment(row?.published_at)).toBe(at)
  },
)

test.each(MANAGERS)("a new item of $path knows who wrote it", async ({ path, fields, table, owner }) => {
  await save(path, fields)
  const [admin] = await storedRows("users")
  expect((await storedRows(table))[0]?.[owner.name]).toBe(admin?.id ?? "an admin")
})

test.each([
  ["/admin/episodes", "/episodes/1"],
  ["/admin/news", "/news"],
  ["/admin/pages", "/page/ete-a-paris"],
  ["/admin/blog", "/blog/ete-a-paris"],
] as const)("a new item of %s can be seen on the site from the toast", async (path, address) => {
  const { fields, words } = managerAt(path)
  const { created } = words
  const shown = await office.follow(await save(path, { ...fields, isPublished: "on" }), path)
  expect(shown.text).toContain(created)
  const link = shown.all("a").find(({ text }) => text === "Voir sur le site")
  expect(link?.attributes.href).toBe(address)
  const onSite = await send(address)
  expect([onSite.status, await onSite.text()]).toEqual([200, expect.stringContaining("Été à Paris")])
  expect((await office.see(path)).text).not.toContain(created)
})

describe("what a toast says of it", () => {
  const saved = async (path: string, fields: Record<string, string>) => {
    return toastOn(await office.follow(await save(path, fields), path))
  }
  const clicked = async (path: string, fields: Record<string, string>) => {
    return toastOn(await office.follow(await office.send(path, fields), path))
  }
  function toastOn(shown: Part) {
    const [toast] = shown.all("div").filter(({ attributes }) => attributes.class?.startsWith("toast "))
    if (!toast) throw new Error("no toast")
    return toast
  }

  test.each(MANAGERS)("15.5 a draft is kept, or published: $path", async ({ path, fields, words }) => {
    const { isPublished: _, ...draft } = fields
    const [e, it] = words.isFeminine ? ["e", "elle"] : ["", "il"]
    const shown = await saved(path, draft)
    expect(shown.text).toContain(`${words.created} Enregistré${e} comme brouillon.`)
    expect(shown.text).not.toContain("Voir sur le site")
    const published = await clicked(path, { intent: "publish", id: "1" })
    expect(published.text).toContain(`Publié${e}\u00a0: ${it} est en ligne.`)
  })

  test("15.5 it is planned, and goes off the site", async () => {
    const planned = { publicationDay: "2100-11-30", publicationClock: "07:00", isPublished: "on" }
    const { fields } = managerAt("/admin/episodes")
    const shown = await saved("/admin/episodes", { ...fields, ...planned })
    expect(shown.text).toContain("Épisode créé ! Programmé pour le 30 nov. 2100 à 07:00.")
    expect(shown.text).not.toContain("Voir sur le site")
    const { title } = fields
    const back = await clicked("/admin/episodes", { intent: "unpublish", id: "1" })
    expect(back.text).toContain(`Épisode mis à jour ! «\u00a0${title}\u00a0» n’est plus programmé.`)
  })

  test.each(MANAGERS)(
    "15.5 what was taken back is published again as it was: $path",
    async ({ path, fields, table }) => {
      await save(path, { ...fields, isPublished: "on" })
      const [before] = await storedRows(table)
      const shown = await clicked(path, { intent: "unpublish", id: "1" })
      expect(shown.text).toContain(`«\u00a0${fields.title}\u00a0» n’est plus en ligne.`)
      const [form] = shown.all("form")
      expect([form?.text, form?.attributes.action]).toEqual(["Annuler", path])
      expect(await storedRows(table)).toMatchObject([{ is_published: false }])
      await office.send(path, form ? filledForm(form) : {})
      const [after] = await storedRows(table)
      expect(after).toMatchObject({ is_published: true })
      expect(after?.published_at).toEqual(before?.published_at)
    },
  )

  test.each(["demain", "0", "99999-01-01", "-1", "1'--", "x".repeat(9_000)])(
    "a former time that is none is now: %s",
    async (at) => {
      const { fields } = managerAt("/admin/news")
      await save("/admin/news", fields)
      expect((await office.send("/admin/news", { intent: "publish", id: "1", at })).status).toBe(200)
      expect(moment((await storedRows("news"))[0]?.published_at)).toBe("now")
    },
  )
})

describe.each(MANAGERS)("the manager at $path", ({ path, words, table, make, fields }) => {
  const click = async (intent: string, id: number) => {
    const response = await office.send(path, { intent, id: String(id) })
    return { status: response.status, said: (await office.follow(response, path)).text }
  }

  test("3.8, 5.6, 6.4, 7.3, 15.3 creates, edits, publishes, takes back and deletes one item, and says so", async () => {
    const empty = await office.see(path)
    expect(empty.get("main").text).toContain(words.emptyText)
    expect(empty.all("h2").map(({ text }) => text)).toContain(words.listTitle)
    expect(empty.get("section", { id: "liste" }).get("p", { role: "status" }).text).toBe(
      `0 ${words.nouns[0]}`,
    )

    await make({ title: "Une autre", isPublished: false })
    const [other] = await storedRows(table)
    const stored = async () => {
      const [first, ...own] = await storedRows(table)
      expect(first).toEqual(other)
      return own
    }
    expect((await office.follow(await save(path, fields), path)).text).toContain(words.created)
    const [{ id } = { id: 0 }] = await stored()
    const typed = await office.formOn(`${path}/${Number(id)}`)
    const saved = await save(path, { ...typed, title: " Changé " })
    expect((await office.follow(saved, path)).text).toContain(words.updated)
    expect((await save(path, { ...typed, title: "Trop tard" })).status).toBe(409)
    expect(await stored()).toMatchObject([{ title: "Changé", version: 2 }])

    for (const [intent, isPublished, version] of [
      ["publish", true, 3],
      ["publish", true, 4],
      ["unpublish", false, 5],
      ["unpublish", false, 6],
    ] as const) {
      expect(await click(intent, Number(id))).toEqual({
        status: 200,
        said: expect.stringContaining(words.updated),
      })
      expect(await stored()).toMatchObject([{ is_published: isPublished, version }])
    }
    expect((await office.see(`${path}?action=delete&id=${Number(id)}`)).text).toContain(
      `Êtes-vous sûr de vouloir supprimer ${words.thisOne} ? «\u202fChangé\u202f» sera supprimé${words.isFeminine ? "e" : ""}.`,
    )
    expect(await click("delete", Number(id))).toEqual({
      status: 200,
      said: expect.stringContaining(words.deleted),
    })
    expect(await stored()).toEqual([])
  })

  test("3.8, 5.6, 6.4, 7.3, 22.2 says what it cannot do, in its words", async () => {
    for (const address of [`${path}/9`, `${path}?action=delete&id=9`]) {
      const missing = await office.see(address)
      expect([missing.status, missing.get("h1").text]).toEqual([404, words.notFound])
    }
    const gone = await save(path, { ...fields, id: "9", version: "1" })
    expect(gone.status).toBe(404)
    expect((await readPage(gone)).text).toContain(`${words.cannotUpdate}\u202f: il n’existe plus`)
    expect(await click("delete", 9)).toEqual({
      status: 404,
      said: expect.stringContaining(`Erreur ${words.cannotDelete}`),
    })
    for (const intent of ["publish", "unpublish"]) expect((await click(intent, 9)).status).toBe(404)

    const refused = await withoutTable(table, () => save(path, fields))
    const shown = await readPage(refused)
    expect([refused.status, takeLoggedErrors().length > 0]).toEqual([500, true])
    expect(saveForm(shown).get("div", { role: "alert" }).text).toBe(`Erreur ${words.cannotCreate}`)
    expect(filledForm(saveForm(shown))).toMatchObject(fields)
    expect(shown.text).toContain(words.cannotLoad)
  })
})

const OLD = new Date("2026-03-04T05:06:07.089Z")

test.each([
  ["/admin/episodes", "2026-03-04", OLD.toISOString()],
  ["/admin/news", "2026-03-04", OLD.toISOString()],
  ["/admin/episodes", "2026-03-05", "2026-03-05T05:06:00.000Z"],
  ["/admin/episodes", "2026-03-05", "2026-03-04T23:00:00.000Z", { publicationClock: "" }],
  ["/admin/episodes", "2026-03-05", "2026-03-05T17:30:00.000Z", { publicationClock: "18:30" }],
  ["/admin/episodes", "", "2026-03-04T17:30:00.000Z", { publicationClock: "18:30" }],
  ["/admin/news", "2026-03-05", "2026-03-04T23:00:00.000Z"],
  ["/admin/episodes", "", "2026-03-04T05:06:07.089Z"],
  ["/admin/news", "", "now"],
] as const)(
  "5.3, 6.2 an edited item of %s dated %j is published at %s",
  async (path, publicationDay, publishedAt, clock: Record<string, string> = {}) => {
    await managerAt(path).make({ publishedAt: OLD })
    await office.edit(path, 1, { publicationDay, ...clock })
    const [row] = await storedRows(path.slice("/admin/".length))
    expect(moment(row?.published_at)).toBe(publishedAt)
  },
)

test.each([
  ["/admin/episodes", "publish", OLD.toISOString()],
  ["/admin/episodes", "unpublish", OLD.toISOString()],
  ["/admin/news", "publish", "now"],
  ["/admin/news", "unpublish", null],
  ["/admin/blog", "publish", "now"],
  ["/admin/blog", "unpublish", null],
] as const)("5.3, 6.2 the date of publication at %s after %s is %s", async (path, intent, expected) => {
  const { make, table } = managerAt(path)
  await make({ isPublished: intent === "unpublish", publishedAt: OLD })
  await office.send(path, { intent, id: "1" })
  expect(moment((await storedRows(table))[0]?.published_at)).toBe(expected)
})

/** Moments of just now have a name. */
function moment(value: unknown) {
  if (typeof value !== "string") return value
  const time = Date.parse(value)
  return Math.abs(Date.now() - time) < 300_000 ? "now" : new Date(time).toISOString()
}
