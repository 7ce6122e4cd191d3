import { describe, expect, test } from "vitest"
import { withoutTable } from "#test/database.ts"
import { createEpisode, createNews, createPage, createPost, MANAGERS } from "#test/factories.ts"
import type { Part } from "#test/html.ts"
import { openOffice } from "#test/manager.ts"
import { filledForm, saveForm } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

const office = openOffice()

const list = (path: string, query: Record<string, string> = {}) =>
  office.see(`${path}?${new URLSearchParams(query)}`)
const count = (shown: Part) => shown.get("section", { id: "liste" }).get("p", { role: "status" }).text

test.each(MANAGERS)(
  "15.4 the list of $path starts with the newest, and finds by title",
  async ({ path, make }) => {
    const ages = [3, 1, 2].map((days) => new Date(Date.now() - days * 86_400_000))
    for (const [index, age] of ages.entries()) {
      await make({ title: ["Été", "Hiver", "Automne"][index], createdAt: age, publishedAt: age })
    }
    expect(titles(await list(path))).toEqual(["Hiver", "Automne", "Été"])
    expect(titles(await list(path, { q: "ete" }))).toEqual(["Été"])
  },
)

describe("a list", () => {
  const [path, table, make, one, many] = [
    "/admin/news",
    "news",
    createNews,
    "actualité",
    "actualités",
  ] as const

  test("says that there is nothing like what one searches", async () => {
    expect((await list(path, { q: "zzz" })).get("main").text).toContain("Rien ne correspond.")
  })

  test.each([
    ["ÉTÉ", ["Un été"]],
    ["ete", ["Un été"]],
    ["  UN   ete ", ["Un été"]],
    ["%", ["100 % rap"]],
    ["_", ["hip_hop"]],
    ["\\", ["anti\\slam"]],
    ["œuvre", ["Œuvre"]],
    ["'; drop table episodes --", []],
    ["\0été\0", ["Un été"]],
    ["é".repeat(5_000), []],
  ])("finds %j", async (search, expected) => {
    for (const title of ["Un été", "100 % rap", "hip_hop", "anti\\slam", "Œuvre"]) await make({ title })
    const shown = await list(path, { q: search })
    expect([shown.status, titles(shown)]).toEqual([200, expected])
    expect(count(shown)).toMatch(new RegExp(`^${expected.length} ${one} pour « .* »$`))
  })

  test("15.4 goes over several pages", async () => {
    for (let n = 1; n <= 43; n += 1) {
      await make({ title: n % 2 ? `Impair ${n}` : `Pair ${n}` })
    }
    const first = await list(path)
    expect([count(first), titles(first).length]).toEqual([`43 ${many}`, 20])
    const second = await list(path, { page: "2" })
    const third = await list(path, { page: "3" })
    expect(new Set([first, second, third].flatMap(titles)).size).toBe(43)
    expect(titles(third)).toHaveLength(3)
    expect(pageLinks(second)).toContain(`${path}?page=3`)
    expect(second.get("a", { "aria-current": "page", "aria-label": "Page 2" }).text).toBe("2")

    const odd = await list(path, { q: "impair", page: "2" })
    expect([count(odd), titles(odd).length]).toEqual([`22 ${many} pour « impair »`, 2])
    expect(pageLinks(odd)).toContain(`${path}?q=impair`)

    for (const page of ["4", "999999"]) {
      const past = await list(path, { page })
      expect([past.status, titles(past)]).toEqual([200, []])
      expect(past.get("main").text).toContain("Cette page de la liste n’existe plus")
    }
    for (const page of ["0", "-1", "abc", "1.5", "", "99999999999999999999"]) {
      expect(titles(await list(path, { page }))).toEqual(titles(first))
    }
  })

  test("15.4 that cannot be loaded says why beside its form, to caches and monitors too, and is logged", async () => {
    await make()
    const shown = await withoutTable(table, () => list(path))
    expect(shown.status).toBe(503)
    expect(shown.get("main").get("p", { role: "alert" }).text).toContain(
      "Impossible de charger les actualités",
    )
    expect(shown.get("main").text).not.toContain("Aucune actualité pour le moment")
    expect(shown.get("main").all("input", { value: "save" })).toHaveLength(1)
    // Beside what the list is narrowed down by, and whether the site has examples.
    const failed = expect.stringMatching(/^Error: Failed query: select (?!\(exists)/)
    expect(takeLoggedErrors().map(String)).toContainEqual(failed)
  })

  test("stays at the search it was at when an item is saved", async () => {
    const { id } = await make({ title: "Round" })
    const address = `${path}?q=round&page=1&edit=${id}`
    const fields = filledForm(saveForm(await office.see(address)))
    const saved = await office.send(address, fields)
    expect(saved.headers.get("location")).toBe(`${path}?q=round`)
  })
})

describe("what is shown of an item", () => {
  const CHRISTMAS = new Date("2098-12-24T23:30:00Z")
  const NOON = new Date("2026-03-04T12:00:00Z")

  const facts = { title: "Un titre", createdAt: NOON, publishedAt: NOON }
  const draft = { ...facts, isPublished: false }
  const later = { ...facts, publishedAt: CHRISTMAS }
  const WHEN = "Programmé pour le 25 décembre 2098 à 00:30"
  const undated = { ...draft, publishedAt: null }

  const states = MANAGERS.flatMap(({ path, make, isDated }) => [
    { path, make: () => make(facts), status: "Publié", detail: "" },
    { path, make: () => make(draft), status: "Brouillon", detail: "" },
    ...(isDated
      ? [
          { path, make: () => make(later), status: "Programmé", detail: WHEN },
          { path, make: () => make({ ...later, isPublished: false }), status: "Brouillon", detail: "" },
        ]
      : []),
  ])
  test.each(states)(
    "18.3 what is shown of an item at $path: that it is $status",
    async ({ path, make, status, detail }) => {
      await make()
      const [row] = rows(await list(path))
      const toggle = status === "Brouillon" ? "Publier" : "Dépublier"
      expect(row?.all("span").map(({ text }) => text)).toContain(status)
      expect(row?.all("button").map(({ text }) => text)).toContain(`${toggle} : Un titre`)
      expect(row?.text).toContain(detail)
    },
  )

  test.each([
    ["/admin/episodes", () => createEpisode({ ...facts, guest: "Awa" }), "Awa · 4 mars 2026"],
    ["/admin/episodes", () => createEpisode({ ...draft, guest: "Awa" }), "Awa · 4 mars 2026"],
    ["/admin/news", () => createNews({ ...facts, mediaType: "video" }), "CKO News · Vidéo · Créée le"],
    ["/admin/news", () => createNews({ ...facts, category: "Graffiti" }), "Graffiti · Article · Créée"],
    ["/admin/news", () => createNews({ ...facts, category: "event" }), "Événement"],
    ["/admin/news", () => createNews(undated), "Créée le 4 mars 2026"],
    ["/admin/pages", () => createPage({ ...facts, slug: "equipe" }), "/equipe"],
    ["/admin/pages", () => createPage({ ...draft, slug: "equipe" }), "/equipe"],
    ["/admin/blog", () => createPost({ ...facts, slug: "ete" }), "/ete · 4 mars 2026"],
    ["/admin/blog", () => createPost({ ...undated, slug: "ete" }), "/ete"],
  ])("18.3 what is shown of an item at %s %#: its details", async (path, make, detail) => {
    await make()
    expect(rows(await list(path))[0]?.text).toContain(detail)
  })
})

/** The rows of a manager's list: what can be deleted. */
function rows(shown: Part) {
  return shown
    .get("main")
    .all("li")
    .filter((item) => item.text.includes("Supprimer"))
}

function titles(shown: Part) {
  return rows(shown).map((row) => row.all("p")[0]?.text)
}

function pageLinks(shown: Part) {
  return shown
    .get("nav", { "aria-label": "Pages de la liste" })
    .all("a")
    .map(({ attributes }) => attributes.href?.replace(/#.*/, ""))
}
