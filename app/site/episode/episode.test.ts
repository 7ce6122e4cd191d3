import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodeGuests } from "#app/db/schema/guests.server.ts"
import { mediaFiles } from "#app/db/schema/media.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, createGuest, createMedium } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { DEFAULTS } from "#test/site-settings.ts"

useDatabase()

test("3.5 GET /episodes/{id} shows all there is to know of an episode", async () => {
  await createEpisode({
    title: "Le poids des mots",
    guest: "Kéza Mondovi",
    description: "Première ligne\nDeuxième ligne\n\n**Gras** et [lien](https://a.example)",
    youtubeUrl: "https://www.youtube.com/watch?v=abc123",
    spotifyUrl: "https://open.spotify.com/episode/abc",
    thumbnailUrl: "https://images.example/a.jpg",
    audioUrl: "https://audio.example/a.mp3",
    views: 1_234,
    durationSeconds: 5_412,
    season: 2,
    number: 7,
    publishedAt: new Date("2026-01-14T23:00:00Z"),
  })
  const page = await visit("/episodes/1")
  const article = page.get("article")
  expect(page.status).toBe(200)
  expect(page.get("h1").text).toBe("Le poids des mots")
  expect(article.text).toContain("avec Kéza Mondovi")
  expect(article.text).toContain("Saison 2 · Round 7")
  expect(article.text).toContain("1K vues")
  expect(article.text).toContain("1 h 30")
  expect(article.get("time").text).toBe("15 janvier 2026")
  expect(article.get("time").attributes.datetime).toBe("2026-01-14T23:00:00.000Z")
  expect(article.get("img").attributes.src).toBe("https://images.example/a.jpg")
  expect(article.get("audio").attributes).toMatchObject({
    src: "https://audio.example/a.mp3",
    preload: "none",
  })
  const description = page.get("section", { "aria-label": "Description" })
  expect(description.all("br")).toHaveLength(1)
  expect(description.get("strong").text).toBe("Gras")
  expect(description.get("a").attributes.href).toBe("https://a.example")
})

test("GET /episodes/{id} leaves out what an episode does not have", async () => {
  await createEpisode({ title: "Seuls en scène", guest: "" })
  const page = await visit("/episodes/1")
  const article = page.get("article")
  expect(page.status).toBe(200)
  expect(article.text).toContain("avec Invité")
  expect(article.text).toContain("0 vue ")
  expect(article.text).not.toMatch(/Round|Saison|YouTube|Spotify|null|undefined|NaN/)
  for (const name of ["img", "audio", "section"]) expect(article.all(name)).toEqual([])
  expect(article.all("a").map(({ text }) => text)).toEqual(["S’abonner"])
})

test("3.11 GET /episodes/{id} has what one may come for in one row, each where there is such a thing", async () => {
  const row = async (id: number) => {
    const items = (await visit(`/episodes/${id}`)).get("ul", { class: "at-hand" }).all("li")
    return items.map((item) => [item.text, item.all("a")[0]?.attributes.href])
  }
  await createEpisode()
  expect(await row(1)).toEqual([
    ["S’abonner", "/ecouter"],
    ["Partager", undefined],
  ])
  const audioUrl = "https://audio.example/a.mp3"
  await createEpisode({ audioUrl, chapters: [{ start: 0, title: "Ouverture" }] })
  const cues = [{ start: 0, end: 1_000, text: "Bonsoir." }]
  await db.insert(transcripts).values({ episodeId: 2, isPublished: true, cues, text: "Bonsoir." })
  expect(await row(2)).toEqual([
    ["S’abonner", "/ecouter"],
    ["Transcription", "#transcription"],
    ["Chapitres", "#chapitres"],
    ["Télécharger", audioUrl],
    ["Partager", undefined],
    ["Intégrer", "/episodes/2/integrer"],
  ])
  const { html } = await visit("/episodes/2")
  for (const id of ["transcription", "chapitres"]) expect(html).toContain(`id="${id}"`)
})

test("cards of an episode say its subtitle, or what its description says besides times", async () => {
  const description = "00:00 Ouverture\n02:10 - Le beat\n\nUne heure avec *Awa*.\n\n(12:30) La fin"
  await createEpisode({ description, subtitle: "Une heure sans coupe" })
  await createEpisode({ description })
  await createEpisode({ description: "À 20:30 précises, le micro s’ouvre." })
  for (const [index, said] of [
    "Une heure sans coupe",
    "Une heure avec Awa.",
    "À 20:30 précises, le micro s’ouvre.",
  ].entries()) {
    const page = await visit(`/episodes/${index + 1}`)
    expect(page.get("meta", { property: "og:description" }).attributes.content).toBe(said)
  }
})

test("3.11 GET /episodes/{id} shows subtitle, kind, guests as people, links and credits", async () => {
  await createEpisode({
    guest: "Kéza Mondovi et Ilyès",
    subtitle: "Une heure sans coupe",
    type: "bonus",
    isExplicit: true,
    links: [
      { label: "Le livre ?", url: "https://livre.example/a" },
      { label: "Faux", url: "javascript:alert(1)" },
    ],
    credits: "Réalisation : **Awa**",
  })
  const keza = await createGuest({
    slug: "keza",
    name: "Kéza Mondovi",
    role: "Rappeuse",
    linkUrl: "https://www.keza.example/bio",
    pictureUrl: "https://images.example/keza.jpg",
  })
  const ilyes = await createGuest({ slug: "ilyes", name: "Ilyès" })
  await db.insert(episodeGuests).values([
    { episodeId: 1, guestId: ilyes.id, position: 1 },
    { episodeId: 1, guestId: keza.id, position: 0 },
  ])
  const article = (await visit("/episodes/1")).get("article")
  expect(article.text).toContain("Une heure sans coupe")
  expect(article.all("span", { class: "stamp text-lg text-paper" }).map(({ text }) => text)).toEqual([
    "Bonus",
    "Explicite",
  ])
  const people = article.get("section", { "aria-labelledby": "invites" })
  expect(people.all("h3").map((name) => [name.text, name.get("a").attributes.href])).toEqual([
    ["Kéza Mondovi", "/guests/keza"],
    ["Ilyès", "/guests/ilyes"],
  ])
  expect(people.text).toContain("Rappeuse")
  expect(people.get("a", { href: "https://www.keza.example/bio" }).text).toBe("keza.example")
  expect(people.get("img").attributes.src).toBe("https://images.example/keza.jpg")
  const links = article.get("section", { "aria-labelledby": "liens" }).all("a")
  expect(links.map(({ text, attributes }) => [text, attributes.href])).toEqual([
    ["Le livre\u202f?", "https://livre.example/a"],
  ])
  expect(article.get("section", { "aria-labelledby": "credits" }).get("strong").text).toBe("Awa")
})

test("GET /episodes/{id} shows a guest’s picture of the library in the sizes there are", async () => {
  await createEpisode()
  const { id, key } = await createMedium({ focalX: 0.25 })
  await db.insert(mediaFiles).values({
    mediumId: id,
    role: "variant",
    name: "320.webp",
    type: "image/webp",
    bytes: 1,
    sha256: "0".repeat(64),
    path: "a",
  })
  const guest = await createGuest({ pictureUrl: `/media/${key}/awa.jpg` })
  await db.insert(episodeGuests).values({ episodeId: 1, guestId: guest.id, position: 0 })
  const srcSet = `/media/${key}/320.webp 320w, /media/${key}/image 1600w`
  const [onPage] = (await visit("/episodes/1")).get("article").all("img")
  expect(onPage?.attributes).toMatchObject({
    srcset: srcSet,
    // Cut to a square, four thirds of what is seen.
    sizes: "(width < 40rem) calc(1.33 * 5.5rem), calc(1.33 * 6.5rem)",
    style: "object-position:25% 50%",
  })
  const [ofGuest] = (await visit(`/guests/${guest.slug}`)).get("main").all("img")
  expect(ofGuest?.attributes).toMatchObject({ srcset: srcSet, loading: "eager" })
})

test("GET /episodes/{id} draws its sound’s outline where the library knows it, with a slider over it", async () => {
  const sound = { kind: "audio", type: "audio/mpeg", width: null, height: null } as const
  const { key } = await createMedium({ ...sound, waveform: Buffer.from([0, 255, 128]).toString("base64") })
  await createEpisode({ audioUrl: `/media/${key}/nuit.mp3`, durationSeconds: 3_600 })
  const article = (await visit("/episodes/1")).get("article")
  expect(article.get("path").attributes.d).toMatch(/^M0 49h3v2h-3z.*M160 0h3v100h-3z.*M320 24h3v52h-3z/)
  expect(article.get("input", { type: "range" }).attributes).toMatchObject({
    max: "3600",
    value: "0",
    "aria-valuetext": "0 seconde sur 1 heure",
  })
  const unread = await createMedium(sound)
  await createEpisode({ audioUrl: `/media/${unread.key}/jour.mp3` })
  expect((await visit("/episodes/2")).get("article").all("input")).toEqual([])
})

test("GET /episodes/{id} offers to share it, and to subscribe where the podcast is", async () => {
  await createEpisode()
  const main = (await visit("/episodes/1")).get("main")
  expect(main.all("button").map(({ text }) => text)).toContain("Partager")
  const subscribe = main.get("section", { "aria-labelledby": "s-abonner" }).all("a")
  expect(subscribe.map(({ text, attributes }) => [text, attributes.href])).toEqual([
    ...DEFAULTS.links.platforms.map(({ label, url }) => [label, url]),
    ["Autres applications", "/ecouter"],
  ])
})

test("3.2 GET /episodes/{id} makes the title of an episode without a guest its headline, and names nobody", async () => {
  await createEpisode({ title: "Seuls en scène", guest: "", hasNoGuest: true, number: 4 })
  const page = await visit("/episodes/1")
  expect(page.get("h1").attributes.class).toContain("poster")
  expect(page.get("article").text).not.toMatch(/avec|Invité/)
  expect(page.get("title").text).not.toContain("avec")
  const [, episode] = page.all("script", { type: "application/ld+json" })
  expect(JSON.parse(episode?.raw ?? "")).not.toHaveProperty("actor")
})

test.each([
  ["youtube", { youtubeUrl: "https://youtu.be/abc" }, [["Voir sur YouTube", "https://youtu.be/abc"]]],
  [
    "spotify",
    { spotifyUrl: "https://open.spotify.com/x" },
    [["Écouter sur Spotify", "https://open.spotify.com/x"]],
  ],
])("GET /episodes/{id} offers %s only where its address is known", async (_name, values, links) => {
  await createEpisode(values)
  const article = (await visit("/episodes/1")).get("article")
  expect(article.all("a").map(({ text, attributes }) => [text, attributes.href])).toEqual([
    ["S’abonner", "/ecouter"],
    ...links,
  ])
})

test("GET /episodes/{id} cannot be broken out of by a title, a guest or a description", async () => {
  const nasty = `</script><script>alert("1")</script>'"><img src=x onerror=alert(1)>`
  await createEpisode({ title: nasty, guest: nasty, description: nasty })
  const harmless = await visit("/episodes/1")
  await createEpisode()
  const ordinary = await visit("/episodes/2")
  expect(harmless.get("h1").text).toBe(nasty)
  expect(harmless.get("title").raw).toContain(nasty)
  expect(harmless.all("script")).toHaveLength(ordinary.all("script").length)
  expect(harmless.all("img")).toEqual([])
  const [, episode] = harmless.all("script", { type: "application/ld+json" })
  expect(JSON.parse(episode?.raw ?? "")).toMatchObject({ name: nasty, actor: { name: nasty } })
  expect(harmless.get("section", { "aria-label": "Description" }).text).toBe(nasty)
})

test("GET /episodes/{id} is what a client navigation gets too", async () => {
  await createEpisode({ title: "Le poids des mots" })
  const response = await send("/episodes/1.data")
  expect(response.status).toBe(200)
  expect(await response.text()).toContain("Le poids des mots")
})

describe("an episode that is not to be seen", () => {
  beforeEach(async () => {
    await createEpisode({ title: "Secret en brouillon", isPublished: false })
    await createEpisode({ title: "Secret de demain", publishedAt: new Date(Date.now() + 3_600_000) })
  })

  const addresses = [
    ...["1", "2", "3", "0", "-1", "01", "1.0", "1e0", "abc", "1abc", "%00", "1%00", "%E2%80%8B1"],
    ...["2147483648", "99999999999999999999999", "1'--", "..%2f1", "%F0%9F%8E%A4"],
  ]

  test.each(addresses)("2.6, 3.5 an episode that is not to be seen /episodes/%s is not found", async (id) => {
    const page = await visit(`/episodes/${id}`)
    expect(page.status).toBe(404)
    expect(page.get("h1").text).toBe("Épisode non trouvé")
    expect(page.get("main").get("a").attributes.href).toBe("/episodes")
    expect(page.html).not.toContain("Secret")
  })

  test.each(addresses)(
    "an episode that is not to be seen /episodes/%s.data is not found either",
    async (id) => {
      const response = await send(`/episodes/${id}.data`)
      const body = await response.text()
      expect(response.status).toBe(404)
      expect(body).toContain("Épisode non trouvé")
      expect(body).not.toContain("Secret")
    },
  )

  test("an episode that is not to be seen shows as soon as its time has come", async () => {
    await createEpisode({ publishedAt: new Date(Date.now() - 1_000) })
    expect((await visit("/episodes/3")).status).toBe(200)
  })
})
