import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { transcriptions, transcripts } from "#app/db/schema/transcripts.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { createEpisode } from "#test/factories.ts"
import { openOffice } from "#test/manager.ts"
import { putTranscript } from "../manage-transcripts.server.ts"
import { NOT_SET, spellRest } from "./transcription.copy.ts"

const office = openOffice()
const LIST = "/admin/transcripts"
const PAGE = `${LIST}?episode=1`
const CUES = [{ start: 0, end: 2_000, text: "Bonsoir à tous." }]

const setCommand = (isSet: boolean) =>
  applySettings({
    ...getSettings(),
    transcribe: isSet ? { command: ["whisper", "{input}"], minutes: 60, env: {} } : undefined,
  })
beforeEach(() => {
  const before = getSettings()
  setCommand(true)
  return () => applySettings(before)
})
beforeEach(async () => {
  await createEpisode({ title: "Le poids", audioUrl: "https://audio.example/1.mp3" })
})
const states = async () =>
  (await db.select().from(transcriptions).orderBy(transcriptions.id)).map(({ state }) => state)
const make = (values: Partial<typeof transcriptions.$inferInsert>) =>
  db.insert(transcriptions).values({ episodeId: 1, ...values })
const send = (intent: string, id = 1) => office.send(PAGE, { intent, id: String(id) })
const buttons = async (path: string) =>
  (await office.see(path))
    .get("main")
    .all("button")
    .map(({ text }) => text.trim())

test("without a program the pages say what it would do and where that is told, and offer nothing", async () => {
  setCommand(false)
  for (const path of [LIST, PAGE]) {
    const page = await office.see(path)
    expect(page.text).toContain(NOT_SET)
    expect((await buttons(path)).join()).not.toContain("Transcrire")
  }
  expect((await office.see("/admin/episodes")).text).not.toContain("Transcrire")
  expect((await office.see("/admin/site/uploads")).text).not.toContain("Transcrire chaque nouvel épisode")
  expect((await send("transcribe")).status).toBe(409)
  await office.send("/admin/episodes", { intent: "transcribe", ids: "1" })
  expect(await states()).toEqual([])
})

test("42.1 with one, an episode is asked for with one click, and a second one changes nothing", async () => {
  expect(await buttons(PAGE)).toContain("Transcrire")
  expect((await send("transcribe")).status).toBe(200)
  expect((await send("transcribe")).status).toBe(409)
  expect(await states()).toEqual(["waiting"])
  const page = await office.see(PAGE)
  expect(page.text).toContain("En attente.")
  expect(await buttons(PAGE)).toContain("Annuler")
  expect((await send("cancel")).status).toBe(200)
  expect((await send("cancel")).status).toBe(404)
  expect(await states()).toEqual(["cancelled"])
  expect(await buttons(PAGE)).toContain("Transcrire à nouveau")
  expect((await office.see("/admin/site/uploads")).text).toContain("Transcrire chaque nouvel épisode")
})

test("an episode without a sound, or that is gone, is not asked for", async () => {
  const { id } = await createEpisode({ title: "Muet" })
  expect((await office.see(`${LIST}?episode=${id}`)).text).toContain("pas de son à transcrire")
  expect((await send("transcribe", id)).status).toBe(409)
  expect((await send("transcribe", 999)).status).toBe(404)
  expect((await send("cancel", 999)).status).toBe(404)
  expect(await states()).toEqual([])
})

test("several are asked for from the list of episodes, which says which stay", async () => {
  await createEpisode({ title: "Muet" })
  await createEpisode({ title: "Deux", audioUrl: "https://audio.example/2.mp3" })
  const response = await office.send("/admin/episodes", { intent: "transcribe", ids: "1,2,3,99" })
  expect(response.status).toBe(200)
  expect(await states()).toEqual(["waiting", "waiting"])
  expect((await office.see(`${LIST}?episode=3`)).text).toContain("En attente\u00a0: 1 avant celle-ci.")
  const list = await office.see(LIST)
  expect(list.text).toContain("Le poids")
  expect(list.text).toContain("Deux")
})

describe("a page tells", () => {
  test("42.2 how far the program is, and how long it still takes", async () => {
    await make({ state: "working", startedAt: new Date(Date.now() - 600_000), progress: 25 })
    const page = await office.see(PAGE)
    expect(page.get("progress").attributes.value).toBe("25")
    expect(page.text).toMatch(/25\u00a0% · il reste environ 3[0-5]\u00a0min/)
    await db.update(transcriptions).set({ startedAt: null, progress: null })
    expect((await office.see(LIST)).text).toContain("Préparation du son…")
  })

  test("why it failed, with its last words", async () => {
    await make({ state: "failed", failure: "Une erreur (code 3).", words: "loading\n<b>no model</b>" })
    for (const path of [LIST, PAGE]) {
      const page = await office.see(path)
      expect(page.text).toContain("Une erreur (code 3).")
    }
    expect((await office.see(PAGE)).get("pre").text).toContain("<b>no model</b>")
    expect((await buttons(LIST)).join()).toContain("Réessayer")
    expect((await send("transcribe")).status).toBe(200)
    expect(await db.select().from(transcriptions)).toMatchObject([
      { state: "waiting", failure: "", words: "" },
    ])
  })

  test.each([
    [null, 50, ""],
    [600_000, null, ""],
    [600_000, 2, ""],
    [600_000, 100, ""],
    [600_000, 50, "il reste environ 10\u00a0min"],
    [50_000, 50, "il reste environ une minute"],
    [3_600_000, 25, "il reste environ 3\u00a0h\u00a000"],
  ])("after %j ms at %j %%: %j", (elapsed, progress, said) => {
    const now = new Date()
    const startedAt = elapsed === null ? null : new Date(now.getTime() - elapsed)
    expect(spellRest(startedAt, progress, now)).toBe(said)
  })
})

describe("what a program wrote beside a transcript", () => {
  beforeEach(async () => {
    await putTranscript(1, [{ start: null, end: null, text: "De moi." }], "text")
    await make({ state: "done", cues: CUES, endedAt: new Date() })
  })
  const words = async () => (await db.select().from(transcripts)).map(({ text }) => text)

  test("42.3 is shown, and taken in its place by one who says so; the old one stays among the versions", async () => {
    await db.update(transcripts).set({ isPublished: true })
    const page = await office.see(PAGE)
    expect(page.text).toContain("1 phrase écrite, à côté de la transcription")
    expect(page.text).toContain("Bonsoir à tous.")
    expect((await send("adopt")).status).toBe(200)
    expect(await words()).toEqual(["Bonsoir à tous."])
    expect((await send("adopt")).status).toBe(404)
    expect((await office.see(PAGE)).text).toContain("Reprendre")
  })

  test("is thrown away, and the transcript stays", async () => {
    expect((await send("discard")).status).toBe(200)
    expect((await send("discard")).status).toBe(404)
    expect(await words()).toEqual(["De moi."])
    expect(await db.$count(transcriptions, eq(transcriptions.state, "done"))).toBe(1)
  })

  test("is asked about on a page of its own without scripts", async () => {
    for (const intent of ["adopt", "discard"]) {
      const page = await office.see(`${PAGE}&action=${intent}&id=1`)
      expect(page.text).toContain("ce que le programme a écrit")
    }
  })
})
