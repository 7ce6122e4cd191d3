import { sql } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { USERS } from "#app/accounts/users/user-list.ts"
import { COMMENTS } from "#app/audience/comments/moderation-list.ts"
import { MESSAGES } from "#app/audience/contact/message-list.ts"
import { SUBSCRIBERS } from "#app/audience/newsletter/subscriber-list.ts"
import { db } from "#app/db/client.server.ts"
import type { Listing, ListType } from "#app/content/lists/list-type.ts"
import { parseListView } from "#app/content/lists/list-view.ts"
import {
  createEpisode,
  createGuest,
  createMedium,
  createNews,
  createPage,
  createPost,
} from "#test/factories.ts"
import type { Part } from "#test/html.ts"
import { openOffice } from "#test/manager.ts"
import { TYPES } from "../types/types.server.ts"

const office = openOffice()
const OTHER_LISTS: ListType[] = [COMMENTS, MESSAGES, SUBSCRIBERS, USERS]
const titles = (shown: Part) =>
  shown
    .get("main")
    .all("li", { class: "list-row" })
    .map((row) => row.all("p")[0]?.text)
const seen = async (address: string) => titles(await office.see(address))

/** All that a list can be sorted and narrowed down by. */
function queriesOf({ sorts = {}, filters = {} }: Partial<Listing>) {
  return [
    ...Object.keys(sorts).flatMap((sort) => [`sort=${sort}&order=asc&q=a`, `sort=${sort}&order=desc&q=a`]),
    ...Object.entries(filters).flatMap(([name, { choices }]) =>
      choices.map(({ value }) => `${name}=${value}&q=a`),
    ),
  ]
}

test.each(TYPES)("the list of $label can be asked for by each sort and filter", async ({ words, list }) => {
  const queries = queriesOf(list.listing())
  for (const query of queries) {
    const asked = parseListView(new URLSearchParams(query), list.listing())
    expect(await list.list({ ...asked, limit: 50, offset: 0 })).toEqual([])
    expect(await list.rows.count(asked, 50)).toBe(0)
  }
  const shown = await office.see(`${words.path}?${queries.at(-1)}`)
  expect(shown.get("form", { "aria-label": "Filtrer et trier" }).text).toContain("Tri")
})

test.each(OTHER_LISTS)("the list at $path is shown by each of its sorts and filters", async (type) => {
  for (const query of queriesOf(type)) {
    const shown = await office.see(`${type.path}?${query}`)
    expect([query, shown.status]).toEqual([query, 200])
    expect(shown.get("form", { "aria-label": "Filtrer et trier" }).text).toContain("Tri")
  }
})

describe("sorting", () => {
  const at = (day: number) => new Date(Date.UTC(2026, 2, day, 12))

  test("33.2 goes by title, season and number, state and counts, always the same way", async () => {
    await createEpisode({ title: "Été", season: 1, number: 2, publishedAt: at(3) })
    await createEpisode({ title: "aube", season: 2, number: 1, publishedAt: at(2) })
    await createEpisode({ title: "Zénith", season: 1, number: 10, publishedAt: at(1), isPublished: false })
    await db.execute(sql`update episode_counts set views = 10 - episode_id, downloads = 1000 * episode_id`)
    const by = (query: string) => seen(`/admin/episodes?${query}`)
    expect(await by("")).toEqual(["Été", "aube", "Zénith"])
    expect(await by("order=asc")).toEqual(["Zénith", "aube", "Été"])
    expect(await by("sort=titre")).toEqual(["aube", "Été", "Zénith"])
    expect(await by("sort=titre&order=desc")).toEqual(["Zénith", "Été", "aube"])
    expect(await by("sort=numero")).toEqual(["aube", "Zénith", "Été"])
    expect(await by("sort=etat")).toEqual(["Zénith", "Été", "aube"])
    expect(await by("sort=vues")).toEqual(["Été", "aube", "Zénith"])
    expect(await by("sort=likes&order=asc")).toEqual(["Été", "aube", "Zénith"])
    expect((await office.see("/admin/episodes?sort=vues")).get("main").text).toContain("9 vues")
    expect(await by("sort=telechargements")).toEqual(["Zénith", "aube", "Été"])
    const sorted = (await office.see("/admin/episodes?sort=telechargements")).get("main").text
    expect(sorted).toContain(`${(3_000).toLocaleString("fr-FR")} téléchargements`)
    expect(sorted).not.toContain("9 vues")
  })

  test("33.2 puts what has no value at the end, whichever way", async () => {
    await createNews({ title: "Datée", publishedAt: at(1) })
    await createNews({ title: "Sans date", publishedAt: null, isPublished: false })
    expect(await seen("/admin/news?sort=date")).toEqual(["Datée", "Sans date"])
    expect(await seen("/admin/news?sort=date&order=asc")).toEqual(["Datée", "Sans date"])
  })

  test("says in a table's heads which way, and in the address", async () => {
    const head = (await office.see("/admin/users?sort=email")).get("th", { "aria-sort": "ascending" })
    expect(head.get("a", { href: "/admin/users?sort=email&order=desc" }).text).toBe("Email")
  })
})

describe("filters", () => {
  test("33.1 tell what is published, scheduled and a draft", async () => {
    await createPost({ title: "Paru", slug: "paru" })
    await createPost({ title: "Bientôt", slug: "bientot", publishedAt: new Date(Date.UTC(2098, 1)) })
    await createPost({ title: "En chantier", slug: "chantier", isPublished: false, publishedAt: null })
    const by = (state: string) => seen(`/admin/blog?etat=${state}`)
    expect(await by("publie")).toEqual(["Paru"])
    expect(await by("programme")).toEqual(["Bientôt"])
    expect(await by("brouillon")).toEqual(["En chantier"])
    expect(await by("inconnu")).toHaveLength(3)
  })

  test("tell seasons, types and sounds of episodes, with the seasons there are to choose from", async () => {
    await createEpisode({ title: "Un", season: 1, audioUrl: "https://a.example/1.mp3" })
    await createEpisode({ title: "Deux", season: 2, type: "bonus", audioUrl: null })
    await createEpisode({ title: "Hors saison", season: null, audioUrl: null })
    const by = (query: string) => seen(`/admin/episodes?${query}`)
    expect(await by("saison=2")).toEqual(["Deux"])
    expect(await by("saison=sans")).toEqual(["Hors saison"])
    expect(await by("type=bonus&son=sans")).toEqual(["Deux"])
    expect(await by("son=avec")).toEqual(["Un"])
    const options = (await office.see("/admin/episodes?q=u")).get("select", { name: "saison" }).all("option")
    expect(options.map(({ text }) => text)).toEqual([
      "Toutes les saisons",
      "Sans saison",
      "Saison 2",
      "Saison 1",
    ])
  })

  test("take categories that only the database knows", async () => {
    await createNews({ title: "Sur les murs", category: "Graffiti & co" })
    await createNews({ title: "Ailleurs" })
    expect(await seen(`/admin/news?${new URLSearchParams({ categorie: "Graffiti & co" })}`)).toEqual([
      "Sur les murs",
    ])
    const options = (await office.see("/admin/news?q=a")).get("select", { name: "categorie" }).all("option")
    expect(options.map(({ text }) => text)).toContain("Graffiti & co")
  })

  test("find guests who never came", async () => {
    await createGuest({ name: "Awa" })
    expect(await seen("/admin/guests?episodes=sans")).toEqual(["Awa"])
    expect(await seen("/admin/guests?episodes=avec")).toEqual([])
  })

  test("33.1 stay while one turns pages, edits, saves and asks, and can be cleared", async () => {
    await createPage({ title: "Aaa", slug: "equipe", isPublished: false })
    for (let n = 0; n < 51; n += 1) await createPage({ slug: `page-${n}`, isPublished: false })
    const address = "/admin/pages?etat=brouillon&sort=titre&order=asc"
    const shown = await office.see(address)
    const links = shown.all("a").map(({ attributes }) => attributes.href)
    expect(links).toContain(`${address}&page=2#liste`)
    expect(links).toContain(`${address}&edit=1`)
    expect(links).toContain("/admin/pages?sort=titre&order=asc")
    const saved = await office.send(`${address}&edit=1`, {
      ...{ intent: "save", id: "1", version: "1", title: "Équipes", slug: "equipe" },
    })
    expect(saved.headers.get("location")).toBe(address)
    const nothing = await office.see("/admin/pages?etat=publie")
    expect(nothing.get("main").text).toContain("Rien ne correspond.")
    const back = nothing.all("a", { href: "/admin/pages" })
    expect(back.map(({ text }) => text)).toContain("Tout afficher")
  })

  test("of media and messages tell what they did before", async () => {
    await createMedium({ title: "photo.png" })
    const shown = await office.see("/admin/media?genre=image&sort=poids")
    expect(shown.get("select", { name: "genre" }).get("option", { selected: "" }).text).toBe("Images")
    expect(shown.get("main").text).toContain("photo.png")
  })
})
