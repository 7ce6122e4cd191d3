import { beforeEach, describe, expect, test } from "vitest"
import { asc } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { transcripts, transcriptVersions } from "#app/db/schema/transcripts.server.ts"
import { textOfCues } from "#app/kit/lib/cues.ts"
import { send } from "#test/app.ts"
import { emptyTables } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { openOffice } from "#test/manager.ts"
import { filledForm, readPage, signInAsNew, visitAs } from "#test/people.ts"
import { cuesOf } from "#test/transcripts.ts"
import { packCues } from "./formats/packed-cues.ts"
import { putTranscript } from "./manage-transcripts.server.ts"

const office = openOffice()
beforeEach(() => emptyTables("transcripts", "transcript_versions"))

const PATH = "/admin/transcripts?episode=1"
const FILE = `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Awa>Bonsoir à « tous » & merci.

00:00:04.000 --> 00:00:06.000
<v Sam>Salut ?

00:12:34.567 --> 00:12:36.000
<v Awa>On y va.

00:12:36.000 --> 00:12:38.000
<v Sam>Oui.
`
const CUES = cuesOf(FILE)
const stored = async () => (await db.select().from(transcripts))[0]
const take = (fields: Record<string, string>) =>
  office.send(PATH, { intent: "take", id: "1", text: "", address: "", ...fields })
const publish = () => office.send(PATH, { intent: "publish", id: "1" })
/** The form of the page whose intent it is. */
const formOf = async (intent: string) =>
  (await office.see(PATH))
    .all("form")
    .map(filledForm)
    .find((form) => form.intent === intent) ?? {}

describe("the transcript of an episode", () => {
  beforeEach(() => createEpisode({ title: "Le poids", audioUrl: "https://audio.example/1.mp3" }))

  test("38.3 is taken and saved from its episode’s page, which stays", async () => {
    const studio = `${PATH}&studio`
    const taken = await office.send(studio, { intent: "take", id: "1", text: FILE, address: "" })
    expect(taken.status).toBe(200)
    const { version = 0 } = (await stored()) ?? {}
    const cues = packCues([{ start: 1_000, end: 4_000, speaker: "Awa", text: "Autrement." }])
    const saved = await office.send(studio, { intent: "save", id: "1", version: String(version), cues })
    expect(saved.status).toBe(200)
    expect((await stored())?.text).toBe("Autrement.")
    expect((await office.send(studio, { intent: "publish", id: "1" })).status).toBe(200)
    expect((await stored())?.isPublished).toBe(true)
  })

  test("38.2 is taken from a text as a draft, which nobody sees", async () => {
    expect((await office.see("/admin/transcripts")).text).toContain("Aucune transcription pour le moment")
    expect((await take({ text: FILE.replaceAll("\n", "\r\n") })).headers.get("location")).toBe(PATH)
    expect(await stored()).toMatchObject({
      cues: CUES,
      text: textOfCues(CUES),
      isPublished: false,
      source: "text",
    })
    expect((await office.see("/admin/transcripts")).text).toContain("Le poids")
    expect((await visit("/episodes/1")).all("section", { "aria-labelledby": "transcription" })).toEqual([])
    expect((await send("/episodes/1/transcript.vtt")).status).toBe(404)
  })

  test("stands on its own episode's page, whatever its own number is", async () => {
    const { id } = await createEpisode({ title: "Un autre" })
    await office.send(`/admin/transcripts?episode=${id}`, {
      intent: "take",
      id: `${id}`,
      text: FILE,
      address: "",
    })
    await office.send(`/admin/transcripts?episode=${id}`, { intent: "publish", id: `${id}` })
    const shown = async (episode: number) =>
      (await visit(`/episodes/${episode}`)).all("section", { "aria-labelledby": "transcription" }).length
    expect([await shown(id), await shown(1)]).toEqual([1, 0])
  })

  test("38.4 is published, complete on its page, with links to its minutes", async () => {
    await take({ text: FILE })
    await publish()
    const section = (await visit("/episodes/1")).get("section", { "aria-labelledby": "transcription" })
    expect(section.get("details").attributes).not.toHaveProperty("open")
    const text = section.get("div", { role: "region" })
    expect(text.all("p").map((paragraph) => paragraph.text)).toEqual([
      "0:01 Awa\u00a0: Bonsoir à «\u00a0tous\u00a0» & merci.",
      "0:04 Sam\u00a0: Salut\u202f?",
      "12:34 Awa\u00a0: On y va.",
      "12:36 Sam\u00a0: Oui.",
    ])
    expect(text.all("a").map(({ attributes }) => attributes.href)).toEqual([
      "?t=1",
      "?t=4",
      "?t=754",
      "?t=756",
    ])
    expect(text.all("span").map(({ attributes }) => attributes["data-t"])).toEqual(["1", "4", "754.5", "756"])
    await office.send(PATH, { intent: "unpublish", id: "1" })
    expect((await visit("/episodes/1")).all("section", { "aria-labelledby": "transcription" })).toEqual([])
  })

  test("stands once in its page, and in the data of who comes by a link", async () => {
    await take({ text: FILE })
    await publish()
    const said = (text: string) => text.split("On y va.").length - 1
    expect(said((await visit("/episodes/1")).html)).toBe(1)
    expect(said(await (await send("/episodes/1.data")).text())).toBe(1)
  })

  test.each([
    ["vtt", "text/vtt"],
    ["srt", "application/x-subrip"],
    ["json", "application/json"],
    ["html", "text/html"],
    ["txt", "text/plain"],
  ])("is offered as %s to apps of any site", async (format, type) => {
    await take({ text: FILE })
    await publish()
    const response = await send(`/episodes/1/transcript.${format}`)
    expect(response.headers.get("content-type")).toBe(`${type}; charset=utf-8`)
    expect(response.headers.get("access-control-allow-origin")).toBe("*")
    expect(cuesOf(await response.text()).map(({ text }) => text)).toEqual(CUES.map(({ text }) => text))
  })

  test("without times is offered as a text alone", async () => {
    await take({ text: "Bonsoir à tous.\n\nMerci." })
    await publish()
    for (const [format, status] of [
      ["vtt", 404],
      ["srt", 404],
      ["json", 404],
      ["html", 200],
      ["txt", 200],
    ])
      expect((await send(`/episodes/1/transcript.${format}`)).status).toBe(status)
    const section = (await visit("/episodes/1")).get("section", { "aria-labelledby": "transcription" })
    expect(section.get("div", { role: "region" }).all("a")).toEqual([])
  })

  test("is corrected, and somebody in it renamed everywhere", async () => {
    await take({ text: FILE })
    const form = await formOf("save")
    const content = form.content?.replace("On y va.", "Allons-y.") ?? ""
    expect((await office.send(PATH, { ...form, content, from: "Awa", to: "Awa Diop" })).status).toBe(302)
    expect((await stored())?.cues.map(({ speaker, text }) => [speaker, text])).toEqual([
      ["Awa Diop", "Bonsoir à « tous » & merci."],
      ["Sam", "Salut ?"],
      ["Awa Diop", "Allons-y."],
      ["Sam", "Oui."],
    ])
    // Filled from the version before.
    const late = await office.send(PATH, { ...form, from: "", to: "" })
    expect(late.status).toBe(409)
    const refused = (await readPage(late))
      .all("form")
      .map(filledForm)
      .find(({ intent }) => intent === "save")
    expect(refused).toMatchObject({ version: "2" })
    expect((await stored())?.cues[2]?.text).toBe("Allons-y.")
  })

  test("38.3 is saved from the editor exactly as it is there, and nobody is named by a colon", async () => {
    await take({ text: FILE })
    const { content: _, ...form } = await formOf("save")
    const cues = [
      { start: 0, end: 1_001, text: "Attention : ça tourne." },
      { start: 1_001, end: 2_500, text: "Attention : bis. <v Nul> & [0:01] --> «" },
    ]
    expect((await office.send(PATH, { ...form, cues: packCues(cues) })).status).toBe(302)
    expect((await stored())?.cues).toEqual(cues)
    expect((await readPage(await office.send(PATH, { ...form, cues: packCues(cues) }))).text).toContain(
      "Modifié entre-temps",
    )
  })

  test.each<[string, string, RegExp]>([
    ["nothing", "[]", /rien à lire/],
    ["empty sentences", packCues([{ start: 0, end: 1, text: " " }]), /rien à lire/],
    ["no list", "{", /illisibles/],
    ["something else", '[["1",2,"",""]]', /illisibles/],
    [
      "a sentence too long",
      packCues([{ start: 0, end: 1, text: "a".repeat(5_001) }]),
      /phrase 1 est trop longue/,
    ],
    [
      "a name too long",
      packCues([{ start: 0, end: 1, text: "a", speaker: "a".repeat(101) }]),
      /nom de qui parle/,
    ],
    [
      "more sentences than there may be",
      packCues(Array.from({ length: 20_001 }, () => ({ start: null, end: null, text: "a" }))),
      /plus de 20\s000 phrases/,
    ],
    [
      "an object of 60,000 fields",
      JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`a${n}`, "1"]))),
      /plus de 20\s000 phrases/,
    ],
  ])("is not saved from the editor with %s", async (_, cues, problem) => {
    await take({ text: FILE })
    const response = await office.send(PATH, { ...(await formOf("save")), cues })
    expect(response.status).toBe(400)
    expect((await readPage(response)).text).toMatch(problem)
    expect((await stored())?.cues).toEqual(CUES)
  })

  test("has versions, to which one goes back", async () => {
    await take({ text: FILE })
    await take({ text: "Autre chose." })
    const versions = await db.select().from(transcriptVersions).orderBy(asc(transcriptVersions.id))
    expect(versions.map(({ cues }) => cues.length)).toEqual([4, 1])
    await office.send(PATH, { intent: "restore", id: "1", versionId: String(versions[0]?.id) })
    expect(await stored()).toMatchObject({ cues: CUES, version: 3 })
    expect((await office.send(PATH, { intent: "restore", id: "1", versionId: "999" })).status).toBe(404)
    for (let round = 0; round < 25; round += 1) await putTranscript(1, CUES, "text")
    expect(await db.$count(transcriptVersions)).toBe(20)
  })

  test("is deleted after a question, with its versions", async () => {
    await take({ text: FILE })
    expect((await office.see(`${PATH}&action=delete`)).text).toContain("Êtes-vous sûr")
    expect((await office.send(PATH, { intent: "delete", id: "1" })).status).toBe(302)
    expect([await db.$count(transcripts), await db.$count(transcriptVersions)]).toEqual([0, 0])
    expect((await office.send(PATH, { intent: "delete", id: "1" })).status).toBe(404)
  })

  test.each<[string, Record<string, string>, RegExp]>([
    ["nothing", {}, /rien à lire/],
    ["captions without words", { text: "WEBVTT" }, /rien à lire/],
    ["no address", { address: "javascript:alert(1)" }, /L’adresse doit commencer par/],
    ["another page of the site", { address: "/admin" }, /médiathèque/],
    ["a host of the own network", { address: "http://127.0.0.1:1/a.vtt" }, /./],
    [
      "a medium that is not there",
      { address: `/media/${"a".repeat(22)}/a.vtt` },
      /n’est pas un fichier de texte/,
    ],
  ])("is not taken from %s, and what was typed stays", async (_, fields, problem) => {
    const response = await take(fields)
    expect(response.status).toBe(400)
    const page = await readPage(response)
    expect(page.text).toMatch(problem)
    const form = page
      .all("form")
      .map(filledForm)
      .find(({ intent }) => intent === "take")
    expect(form).toMatchObject(fields)
    expect(await stored()).toBeUndefined()
  })

  test("38.6 says what of a file is not as it stood there", async () => {
    const rolling =
      "1\n00:00:00,000 --> 00:00:02,000\nun\n\n2\n00:00:02,000 --> 00:00:02,010\nun\n\n3\n00:00:02,010 --> 00:00:04,000\nun\ndeux\n"
    const answer = await take({ text: rolling })
    const page = await office.follow(answer, PATH)
    expect(page.text).toContain("Transcription reprise\u00a0: 2 phrases")
    expect(page.text).toContain("ne sont reprises qu’une fois")
  })

  test("38.6 keeps a file's code from its words", async () => {
    const response = await take({ text: '{"name": "cko"}' })
    expect(response.status).toBe(400)
    expect((await readPage(response)).text).toMatch(
      /Ce fichier JSON n’a pas la forme.*Sont lus\u00a0: WebVTT/,
    )
    expect(await stored()).toBeUndefined()
  })

  test("is nothing for who is no admin", async () => {
    await putTranscript(1, CUES, "text")
    for (const role of ["user", "moderator"] as const)
      expect((await visitAs(await signInAsNew(role), PATH)).text).not.toContain("Bonsoir")
  })
})

test("there is no transcript of an episode that is not there", async () => {
  for (const id of ["1", "0", "a", "%00", "99999999999999"]) {
    expect((await office.see(`/admin/transcripts?episode=${id}`)).status).toBe(404)
    expect(
      (await office.send(`/admin/transcripts?episode=${id}`, { intent: "take", id, text: FILE })).status,
    ).toBeGreaterThanOrEqual(400)
    expect((await send(`/episodes/${id}/transcript.txt`)).status).toBe(404)
  }
})

test("the feed leads to what is published of chapters and transcripts", async () => {
  await createEpisode({ audioUrl: "https://audio.example/1.mp3", chapters: [{ start: 0, title: "Intro" }] })
  await putTranscript(1, CUES, "text")
  const named = async (name: string) =>
    [...(await (await send("/feed.xml")).text()).matchAll(new RegExp(`<podcast:${name} ([^>]*)`, "g"))].map(
      ([, attributes = ""]) => /\/episodes\/\S+?(?=")/.exec(attributes)?.[0],
    )
  expect([await named("chapters"), await named("transcript")]).toEqual([["/episodes/1/chapters.json"], []])
  await publish()
  const all = ["vtt", "srt", "json", "html"].map((format) => `/episodes/1/transcript.${format}`)
  expect(await named("transcript")).toEqual(all)
  await putTranscript(1, cuesOf("Bonsoir."), "text")
  expect(await named("transcript")).toEqual(all.slice(-1))
})
