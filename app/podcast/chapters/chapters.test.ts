import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { mediaUses } from "#app/db/schema/media.server.ts"
import type { Chapter } from "#app/kit/lib/chapters.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { send } from "#test/app.ts"
import { emptyTables } from "#test/database.ts"
import { createEpisode, createMedium } from "#test/factories.ts"
import { createFeedItem } from "#test/feed-items.ts"
import { visit } from "#test/html.ts"
import { openOffice } from "#test/manager.ts"
import { importItems } from "../feeds-in/import.server.ts"
import { serializeItem } from "../feeds-in/serialized-item.ts"

const office = openOffice()
beforeEach(() => emptyTables("media"))

const PATH = "/admin/episodes"
const CHAPTERS: Chapter[] = [
  { start: 0, title: "Intro" },
  { start: 61_500, title: "La rencontre ?", linkUrl: "https://awa.example/", imageUrl: "/a.jpg" },
  { start: 90_000, title: "Publicité", imageUrl: "https://images.example/b.jpg", isHidden: true },
]
const LINES =
  "0:00 Intro\n1:01.5 La rencontre ? | https://awa.example/ | image /a.jpg\n1:30 Publicité | image https://images.example/b.jpg | masqué"
const TAGS = {
  chapters: [
    { start: 0, title: "Ouverture" },
    { start: 61.5, title: "Fin" },
  ],
}

const stored = async () =>
  (await db.select({ chapters: episodes.chapters }).from(episodes).where(eq(episodes.id, 1)))[0]?.chapters
const createSound = (tags: typeof TAGS | null = TAGS) =>
  createMedium({ kind: "audio", type: "audio/mpeg", durationMs: 100_000, tags })

describe("the chapters of an episode's form", () => {
  test("39.1, 39.3 are lines, which are stored in their order and come back", async () => {
    const lines = LINES.split("\n").toReversed().join("\r\n\r\n")
    expect((await office.save(PATH, { title: "T", guest: "G", chapters: lines })).status).toBe(302)
    expect(await stored()).toEqual(CHAPTERS)
    const form = await office.formOn(`${PATH}/1`)
    expect(form).toMatchObject({ chapters: LINES.replaceAll("\n", "\r\n"), chaptersBefore: "3" })
    await office.edit(PATH, 1)
    expect(await stored()).toEqual(CHAPTERS)
    await office.edit(PATH, 1, { chapters: "" })
    expect(await stored()).toEqual([])
  })

  test("39.3 keep a picture of the library in use", async () => {
    const { key, id } = await createMedium()
    const chapters = `0:00 Intro | image ${mediaAddress(key, "a.jpg")}`
    await office.save(PATH, { title: "T", guest: "G", chapters })
    expect(await db.select().from(mediaUses)).toEqual([{ mediumId: id, source: "episodes", rowId: 1 }])
  })

  test("are those of a new sound's file where there are none", async () => {
    const { key } = await createSound()
    await office.save(PATH, { title: "T", guest: "G", audioUrl: mediaAddress(key, "un.mp3") })
    const own = [
      { start: 0, title: "Ouverture" },
      { start: 61_500, title: "Fin" },
    ]
    expect(await stored()).toEqual(own)
    // Taken away, they stay away; another sound brings its own.
    await office.edit(PATH, 1, { chapters: "" })
    await office.edit(PATH, 1)
    expect(await stored()).toEqual([])
    const other = await createSound()
    await office.edit(PATH, 1, { audioUrl: mediaAddress(other.key, "deux.mp3"), chapters: "0:05 Les miens" })
    expect(await stored()).toEqual([{ start: 5_000, title: "Les miens" }])
  })

  test("stay when the sound brought them after the form was filled", async () => {
    await createEpisode()
    const form = await office.formOn(`${PATH}/1`)
    await db.update(episodes).set({ chapters: CHAPTERS })
    await office.send(`${PATH}/1`, { ...form, title: "Neuf" })
    expect(await stored()).toEqual(CHAPTERS)
  })

  test("are told by the log and kept by versions", async () => {
    await createEpisode({ title: "T" })
    await office.edit(PATH, 1, { chapters: "0:00 Intro" })
    await office.edit(PATH, 1, { chapters: "" })
    expect(await office.formOn(`${PATH}/1?version=2`)).toMatchObject({ chapters: "0:00 Intro" })
    const log = (await office.see("/admin/log")).text
    expect([/chapitres/.test(log), /0:00|Intro/.test(log)]).toEqual([true, true])
  })
})

describe("an episode's page", () => {
  test("39.4 lists what is not hidden, with links that begin there", async () => {
    await createEpisode({ chapters: CHAPTERS, audioUrl: "https://audio.example/1.mp3" })
    const list = (await visit("/episodes/1")).get("section", { "aria-labelledby": "chapitres" })
    expect(list.all("li").map(({ text }) => text)).toEqual(["0:00 Intro", "1:01 La rencontre\u202f?"])
    const hrefs = list.all("a").map(({ attributes }) => attributes.href)
    expect(hrefs).toEqual([
      "?t=0",
      "https://audio.example/1.mp3#t=0",
      "?t=61",
      "https://audio.example/1.mp3#t=61.5",
      "https://awa.example/",
    ])
  })

  test("has them to read where there is no sound, and nothing where there are none", async () => {
    await createEpisode({ chapters: CHAPTERS, audioUrl: null })
    await createEpisode()
    const list = (await visit("/episodes/1")).get("section", { "aria-labelledby": "chapitres" })
    expect(list.all("li")).toHaveLength(2)
    expect(list.all("a")).toHaveLength(1)
    expect((await visit("/episodes/2")).all("section", { "aria-labelledby": "chapitres" })).toEqual([])
  })
})

describe("GET /episodes/{id}/chapters.json", () => {
  test("39.4 has them all, as apps read them", async () => {
    await createEpisode({ title: "Le poids", chapters: CHAPTERS })
    const response = await send("/episodes/1/chapters.json")
    expect(response.headers.get("content-type")).toBe("application/json+chapters; charset=utf-8")
    expect(response.headers.get("access-control-allow-origin")).toBe("*")
    const body = await response.json()
    expect(body).toEqual({
      version: "1.2.0",
      title: "Le poids",
      chapters: [
        { startTime: 0, title: "Intro" },
        {
          ...{ startTime: 61.5, title: "La rencontre ?", url: "https://awa.example/" },
          img: expect.stringMatching(/^https?:\/\/[^/]+\/a\.jpg$/),
        },
        { startTime: 90, title: "Publicité", img: "https://images.example/b.jpg", toc: false },
      ],
    })
  })

  test("is not there of what nobody may see, or has none", async () => {
    await createEpisode({ chapters: CHAPTERS, isPublished: false })
    await createEpisode({ chapters: CHAPTERS, publishedAt: new Date(Date.now() + 86_400_000) })
    await createEpisode()
    for (const id of ["1", "2", "3", "4", "0", "a", "%00"])
      expect((await send(`/episodes/${id}/chapters.json`)).status).toBe(404)
  })
})

describe("an import", () => {
  const importItem = (chapters?: string) =>
    importItems([serializeItem(createFeedItem(1, { ...(chapters !== undefined && { chapters }) }))])

  test("39.2 brings and renews them, until a host writes others", async () => {
    await importItem("0:00 Un\n1:00 Deux")
    expect(await stored()).toEqual([
      { start: 0, title: "Un" },
      { start: 60_000, title: "Deux" },
    ])
    await importItem("0:00 Un seul")
    expect(await stored()).toEqual([{ start: 0, title: "Un seul" }])
    await office.edit(PATH, 1, { chapters: "0:00 Le mien" })
    await importItem("0:00 Encore un")
    expect(await stored()).toEqual([{ start: 0, title: "Le mien" }])
  })

  test("takes none away that its feed never had", async () => {
    await importItem()
    await db.update(episodes).set({ chapters: CHAPTERS })
    await importItem()
    expect(await stored()).toEqual(CHAPTERS)
  })
})
