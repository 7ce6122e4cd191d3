import { expect, test } from "vitest"
import { getPage, send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { visit } from "#test/html.ts"

useDatabase()

test("3.4, 18.1 GET /episodes lists published episodes, newest first, without drafts and future ones", async () => {
  await createEpisode({ title: "Ancien", publishedAt: new Date("2024-01-01") })
  await createEpisode({ title: "Récent", publishedAt: new Date("2025-01-01") })
  await createEpisode({ title: "Brouillon", isPublished: false })
  await createEpisode({ title: "Demain", publishedAt: new Date(Date.now() + 86_400_000) })
  const { status, html } = await getPage("/episodes")
  expect(status).toBe(200)
  expect(html.indexOf("Récent")).toBeLessThan(html.indexOf("Ancien"))
  expect(html).toContain("Ancien")
  expect(html).not.toMatch(/Brouillon|Demain/)
})

test("GET /episodes plays from the card what has audio", async () => {
  await createEpisode({ title: "À entendre", audioUrl: "https://a.example/1.mp3" })
  await createEpisode({ title: "À lire" })
  for (const path of ["/episodes", "/"]) {
    const labels = (await visit(path)).all("article").flatMap((card) => card.all("button"))
    expect(labels.map(({ attributes }) => attributes["aria-label"])).toEqual(["Écouter\u00a0: À entendre"])
  }
})

test("2.7 GET /episodes says so when nothing is found", async () => {
  const { status, html } = await getPage("/episodes?q=rien")
  expect(status).toBe(200)
  expect(html).toContain("Aucun épisode trouvé pour &quot;rien&quot;")
})

test.each([
  ["ete", true],
  ["ÉTÉ", true],
  ["oeuvre", true],
  ["kez", true],
  ["KÉZA mon", true],
  ["100%", true],
  ["0%_", true],
  ["%", true],
  ["0_", false],
  ["d'été", false],
  ["été kéza", false],
  ["\\", false],
])("3.4 GET /episodes searches %j in title and guest as a literal substring: %j", async (search, isFound) => {
  await createEpisode({ title: "L’œuvre d’un Été à 100%_", guest: "Kéza Mondovi" })
  const { html } = await getPage(`/episodes?q=${encodeURIComponent(search)}`)
  expect(html.includes("/episodes/1")).toBe(isFound)
})

test("GET /episodes is paged by links that keep the search", async () => {
  for (let n = 1; n <= 25; n += 1) await createEpisode({ title: `Titre n${n}.` })
  const first = await getPage("/episodes?q=titre")
  expect(first.html).toContain("/episodes?q=titre&amp;page=2")
  const second = await getPage("/episodes?q=titre&page=2")
  expect(second.html).toContain("Titre n1.")
  expect(second.html).not.toContain("Titre n2.")
  expect((await send("/episodes?q=titre&page=3")).headers.get("location")).toBe("/episodes")
})

test.each(["/episodes?q=%00", "/episodes?page=-1", "/episodes?page=1e9", `/episodes?q=${"a".repeat(5000)}`])(
  "GET /episodes takes %s",
  async (path) => {
    expect((await getPage(path)).status).toBe(200)
  },
)
