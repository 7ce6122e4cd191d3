import { expect, test } from "vitest"
import { refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { beginEmpty } from "#app/db/starter/starter.server.ts"
import { refreshFooterPages } from "#app/site/shell/footer-pages.server.ts"
import { emptyDatabase, useDatabase } from "#test/database.ts"
import { createEpisode, createNews } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { createUser } from "#test/people.ts"
import { DEFAULTS } from "#test/site-settings.ts"

const { podcast, presentation } = DEFAULTS

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000)

useDatabase()

async function visitSections() {
  const page = await visit("/")
  const section = (name: string) => page.get("section", { "aria-labelledby": name })
  return {
    status: page.status,
    // Each is only there with something in it.
    get episodes() {
      return section("derniers-episodes")
    },
    get news() {
      return section("dernieres-actualites")
    },
  }
}

test("the hero has a title, the tagline, the figures and the ways in", async () => {
  const hero = (await visit("/")).get("section", { "aria-label": podcast.name })
  expect(hero.get("h1").text).toBe("Culture Knock Out")
  expect(hero.text).toContain(podcast.tagline)
  expect(hero.all("dd").map((figure) => figure.text)).toEqual(["plus de 10M", "2.7M", "plus de 100K"])
  expect(hero.all("dt").map((label) => label.text)).toEqual(presentation.figures.map(({ label }) => label))
  expect(hero.all("a").map(({ text, attributes }) => [text, attributes.href])).toEqual([
    ["Voir les épisodes", "/episodes"],
    [presentation.audioLabel, presentation.audioUrl],
    ["S’abonner", "/ecouter"],
  ])
})

test("the hero leads first to the newest episode, where that has a sound", async () => {
  const audioUrl = "https://audio.example/a.mp3"
  const ways = async () =>
    (await visit("/"))
      .get("section", { "aria-label": podcast.name })
      .all("a")
      .map(({ text }) => text)
  const others = ["Voir les épisodes", presentation.audioLabel, "S’abonner"]
  await createEpisode({ audioUrl, publishedAt: daysAgo(3) })
  await createEpisode({ audioUrl, publishedAt: daysAgo(-1) })
  expect(await ways()).toEqual(["Écouter le dernier épisode", ...others])
  const { attributes } = (await visit("/")).get("a", { href: "/episodes/1", "data-scripted": "true" })
  expect(attributes.class).toContain("button-blood")
  await createEpisode({ publishedAt: daysAgo(1) })
  expect(await ways()).toEqual(others)
})

test("2.3 a site that nobody has an account of says how its owner begins, and never again afterwards", async () => {
  const beginning = async () => (await visit("/")).all("a", { href: "/auth?onglet=inscription" })
  expect((await beginning()).map(({ text }) => text)).toEqual(["Créer le compte"])
  await createUser("admin")
  expect(await beginning()).toEqual([])
})

test("35.3 a site that nobody has named claims nothing: no slogan, no figures, nothing to subscribe to", async () => {
  await beginEmpty()
  await refreshSiteSettings()
  await refreshFooterPages()
  const main = (await visit("/")).get("main")
  expect(main.all("h2").map(({ text }) => text)).toEqual(["Ce site attend son premier compte"])
  expect(main.all("dd")).toEqual([])
  expect(main.all("a").map(({ text }) => text)).toEqual(["Voir les épisodes", "Créer le compte"])
  await emptyDatabase()
  await refreshFooterPages()
})

test("the only episode stands across the page, several side by side", async () => {
  const card = async () => (await visitSections()).episodes.all("article")[0]?.attributes.class
  await createEpisode()
  expect(await card()).toContain("episode-alone")
  await createEpisode()
  expect(await card()).not.toContain("episode-alone")
})

test("2.3 the latest episodes are the four newest published ones, newest first", async () => {
  for (const days of [40, 3, 20, 1, 10]) {
    await createEpisode({ title: `Il y a ${days} jours.`, guest: "", publishedAt: daysAgo(days) })
  }
  await createEpisode({ title: "Brouillon", isPublished: false, publishedAt: daysAgo(0) })
  await createEpisode({ title: "Demain", publishedAt: daysAgo(-1) })
  const { status, episodes } = await visitSections()
  expect(status).toBe(200)
  expect(episodes.all("h3").map((title) => title.text)).toEqual([
    "Il y a 1 jours.",
    "Il y a 3 jours.",
    "Il y a 10 jours.",
    "Il y a 20 jours.",
  ])
})

test("the latest episodes are in a definite order even when published in the same moment", async () => {
  const publishedAt = daysAgo(1)
  for (const guest of ["Un", "Deux", "Trois", "Quatre", "Cinq"]) await createEpisode({ guest, publishedAt })
  const { episodes } = await visitSections()
  expect(episodes.all("a").map((link) => link.attributes.href)).toEqual([
    "/episodes",
    "/episodes/5",
    "/episodes/4",
    "/episodes/3",
    "/episodes/2",
  ])
})

test.each([
  [1, "Il y a quelques jours"],
  [8, "Il y a 1 semaine"],
  [16, "Il y a 2 semaines"],
  [45, "Il y a 1 mois"],
  [400, "Il y a 13 mois"],
])("20.3 the latest episodes dated %i days back say: %s", async (days, text) => {
  await createEpisode({ publishedAt: daysAgo(days) })
  expect((await visitSections()).episodes.get("time").text).toBe(text)
})

test("the latest episodes show guest, title, views, duration, number and image, and lead to the episode", async () => {
  await createEpisode({
    title: "Le grand retour",
    guest: "Kéza Mondovi",
    views: 2_700_000,
    durationSeconds: 3_840,
    season: 2,
    number: 12,
    thumbnailUrl: "/starter/episode-01.webp",
  })
  const card = (await visitSections()).episodes.get("article")
  expect(card.text).toContain("Kéza Mondovi : Le grand retour")
  expect(card.text).toContain("2.7M vues")
  expect(card.text).toContain("1 h 04")
  expect(card.text).toContain("Saison 2 · Round 12")
  expect(card.get("a").attributes.href).toBe("/episodes/1")
  expect(card.get("img").attributes).toMatchObject({ src: "/starter/episode-01.webp", alt: "" })
})

test("25.2 the latest episodes without guest and image fall back to « Invité » and a placeholder", async () => {
  await createEpisode({ guest: "", title: "Seuls en scène" })
  const card = (await visitSections()).episodes.get("article")
  expect(card.text).toContain("Invité")
  expect(card.get("h3").text).toBe("Seuls en scène")
  expect(card.all("img")).toEqual([])
})

test("the latest episodes of an episode without a guest, season and number say no more than its title", async () => {
  await createEpisode({ guest: "", hasNoGuest: true, title: "Seuls en scène", durationSeconds: 3_840 })
  const card = (await visitSections()).episodes.get("article")
  expect(card.text).not.toMatch(/Invité|Round|Saison|null/)
  expect(card.text).toContain("1 h 04")
})

test("the latest episodes lead to all episodes", async () => {
  await createEpisode()
  expect((await visitSections()).episodes.get("a", { href: "/episodes" }).text).toContain("Tous les épisodes")
})

test("2.3 the latest news are the three newest published ones, newest first, with relative dates", async () => {
  for (const days of [40, 3, 20, 8]) {
    await createNews({ title: `Il y a ${days} jours.`, publishedAt: daysAgo(days) })
  }
  await createNews({ title: "Brouillon", isPublished: false, publishedAt: daysAgo(0) })
  await createNews({ title: "Demain", publishedAt: daysAgo(-1) })
  await createNews({ title: "Sans date", publishedAt: null })
  const { news } = await visitSections()
  expect(news.all("h3").map((title) => title.text)).toEqual([
    "Il y a 3 jours.",
    "Il y a 8 jours.",
    "Il y a 20 jours.",
  ])
  expect(news.all("time").map((time) => time.text)).toEqual([
    "Il y a quelques jours",
    "Il y a 1 semaine",
    "Il y a 2 semaines",
  ])
})

test("the latest news lead to all news", async () => {
  await createNews()
  expect((await visitSections()).news.get("a", { href: "/news" }).text).toContain("Toutes les actualités")
})

test("2.3 a section without anything in it is not there", async () => {
  const headings = async () =>
    (await visit("/"))
      .get("main")
      .all("h2")
      .map(({ text }) => text)
  await createUser("admin")
  expect(await headings()).toEqual(["S’abonner au podcast"])
  await createNews()
  expect(await headings()).toEqual(["S’abonner au podcast", "Dernières actualités"])
  await createEpisode()
  expect(await headings()).toEqual(["Derniers épisodes", "S’abonner au podcast", "Dernières actualités"])
})
