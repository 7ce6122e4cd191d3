import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { openTestDatabase, withoutTable } from "#test/database.ts"
import { emptyContents, MANAGERS, storedRows } from "#test/factories.ts"
import { followAs, sendForm, signInAsNew } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

let cookie = ""

beforeAll(openTestDatabase)
beforeAll(async () => {
  cookie = await signInAsNew("admin")
})
beforeEach(emptyContents)

const UNKNOWN_IDS = ["", "abc", "0", "-1", "1.5", "1e3", "999", "2147483648", "99999999999999999999", "1'--"]
/** All types read ids, versions and intents alike: one of them is asked everything, the others once. */
const firstOf = <Value>(path: string, values: Value[]) => (path === "/admin/news" ? values : values.slice(-1))
const TEXTS = {
  "/admin/episodes": {
    updated: "Épisode mis à jour !",
    deleted: "Épisode supprimé",
    cannotUpdate: "Impossible de mettre à jour l'épisode",
    cannotDelete: "Impossible de supprimer l'épisode",
  },
  "/admin/news": {
    updated: "Actualité mise à jour",
    deleted: "Actualité supprimée",
    cannotUpdate: "Impossible de mettre à jour l'actualité",
    cannotDelete: "Impossible de supprimer l'actualité",
  },
  "/admin/pages": {
    updated: "Page mise à jour !",
    deleted: "Page supprimée",
    cannotUpdate: "Impossible de mettre à jour la page",
    cannotDelete: "Impossible de supprimer la page",
  },
  "/admin/blog": {
    updated: "Article mis à jour !",
    deleted: "Article supprimé",
    cannotUpdate: "Impossible de mettre à jour l'article",
    cannotDelete: "Impossible de supprimer l'article",
  },
}
const CASES = MANAGERS.map((manager) => ({ ...manager, texts: TEXTS[manager.path] }))

describe.each(CASES)("at $path", ({ path, table, make, fields, texts }) => {
  /** Clicks in the list; what the next page then says. */
  async function click(intent: string, id: number | string) {
    const response = await sendForm(path, { intent, id: String(id) }, { cookie })
    return { status: response.status, said: (await followAs(cookie, response, path)).text }
  }

  test("an item is published and taken back", async () => {
    const { id } = await make({ isPublished: false })
    for (const [intent, isPublished, version] of [
      ["publish", true, 2],
      ["publish", true, 3],
      ["unpublish", false, 4],
      ["unpublish", false, 5],
    ] as const) {
      const { status, said } = await click(intent, id)
      expect([status, said.includes(texts.updated)]).toEqual([200, true])
      expect((await storedRows(table))[0]).toMatchObject({ is_published: isPublished, version })
    }
  })

  test("a click touches one item only", async () => {
    const [first, second] = [await make({ isPublished: false }), await make({ isPublished: false })]
    await click("publish", second.id)
    expect(await storedRows(table)).toMatchObject([{ is_published: false }, { is_published: true }])
    const { status, said } = await click("delete", first.id)
    expect([status, said.includes(texts.deleted)]).toEqual([200, true])
    expect(await storedRows(table)).toMatchObject([{ id: second.id }])
  })

  test.each(firstOf(path, UNKNOWN_IDS))("id %j is not found, whatever is asked", async (id) => {
    await make()
    const before = await storedRows(table)
    expect(await click("publish", id)).toEqual({
      status: 404,
      said: expect.stringContaining("Erreur Impossible de modifier le statut"),
    })
    expect(await click("unpublish", id)).toMatchObject({ status: 404 })
    expect(await click("delete", id)).toEqual({
      status: 404,
      said: expect.stringContaining(`Erreur ${texts.cannotDelete}`),
    })
    const saved = await sendForm(path, { intent: "save", id, version: "1", ...fields }, { cookie })
    expect([saved.status, await saved.text()]).toEqual([
      404,
      expect.stringContaining(texts.cannotUpdate.replace("'", "&#x27;")),
    ])
    expect(await storedRows(table)).toEqual(before)
  })

  test.each(firstOf(path, ["", "abc", "0", "-1", "99999999999999999999"]))(
    "version %j of an item is unknown",
    async (version) => {
      const { id } = await make()
      const before = await storedRows(table)
      const response = await sendForm(
        path,
        { intent: "save", id: String(id), version, ...fields },
        { cookie },
      )
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.status).toBeLessThan(500)
      expect(await storedRows(table)).toEqual(before)
    },
  )

  test.each(firstOf(path, ["", "drop", "SAVE", "constructor"]))("intent %j is unknown", async (intent) => {
    const { id } = await make()
    const before = await storedRows(table)
    const response = await sendForm(path, { intent, id: String(id), ...fields }, { cookie })
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining("Action inconnue"),
    ])
    expect(await storedRows(table)).toEqual(before)
  })

  test("a database that fails is apologised for in the list", async () => {
    const { id } = await make()
    const clicks = [
      ["publish", "Impossible de modifier le statut"],
      ["unpublish", "Impossible de modifier le statut"],
      ["delete", texts.cannotDelete],
    ] as const
    for (const [intent, sentence] of clicks) {
      const before = await storedRows(table)
      const { status, said } = await withoutTable(table, () => click(intent, id))
      expect([status, said]).toEqual([500, expect.stringContaining(`Erreur ${sentence}`)])
      expect(takeLoggedErrors().length).toBeGreaterThan(0)
      expect(await storedRows(table)).toEqual(before)
    }
  })
})

describe("the date of publication", () => {
  const OLD = new Date("2026-03-04T05:06:07.089Z")
  const stored = async (table: string) => {
    const [row] = await storedRows(table)
    const time = row?.published_at ? Date.parse(String(row.published_at)) : null
    return time !== null && Date.now() - time < 300_000 ? "now" : time
  }

  test.each([
    ["/admin/episodes", "publish", OLD.getTime()],
    ["/admin/episodes", "unpublish", OLD.getTime()],
    ["/admin/news", "publish", "now"],
    ["/admin/news", "unpublish", null],
    ["/admin/blog", "publish", "now"],
    ["/admin/blog", "unpublish", null],
  ] as const)("the date of publication at %s after %s is %s", async (path, intent, expected) => {
    const manager = MANAGERS.find((one) => one.path === path)
    await manager?.make({ isPublished: intent === "unpublish", publishedAt: OLD })
    await sendForm(path, { intent, id: "1" }, { cookie })
    expect(await stored(manager?.table ?? "")).toBe(expected)
  })
})
