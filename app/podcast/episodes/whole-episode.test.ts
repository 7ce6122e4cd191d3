import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { emptyTables } from "#test/database.ts"
import { createEpisode, createMedium } from "#test/factories.ts"
import { createMediaFile } from "#test/media-files.ts"
import { createFeedItem } from "#test/feed-items.ts"
import { openOffice } from "#test/manager.ts"
import { fieldProblems, filledForm, readPage, saveForm } from "#test/people.ts"
import { importItems } from "../feeds-in/import.server.ts"
import { serializeItem } from "../feeds-in/serialized-item.ts"

const office = openOffice()
beforeEach(() => emptyTables("media"))

const PATH = "/admin/episodes"
const create = (fields: Record<string, string> = {}) =>
  office.save(PATH, { title: "T", guest: "G", ...fields })
const edit = (fields?: Record<string, string>) => office.edit(PATH, 1, fields)
const stored = async () => (await db.select().from(episodes).where(eq(episodes.id, 1)))[0]
const createSound = () =>
  createMedium({ kind: "audio", type: "audio/mpeg", bytes: 45_200_000, durationMs: 3_723_400 })

describe("the sound of an episode", () => {
  test("3.9 of the library brings its type, its size and its duration", async () => {
    const { key } = await createSound()
    const audioUrl = mediaAddress(key, "un.mp3")
    expect((await create({ audioUrl })).status).toBe(302)
    expect(await stored()).toMatchObject({
      ...{ audioUrl, audioType: "audio/mpeg", audioBytes: 45_200_000, durationSeconds: 3_723 },
    })
    const shown = await office.see(`${PATH}/1`)
    expect(filledForm(saveForm(shown))).toMatchObject({ audioUrl, duration: "1:02:03" })
    expect(shown.text).toContain("1:02:03 · 45,2\u00a0Mo")
    expect(shown.get("audio", { "data-sound": "true" }).attributes.src).toBe(audioUrl)
  })

  test("of the library lasts as long as the host says", async () => {
    const { key } = await createSound()
    await create({ audioUrl: mediaAddress(key, "un.mp3"), duration: "61" })
    expect(await stored()).toMatchObject({ durationSeconds: 3_660 })
    await edit({ title: "Autre" })
    expect(await stored()).toMatchObject({ durationSeconds: 3_660, title: "Autre" })
  })

  test("in another one's place takes nothing over of it", async () => {
    const { key } = await createSound()
    await create({ audioUrl: mediaAddress(key, "un.mp3") })
    await edit({ audioUrl: "https://audio.example/deux.OGG?a=1" })
    expect(await stored()).toMatchObject({ audioType: "audio/ogg", audioBytes: null, durationSeconds: 3_723 })
    await edit({ audioUrl: mediaAddress(key, "un.mp3"), duration: "62:04" })
    expect(await stored()).toMatchObject({ audioBytes: 45_200_000, durationSeconds: 3_724 })
    const other = await createMedium({ kind: "audio", type: "audio/flac", bytes: 9, durationMs: 60_400 })
    // The form still shows the duration of before.
    await edit({ audioUrl: mediaAddress(other.key, "trois.flac") })
    expect(await stored()).toMatchObject({ audioType: "audio/flac", audioBytes: 9, durationSeconds: 60 })
    await edit({ audioUrl: "", duration: "" })
    expect(await stored()).toMatchObject({
      ...{ audioUrl: null, audioType: null, audioBytes: null, durationSeconds: null },
    })
  })

  test("is no picture of the library", async () => {
    const { key } = await createMedium()
    const response = await create({ audioUrl: mediaAddress(key, "un.png") })
    expect(response.status).toBe(400)
    expect(fieldProblems(saveForm(await readPage(response)))).toEqual({
      "Son de l’épisode": "Ce média de la médiathèque n’est pas un son",
    })
    expect(await stored()).toBeUndefined()
  })
})

describe("an imported episode", () => {
  const importItem = (values: Parameters<typeof createFeedItem>[1] = {}) =>
    importItems([serializeItem(createFeedItem(1, values))])

  test("3.9 comes back as it was, to the byte, when nothing is touched", async () => {
    await importItem({ guest: "Awa & Sam", durationSeconds: 3_601 })
    const before = await stored()
    await edit()
    const after = await stored()
    expect(after).toEqual({ ...before, version: 2, updatedAt: after?.updatedAt })
    await importItem({ guest: "Awa & Zoé", durationSeconds: 3_602, audioBytes: 5 })
    expect(await stored()).toMatchObject({ guest: "Awa & Zoé", durationSeconds: 3_602, audioBytes: 5 })
  })

  test("keeps the sound that the hosts gave it, and all that is said of it", async () => {
    await importItem({ audioBytes: null })
    const audioUrl = "https://audio.example/le-bon.mp3"
    await edit({ audioUrl })
    await importItem({ audioUrl: "https://audio.example/neuf.ogg", audioType: "audio/ogg", audioBytes: 7 })
    await importItem({ audioUrl: "https://audio.example/neuf.ogg", durationSeconds: 9, title: "Neuf" })
    expect(await stored()).toMatchObject({
      ...{ audioUrl, audioType: "audio/mpeg", audioBytes: null, durationSeconds: 3_600, title: "Neuf" },
    })
  })
})

describe("a copy of an episode", () => {
  test("3.9 takes over what is not of that episode alone, and saves nothing by itself", async () => {
    await createEpisode({
      ...{
        title: "Round",
        guest: "Awa",
        description: "Un texte",
        credits: "Son : Sam",
        season: 2,
        number: 7,
      },
      ...{ audioUrl: "https://a.example/1.mp3", durationSeconds: 60, isExplicit: true, type: "bonus" },
      links: [{ label: "Le site", url: "https://awa.example/" }],
      youtubeUrl: "https://youtube.example/1",
    })
    const shown = await office.see(`${PATH}/new?copy=1`)
    const form = filledForm(saveForm(shown))
    expect(form).toMatchObject({
      ...{ title: "Round (copie)", guest: "Awa", description: "Un texte", credits: "Son : Sam", season: "2" },
      ...{ isExplicit: "on", type: "bonus", links: "Le site https://awa.example/" },
      ...{ number: "", audioUrl: "", duration: "", youtubeUrl: "", views: "0" },
    })
    expect(form).not.toHaveProperty("isPublished")
    expect(form).not.toHaveProperty("id")
    expect(await db.$count(episodes)).toBe(1)
    expect((await office.send(`${PATH}/new?copy=1`, form)).headers.get("location")).toBe(`${PATH}/2`)
    expect(await db.select({ title: episodes.title }).from(episodes).orderBy(episodes.id)).toEqual([
      { title: "Round" },
      { title: "Round (copie)" },
    ])
  })

  test.each(["2", "abc", "0", "%00", ""])("of episode %j there is none", async (id) => {
    await createEpisode()
    const shown = await office.see(`${PATH}/new?copy=${id}`)
    expect([shown.status, shown.get("h1").text]).toEqual([404, "Épisode non trouvé"])
  })
})

test("the checklist knows which pictures of the library say nothing", async () => {
  const silent = await createMedium()
  const told = await createMedium({ alt: "Awa au micro" })
  const pictures = [silent, told].map(({ key }) => `![](${mediaAddress(key, "a.png")})`).join("\n\n")
  await createEpisode({ description: pictures, thumbnailUrl: mediaAddress(told.key, "a.png") })
  const list = (await office.see(`${PATH}/1`)).get("section", { class: "checklist" })
  expect(list.all("li").map(({ text }) => text)).toEqual([
    "Titre et invité\u00a0: c’est fait",
    "Pas de son\u00a0: l’épisode ne pourra pas être écouté ici. Le choisir",
    "Une image n’est pas décrite. Décrire l’image",
    "Description\u00a0: c’est fait",
    "Pas de chapitres. Les ajouter",
    "Pas de transcription. L’ajouter",
  ])
  expect(list.all("a").map(({ attributes }) => attributes.href)).toEqual([
    "#champs-audioUrl",
    `/admin/media/${silent.id}`,
    "#champs-chapters",
    "#champs-transcriptUrl",
  ])
})

test("the checklist asks about the pictures that stand in a form, whatever is asked", async () => {
  const silent = await createMedium()
  const told = await createMedium({ alt: "Awa au micro" })
  const sound = await createSound()
  const ask = async (keys: string) =>
    JSON.parse((await office.see(`${PATH}/undescribed?${new URLSearchParams({ keys })}`)).html)
  expect(await ask([told, silent, sound, silent].map(({ key }) => key).join(","))).toEqual([
    { id: silent.id, key: silent.key },
  ])
  for (const keys of ["", ",", "a", "%00", "\0".repeat(22), "'".repeat(22), `${silent.key}x`])
    expect(await ask(keys)).toEqual([])
  expect(await ask(`${"a,".repeat(250)}${silent.key}`)).toEqual([])
})

test("links are stored as they are shown, and those without words are called by their host", async () => {
  await create({ links: "  Le  site d’Awa   awa.example/a \r\n\r\nhttps://www.sam.example/b?c=1" })
  expect((await stored())?.links).toEqual([
    { label: "Le site d’Awa", url: "https://awa.example/a" },
    { label: "sam.example", url: "https://www.sam.example/b?c=1" },
  ])
  await edit()
  expect((await stored())?.links).toHaveLength(2)
})

test("a trailer or a bonus is no round, however it is published", async () => {
  await create({ type: "trailer", isPublished: "on" })
  await create({ type: "bonus" })
  await office.send(PATH, { intent: "publish", id: "2" })
  await create({ type: "bonus", number: "4", isPublished: "on" })
  await create({ isPublished: "on" })
  expect(await db.select({ number: episodes.number }).from(episodes).orderBy(episodes.id)).toEqual([
    { number: null },
    { number: null },
    { number: 4 },
    { number: 5 },
  ])
})

describe("a file with the episode's words", () => {
  const bring = async (text: string) => {
    const { id, key } = await createMedium({ kind: "text", type: "text/vtt" })
    await createMediaFile(getStore(), text, { mediumId: id, name: "mots.vtt", type: "text/vtt" })
    return mediaAddress(key, "mots.vtt")
  }
  const words = async () =>
    (await db.select({ text: transcripts.text, isPublished: transcripts.isPublished }).from(transcripts))[0]

  test("3.9 is taken over with a new episode, as a draft, and again with an edited one", async () => {
    const first = await bring("WEBVTT\n\n00:00.000 --> 00:02.000\nBonsoir.")
    expect((await create({ transcriptUrl: first })).status).toBe(302)
    expect(await words()).toEqual({ text: "Bonsoir.", isPublished: false })
    expect(await office.formOn(`${PATH}/1`)).toMatchObject({ transcriptUrl: "" })
    const second = await bring("WEBVTT\n\n00:00.000 --> 00:02.000\nBonjour.\n\nune ligne sans heure")
    const saved = await edit({ transcriptUrl: second })
    expect(await words()).toEqual({ text: "Bonjour.", isPublished: false })
    expect((await office.follow(saved, PATH)).text).toContain("une ligne sans heure")
  })

  test("changes no words that visitors read: those change on their own page", async () => {
    await create({ transcriptUrl: await bring("WEBVTT\n\n00:00.000 --> 00:02.000\nBonsoir.") })
    await db.update(transcripts).set({ isPublished: true })
    const second = await bring("WEBVTT\n\n00:00.000 --> 00:02.000\nBonjour.")
    expect((await edit({ transcriptUrl: second })).status).toBe(400)
    expect(await words()).toEqual({ text: "Bonsoir.", isPublished: true })
  })

  test("that is none keeps the episode from being saved, and says so at its field", async () => {
    const bad = await bring('{"a": 1}')
    const fields = { intent: "save", title: "T", guest: "G", transcriptUrl: bad }
    const refused = await office.send(`${PATH}/new`, fields)
    expect(refused.status).toBe(400)
    expect(fieldProblems(saveForm(await readPage(refused)))).toHaveProperty("Fichier de la transcription")
    expect([await stored(), await words()]).toEqual([undefined, undefined])
  })
})
