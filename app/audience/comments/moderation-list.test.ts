import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { send } from "#test/app.ts"
import { openTestDatabase, withoutTable } from "#test/database.ts"
import type { Part } from "#test/html.ts"
import { sendForm, visitAs } from "#test/people.ts"
import { signInAsEach } from "#test/roles.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { createComment, emptyDiscussions } from "#test/visitors.ts"

const PATH = "/admin/comments"

beforeAll(openTestDatabase)
const cookies = signInAsEach("secret.test")
beforeEach(emptyDiscussions)

const visitList = (query: Record<string, string> = {}, who: keyof typeof cookies = "moderator") =>
  visitAs(cookies[who], `${PATH}?${new URLSearchParams(query)}`)
const list = (page: Part) => page.get("section", { id: "liste" })
/** What was written, of each row. */
const shown = (page: Part) =>
  list(page)
    .all("li")
    .filter((row) => row.all("input", { type: "checkbox" }).length > 0)
    .map((row) => row.all("p")[0]?.text)
const total = (page: Part) => list(page).get("p", { role: "status" }).text

test.each(["moderator", "admin"] as const)(
  "9.1 the list shows a %s all comments, newest first",
  async (who) => {
    await createComment(1, { content: "Le premier commentaire", createdAt: new Date("2026-01-01T12:00Z") })
    await createComment(2, {
      content: "Le deuxième commentaire",
      createdAt: new Date("2026-03-01T12:00Z"),
      status: "pending",
    })
    await createComment(1, {
      content: "Le troisième commentaire",
      createdAt: new Date("2026-02-01T12:00Z"),
      status: "hidden",
    })
    const page = await visitList({}, who)
    expect([page.status, page.get("h1").text, total(page)]).toEqual([200, "Commentaires", "3 commentaires"])
    expect(shown(page)).toEqual([
      "Le deuxième commentaire",
      "Le troisième commentaire",
      "Le premier commentaire",
    ])
    const links = list(page)
      .all("a")
      .map(({ text, attributes }) => [text, attributes.href])
    expect(links).toContainEqual(["Voir l’épisode : La cloche", "/episodes/2"])
    expect(list(page).text).toContain("1er mars 2026 à 13:00")
    for (const label of ["En attente", "Masqué"]) expect(list(page).text).toContain(label)
  },
)

test("the list is nothing for others", async () => {
  await createComment(1)
  expect((await visitList({}, "user")).get("h1").text).toBe("Accès refusé")
  expect((await visitList({}, "user")).status).toBe(403)
  const visitor = await send(PATH)
  expect([visitor.status, visitor.headers.get("location")]).toEqual([302, "/auth"])
})

test("the list says when there is none", async () => {
  expect(list(await visitList()).text).toContain("Aucun commentaire pour le moment.")
})

test.each([
  ["ELEO", ["Un texte de plus"]],
  ["ete", ["Tout un été à Paris"]],
  ["100%", ["C’est sûr à 100% oui"]],
  ["_", []],
  ["secret.test", []],
  ["<b>", []],
])("the list finds %j in names and texts, not in addresses", async (search, contents) => {
  await createComment(1, { authorName: "Éléonore", content: "Un texte de plus" })
  await createComment(1, { content: "Tout un été à Paris" })
  await createComment(1, { content: "C’est sûr à 100% oui" })
  const page = await visitList({ q: search })
  expect(shown(page)).toEqual(contents)
  expect(list(page).text.includes("Rien ne correspond.")).toBe(contents.length === 0)
})

test("the list is narrowed down to an episode and a state", async () => {
  await createComment(1, { content: "Un visible, ici même" })
  await createComment(2, { content: "Un visible, ailleurs" })
  await createComment(1, { content: "Un caché, ici même", status: "hidden" })
  await createComment(2, { content: "Un en attente, ailleurs", status: "pending" })
  expect(shown(await visitList({ episode: "1" }))).toEqual(["Un caché, ici même", "Un visible, ici même"])
  expect(shown(await visitList({ etat: "en-attente" }))).toEqual(["Un en attente, ailleurs"])
  expect(shown(await visitList({ etat: "masque" }))).toEqual(["Un caché, ici même"])
  expect(shown(await visitList({ etat: "visible", episode: "2" }))).toEqual(["Un visible, ailleurs"])
  expect(shown(await visitList({ etat: "visible", q: "ici" }))).toEqual(["Un visible, ici même"])
  const select = list(await visitList({ episode: "2" })).get("select", { name: "episode" })
  const chosen = select.all("option").filter(({ attributes }) => "selected" in attributes)
  expect(chosen.map(({ text }) => text)).toEqual(["La cloche"])
})

test("33.1 one click leads to what waits, which comes first, and keeps the other filters", async () => {
  await createComment(1)
  for (let n = 0; n < 3; n++) await createComment(1, { status: "pending" })
  await createComment(1, { status: "hidden" })
  const page = await visitList({ etat: "masque", episode: "1", page: "2" })
  const chips = list(page).get("nav", { "aria-label": "État" }).all("a")
  expect(chips.map(({ text, attributes }) => [text.trim(), attributes.href])).toEqual([
    ["Tous", "/admin/comments?episode=1"],
    ["En attente 3", "/admin/comments?episode=1&etat=en-attente"],
    ["Visibles", "/admin/comments?episode=1&etat=visible"],
    ["Masqués 1", "/admin/comments?episode=1&etat=masque"],
  ])
  expect(chips.map(({ attributes }) => attributes["aria-current"])).toEqual([
    ...[undefined, undefined, undefined, "page"],
  ])
})

test.each<Record<string, string>>([
  { episode: "abc" },
  { episode: "99999999999" },
  { episode: "0" },
  { episode: "99" },
  { etat: "inconnu" },
  { page: "-1" },
  { page: "99" },
  { q: "\0" },
])("the list fails for no address: %o", async (query) => {
  await createComment(1)
  expect((await visitList(query)).status).toBe(200)
})

test("the list goes over several pages, which keep the filter", async () => {
  await db.execute(sql`insert into comments (episode_id, author_name, author_email, content, created_at)
      select 1, 'Awa', 'awa@secret.test', 'Un commentaire, le ' || n, '2026-03-04T12:00Z'
      from generate_series(1, 48) n`)
  await createComment(2)
  const pages = [
    await visitList({ episode: "1" }),
    await visitList({ episode: "1", page: "2" }),
    await visitList({ episode: "1", page: "3" }),
  ]
  expect(pages.flatMap(shown)).toEqual(Array.from({ length: 48 }, (_, n) => `Un commentaire, le ${48 - n}`))
  const [first] = pages
  const links = first
    ? list(first)
        .all("a")
        .map(({ attributes }) => attributes.href)
    : []
  expect(links).toContain("/admin/comments?episode=1&page=2#liste")
})

test("9.1, 26.2 the list holds no address of anybody", async () => {
  await createComment(1, { authorEmail: "awa@secret.test" })
  await sendForm(PATH, { intent: "ban-author", id: "1" }, { cookie: cookies.moderator })
  for (const path of [PATH, `${PATH}.data`, `${PATH}?q=awa`, "/episodes/1", "/episodes/1.data"]) {
    const text = await (await send(path, { headers: { cookie: cookies.moderator } })).text()
    expect(text).not.toMatch(/awa@|author_?email/i)
  }
})

test("the list says why when it cannot be loaded", async () => {
  const page = await withoutTable("comments", () => visitList())
  expect([page.status, page.get("main").text]).toEqual([
    503,
    expect.stringContaining("Impossible de charger les commentaires"),
  ])
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
})

describe("the sidebar", () => {
  const sidebar = async (who: "user" | "moderator" | "admin") =>
    (await visitAs(cookies[who], "/admin/settings")).get("nav", { id: "administration" })

  test.each([
    ["moderator", "Commentaires"],
    ["admin", "Échanges"],
  ] as const)("the sidebar tells a %s how many wait", async (who, name) => {
    expect((await sidebar(who)).text).not.toContain("en attente")
    await createComment(1, { status: "pending" })
    await createComment(2, { status: "pending" })
    await createComment(1)
    const link = (await sidebar(who)).get("a", { href: PATH })
    expect(link.text).toContain(`${name} (2 en attente)`)
  })

  test("the sidebar counts what is new, too, until each person has looked at it", async () => {
    const soon = { createdAt: new Date(Date.now() + 60_000) }
    await createComment(1, soon)
    await createComment(2, { ...soon, status: "pending" })
    await createComment(2, { ...soon, status: "hidden" })
    const count = async (who: "moderator" | "admin") => (await sidebar(who)).get("a", { href: PATH }).text
    expect(await count("admin")).toContain("(2 en attente)")
    await visitAs(cookies.admin, `${PATH}?etat=visible`)
    expect(await count("admin")).toContain("(2 en attente)")
    await visitAs(cookies.admin, PATH)
    expect(await count("admin")).toContain("(1 en attente)")
    expect(await count("moderator")).toContain("(2 en attente)")
  })

  test("the sidebar tells nobody else, and stays when it cannot be counted", async () => {
    await createComment(1, { status: "pending" })
    expect((await sidebar("user")).all("a", { href: PATH })).toEqual([])
    const without = await withoutTable("comments", () => sidebar("moderator"))
    expect(without.get("a", { href: PATH }).text).toBe("Commentaires")
    expect(takeLoggedErrors().length).toBeGreaterThan(0)
  })
})
