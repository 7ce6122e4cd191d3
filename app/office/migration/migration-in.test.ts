import { expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { imports } from "#app/db/schema/imports.server.ts"
import { subscriberImports } from "#app/db/schema/newsletter.server.ts"
import type { ImportChoices } from "#app/kit/lib/imports.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { signInAsNew, visitAs } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

useDatabase()

const visit = async () => {
  const panel = (await visitAs(await signInAsNew("admin"), "/admin/moving")).get("section", { id: "reste" })
  return { text: panel.text, links: panel.all("a").map(({ attributes }) => attributes.href) }
}

test("41.4 the rest of the site comes by the imports, and what came is told", async () => {
  const empty = await visit()
  expect(empty.links).toEqual(["/admin/import", "/admin/newsletter/import"])
  expect(empty.text).not.toContain("Repris")

  const [list, begun] = await db
    .insert(subscriberImports)
    .values([
      { name: "members.csv", state: "read", rowCount: 12, doubleCount: 1, invalidCount: 1 },
      { name: "autre.csv", state: "running", rowCount: 3 },
    ])
    .returning({ id: subscriberImports.id })
  await db.insert(subscriberImports).values({ name: "collee.csv", state: "read", rowCount: 5 })
  const choices = {} as ImportChoices
  const endedAt = new Date("2026-11-03T12:00:00Z")
  await db.insert(imports).values([
    {
      name: "ghost.json",
      state: "done",
      source: "https://ancien.example",
      choices,
      endedAt,
      listId: list?.id,
    },
    { name: "articles.csv", state: "done", source: "https://0a1b.invalid", choices, endedAt },
    { name: "liste-seule.csv", state: "done", listId: begun?.id, endedAt },
    { name: "en-cours.xml", state: "running", choices },
    { name: "defait.xml", state: "undone", choices, endedAt },
  ])
  const { text, links } = await visit()
  expect(text).toMatch(/Repris\s*: articles\.csv, le 3 novembre 2026/)
  expect(text).toMatch(/Repris\s*: https:\/\/ancien\.example, le 3 novembre 2026/)
  expect(text).toMatch(/Une liste de 10 personnes attend votre accord\s*: members\.csv/)
  for (const other of ["autre.csv", "collee.csv", "liste-seule", "en-cours", "defait", ".invalid"])
    expect(text).not.toContain(other)
  expect(links).toEqual([
    "/admin/import/2",
    "/admin/import/1",
    `/admin/newsletter/import?id=${list?.id}`,
    "/admin/import",
    "/admin/newsletter/import",
  ])
})

test("the page goes on where nobody knows what came", async () => {
  const cookie = await signInAsNew("admin")
  const page = await withoutTable("imports", () => visitAs(cookie, "/admin/moving"))
  expect([page.status, page.get("main").text]).toEqual([
    503,
    expect.stringContaining("Impossible de charger le déménagement"),
  ])
  expect(page.get("main").text).toContain("Adresse de l’ancien site")
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
})
