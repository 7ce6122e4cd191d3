import { eq, sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { feedWords } from "#app/db/schema/feeds.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { readChaptersJson } from "#app/kit/lib/chapters-json.ts"
import { cleanCues } from "#app/kit/lib/cues.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { createFeedItem } from "#test/feed-items.ts"
import { serve } from "#test/serve.ts"
import { deleteTranscript, putTranscript, saveCues } from "../../transcripts/manage-transcripts.server.ts"
import { item, readAll, rss } from "#test/feed-fixtures.ts"
import { importItems } from "../import.server.ts"
import { serializeItem } from "../serialized-item.ts"
import { areFeedWordsWaiting, findFeedWords, retryFeedWords } from "./feed-words-queue.server.ts"
import { readFeedWords } from "./read-feed-words.server.ts"

const VTT = "WEBVTT\n\n00:00.000 --> 00:02.000\n<v Awa>Bonsoir à tous.\n"
const CHAPTERS = JSON.stringify({
  version: "1.2.0",
  chapters: [
    { startTime: 0, title: "Intro" },
    { startTime: 90.5, title: "Deux", url: "https://a.example/", img: "https://a.example/b.jpg", toc: false },
  ],
})
let files: Record<string, string> = {}
let asked: string[] = []
let host = ""

useDatabase()
beforeAll(async () => {
  const server = await serve((request, response) => {
    asked.push(request.url ?? "")
    const found = files[request.url ?? ""]
    response.writeHead(found === undefined ? 404 : 200).end(found)
  })
  host = server.url
  return server.close
})
beforeEach(async () => {
  files = { "/1.vtt": VTT, "/1.json": CHAPTERS }
  asked = []
})

const network = { isAllowed: () => true, lookup: () => {} }
const read = () => readFeedWords({ network, pauseMs: 0 })
const words = () => ({ transcriptUrl: `${host}/1.vtt`, chaptersUrl: `${host}/1.json` })
/** Imports an item that names both files, and reads them. @param change what else its feed says now */
async function take(change = {}) {
  const report = await importItems([serializeItem(createFeedItem(1, { ...words(), ...change }))])
  await read()
  return report
}
const transcript = async () => (await db.select().from(transcripts))[0]
const chapters = async () => (await db.select({ chapters: episodes.chapters }).from(episodes))[0]?.chapters
const said = async () => (await transcript())?.text
const waiting = async () => (await db.select().from(feedWords))[0]

describe("an item names", () => {
  const PODCAST = 'xmlns:podcast="https://podcastindex.org/namespace/1.0"'
  const named = async (xml: string) => {
    const [found] = (await readAll(rss(item(xml), PODCAST))).items
    return [found?.transcriptUrl, found?.chaptersUrl]
  }
  const A = "https://a.example"
  test.each([
    ["nothing", "", [undefined, undefined]],
    [
      "both",
      `<podcast:transcript url="${A}/1" type="text/plain"/><podcast:chapters url="${A}/c.json" type="application/json+chapters"/>`,
      [`${A}/1`, `${A}/c.json`],
    ],
    [
      "the best of several",
      `<podcast:transcript url="${A}/1.html" type="text/html"/><podcast:transcript url="${A}/1.srt" type="application/x-subrip"/>
       <podcast:transcript url="${A}/1.json" type="application/json"/><podcast:transcript url="${A}/1?x" type="text/vtt" rel="captions"/>`,
      [`${A}/1?x`, undefined],
    ],
    [
      "that of its own language",
      `<podcast:transcript url="${A}/fr.srt" type="application/srt" language="fr-FR"/><podcast:transcript url="${A}/en.vtt" type="text/vtt" language="en"/>`,
      [`${A}/fr.srt`, undefined],
    ],
    [
      "one without a type, by its ending",
      `<podcast:transcript url="${A}/1.txt"/><podcast:transcript url="${A}/1.vtt?a=1"/>`,
      [`${A}/1.vtt?a=1`, undefined],
    ],
    [
      "no address",
      '<podcast:transcript url="javascript:alert(1)" type="text/vtt"/><podcast:chapters url="/etc/passwd"/><podcast:transcript/>',
      [undefined, undefined],
    ],
  ])("%s", async (_, xml, expected) => expect(await named(xml)).toEqual(expected))
})

describe("what a feed has beside an item", () => {
  test("38.2, 39.2 becomes the episode's, public as it was there, once the import is done", async () => {
    await importItems([serializeItem(createFeedItem(1, words()))])
    expect(asked).toEqual([])
    expect(await areFeedWordsWaiting()).toBe(true)
    expect(await read()).toBe(1)
    expect(await transcript()).toMatchObject({
      ...{ source: "feed", isPublished: true },
      cues: [{ start: 0, end: 2_000, speaker: "Awa", text: "Bonsoir à tous." }],
    })
    expect(await chapters()).toEqual(readChaptersJson(CHAPTERS))
    expect(await areFeedWordsWaiting()).toBe(false)
    expect(await waiting()).toMatchObject({ failure: "", attempts: 1, dueAt: null })
    const deeds = await db.select().from(auditLog).where(eq(auditLog.actor, "lecture automatique du flux"))
    expect(deeds.map(({ action, kind }) => `${action} ${kind}`).sort()).toEqual([
      "create transcript",
      "update episode",
    ])
  })

  test("is read again when the feed changed the item, and taken where it is still the feed's", async () => {
    await take()
    expect((await take()).unchanged).toBe(1)
    expect(asked).toHaveLength(2)
    files["/1.vtt"] = VTT.replace("Bonsoir", "Bonjour")
    files["/1.json"] = CHAPTERS.replace("Deux", "Trois")
    await take({ title: "Un autre titre" })
    expect(await said()).toBe("Bonjour à tous.")
    expect((await chapters())?.[1]?.title).toBe("Trois")
  })

  test("is not taken where hosts corrected it", async () => {
    await take()
    const mine = cleanCues([{ start: 0, end: 900, text: "De moi." }])
    await saveCues(1, (await transcript())?.version ?? 0, mine)
    const own = [{ start: 0, title: "À moi" }]
    await db.update(episodes).set({ chapters: own })
    files["/1.vtt"] = VTT.replace("Bonsoir", "Bonjour")
    files["/1.json"] = CHAPTERS.replace("Deux", "Trois")
    await take({ title: "Un autre titre" })
    await take({ title: "Encore un autre" })
    expect(await said()).toBe("De moi.")
    expect(await chapters()).toEqual(own)
  })

  test("does not come back where hosts deleted it", async () => {
    await take()
    await deleteTranscript(1)
    await db.update(episodes).set({ chapters: [] })
    await take({ title: "Un autre titre" })
    expect(await transcript()).toBeUndefined()
    expect(await chapters()).toEqual([])
  })

  test("leaves what an episode of the hosts' has, and adds what it lacks", async () => {
    const { id } = await createEpisode({ title: "Épisode 1", audioUrl: createFeedItem(1).audioUrl })
    await putTranscript(id, cleanCues([{ start: null, text: "De moi." }]), "text")
    const report = await take({ title: "Épisode 1" })
    expect(report.linked).toBe(1)
    expect(await said()).toBe("De moi.")
    expect(await chapters()).toHaveLength(2)
  })

  test("stays a draft where hosts took it off the site", async () => {
    await take()
    await db.update(transcripts).set({ isPublished: false })
    files["/1.vtt"] = VTT.replace("Bonsoir", "Bonjour")
    await take({ title: "Un autre titre" })
    expect(await transcript()).toMatchObject({ text: "Bonjour à tous.", isPublished: false })
  })
})

describe("what cannot be had", () => {
  test("is tried again later, each time after a longer while, and told in the end", async () => {
    files = { "/1.json": CHAPTERS }
    await take()
    // What could be read is there.
    expect(await chapters()).toHaveLength(2)
    for (let tries = 1; tries < 5; tries += 1) {
      expect(await waiting()).toMatchObject({ attempts: tries, dueAt: expect.any(Date) })
      expect(await read()).toBe(0)
      await db.update(feedWords).set({ dueAt: sql`now()` })
      expect(await read()).toBe(1)
    }
    expect(await findFeedWords()).toMatchObject({
      ...{ all: 1, waiting: 0, failedCount: 1 },
      failed: [{ failure: expect.stringMatching(/^Transcription\u00a0: .*\(404\)/) }],
    })
    files = { "/1.vtt": VTT, "/1.json": CHAPTERS }
    expect(await retryFeedWords()).toBe(1)
    await read()
    expect(await said()).toBe("Bonsoir à tous.")
    expect(await retryFeedWords()).toBe(0)
  })

  test.each([
    ["no transcript", "/1.vtt", "WEBVTT\n\n"],
    ["no chapters", "/1.json", "<html>"],
    ["chapters of another kind", "/1.json", '{"chapters":{"a":1}}'],
  ])("because it is %s is told at once", async (_, path, content) => {
    files[path] = content
    await take()
    expect(await waiting()).toMatchObject({
      attempts: 1,
      dueAt: null,
      failure: expect.stringContaining("rien à lire"),
    })
  })

  test("because it lies in a private network is not asked for", async () => {
    await importItems([serializeItem(createFeedItem(1, words()))])
    await readFeedWords({ pauseMs: 0 })
    expect(asked).toEqual([])
    expect((await waiting())?.failure).toContain("réseau privé")
  })
})

test("many episodes' words are each read once, by however many processes", async () => {
  const items = Array.from({ length: 30 }, (_, n) => createFeedItem(n + 1, words()))
  await importItems(items.map((one) => serializeItem(one)))
  const counts = await Promise.all([read(), read(), read()])
  expect(counts.reduce((sum, one) => sum + one)).toBe(30)
  expect(asked).toHaveLength(60)
  expect(await db.$count(transcripts)).toBe(30)
})

test("an item without such files asks for nothing", async () => {
  await importItems([serializeItem(createFeedItem(1))])
  expect(await waiting()).toBeUndefined()
})
