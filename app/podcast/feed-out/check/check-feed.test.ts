import { describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { mediaFiles } from "#app/db/schema/media.server.ts"
import { send } from "#test/app.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { createEpisode, createMedium } from "#test/factories.ts"
import { readHtml } from "#test/html.ts"
import { createUser, openSession } from "#test/people.ts"
import { setSettings } from "#test/site-settings.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { checkFeed } from "./check-feed.server.ts"
import { EPISODE_RULES, PODCAST_RULES } from "./feed-rules.ts"

useDatabase()

const SITE = "https://cko.example"
const WHOLE = {
  audioUrl: "https://sons.exemple.test/1.mp3",
  audioType: "audio/mpeg",
  audioBytes: 1_000,
  durationSeconds: 60,
  description: "Un mot.",
}

async function makeCover() {
  const { id, key } = await createMedium({ width: 1_500, height: 1_500 })
  const sha256 = "0".repeat(64)
  const file = {
    name: "main",
    role: "main",
    type: "image/jpeg",
    bytes: 1,
    sha256,
    path: "couverture",
  } as const
  await db.insert(mediaFiles).values({ mediumId: id, ...file })
  return `/media/${key}/couverture.jpg`
}

const idsOf = async (publicUrl = SITE) => (await checkFeed(publicUrl)).findings.map(({ id }) => id)

async function makeWhole() {
  await setSettings("podcast", { cover: await makeCover(), ownerEmail: "awa@exemple.test" })
  await createEpisode({ ...WHOLE, number: 1 })
}

describe("the check of the feed", () => {
  test("finds nothing in a feed that directories take, and tells what it looked at", async () => {
    await makeWhole()
    const { findings, passed, count } = await checkFeed(SITE)
    expect([findings, count]).toEqual([[], 1])
    expect(passed).toHaveLength(PODCAST_RULES.length - 2 + EPISODE_RULES.length)
  })

  test("finds what a new site lacks, what shuts it out first", async () => {
    expect(await idsOf("http://localhost:3000")).toEqual([
      "episodes",
      "https",
      "couverture-dessinee",
      "proprietaire",
    ])
    // Nothing is said of episodes where there are none.
    const { passed } = await checkFeed(SITE)
    expect(passed).toEqual([
      "Un nom à vous",
      "Une adresse en https",
      "Une couverture carrée, de 1 400 à 3 000 pixels",
      "Une description du podcast",
      "Une catégorie au moins",
      "Aucun déménagement en cours",
    ])
  })

  test.each([
    ["couverture-ailleurs", () => setSettings("podcast", { cover: "https://images.exemple.test/1.jpg" })],
    ["couverture-dessinee", () => setSettings("podcast", { cover: "" })],
    ["description", () => setSettings("podcast", { description: " " })],
    ["categories", () => setSettings("podcast", { categories: [] })],
    ["proprietaire", () => setSettings("feed", { showsOwnerEmail: false })],
    ["demenagement", () => setSettings("feed", { newAddress: "https://ailleurs.exemple.test/" })],
    ["exemple", () => createEpisode({ ...WHOLE, isStarter: true })],
    ["son", () => createEpisode({ ...WHOLE, audioUrl: `/media/${"x".repeat(22)}/a.mp3` })],
    ["format", () => createEpisode({ ...WHOLE, audioType: "audio/ogg" })],
    ["taille", () => createEpisode({ ...WHOLE, audioBytes: null })],
    ["son-https", () => createEpisode({ ...WHOLE, audioUrl: "http://sons.exemple.test/1.mp3" })],
    ["notes", () => createEpisode({ ...WHOLE, description: "" })],
    ["duree", () => createEpisode({ ...WHOLE, durationSeconds: null })],
    ["numeros", () => createEpisode({ ...WHOLE, number: 1 })],
    ["images", () => createEpisode({ ...WHOLE, thumbnailUrl: "https://i.ytimg.com/vi/a/hq720.jpg" })],
  ])("37.5 finds %s, and nothing else", async (id, make) => {
    await makeWhole()
    await make()
    expect(await idsOf()).toEqual([id])
  })

  test("does not send a sound into the library that is there, at whatever address the site is", async () => {
    const { id, key } = await createMedium({ kind: "audio", type: "audio/mpeg" })
    await db.insert(mediaFiles).values({
      ...{ mediumId: id, name: "main", role: "main", type: "audio/mpeg", bytes: 1 },
      ...{ sha256: "1".repeat(64), path: "son" },
    })
    await makeWhole()
    for (const start of ["", "http://cko.example"])
      await createEpisode({ ...WHOLE, audioUrl: `${start}/media/${key}/son.mp3`, audioBytes: null })
    expect(await idsOf("http://cko.example")).toEqual(["https"])
    expect(await idsOf("https://cko.example")).toEqual([])
  })

  test("names some of the episodes that a rule is about, and counts all", async () => {
    await makeWhole()
    for (let number = 0; number < 12; number += 1) await createEpisode({ ...WHOLE, description: "" })
    const { findings } = await checkFeed(SITE)
    expect(findings[0]?.episodes?.count).toBe(12)
    expect(findings[0]?.episodes?.first).toHaveLength(10)
  })
})

describe("/admin/feed", () => {
  const open = async () => {
    const cookie = await openSession(await createUser("admin"))
    const response = await send("/admin/feed", { headers: { cookie } })
    return { status: response.status, page: readHtml(await response.text()) }
  }

  test("says what to do and where, and leads to the episodes", async () => {
    const { id } = await createEpisode({ ...WHOLE, description: "", title: "Sans un mot" })
    const { status, page } = await open()
    expect(status).toBe(200)
    expect(page.get("section", { id: "couverture-dessinee" }).get("a").attributes.href).toBe(
      "/admin/site/podcast#reglage-cover",
    )
    const notes = page.get("section", { id: "notes" })
    expect(notes.text).toContain("À voir")
    expect(notes.get("a").attributes.href).toBe(`/admin/episodes/${id}`)
    expect(page.get("main").text).toContain("1 épisode dans le flux.")
  })

  test("says so when the feed cannot be checked", async () => {
    const { status, page } = await withoutTable("media_files", open)
    expect(status).toBe(200)
    expect(page.get("main").text).toContain("Le flux n’a pas pu être vérifié.")
    expect(takeLoggedErrors()).toHaveLength(1)
  })
})
