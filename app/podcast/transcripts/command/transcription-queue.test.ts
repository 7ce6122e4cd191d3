import { existsSync, readFileSync } from "node:fs"
import { readdir, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { eq, sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { transcriptions, transcripts } from "#app/db/schema/transcripts.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { emptyDatabase, useDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { makeWav } from "#test/media-samples.ts"
import { serve } from "#test/serve.ts"
import { setSettings } from "#test/site-settings.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { putTranscript } from "../manage-transcripts.server.ts"
import { adoptTranscription, askTranscriptions, cancelTranscription } from "./ask-transcriptions.server.ts"
import { workFolder } from "./transcribe.server.ts"
import { workThroughTranscriptions } from "./transcription-queue.server.ts"
import { isTranscriptionWaiting } from "./transcriptions-waiting.server.ts"

const PROGRAM = new URL("../../../../test/stand-in-program.ts", import.meta.url).pathname
const network = { isAllowed: () => true, lookup: () => {} }
const WAIT = { timeout: 60_000, interval: 20 }

let host = ""
let answers = 0
useDatabase()
useDataFolder()
beforeAll(async () => {
  const sound = makeWav({ seconds: 0.5, sampleRate: 44_100 })
  const server = await serve((request, response) => {
    answers += 1
    if (request.url === "/sound.wav") response.end(sound)
    else response.writeHead(404).end()
  })
  host = server.url
  return server.close
})

const mark = () => join(getSettings().dataDir, "mark")
beforeEach(() => rm(mark(), { force: true }))

/** The site is given the stand-in program. @param what it does, as its first word */
function use(what: string, { input = "{input}", minutes = 60 } = {}) {
  const command = [process.execPath, PROGRAM, what, input, "{output}", mark()]
  applySettings({ ...getSettings(), transcribe: { command, minutes, env: { SPOKEN: "fr" } } })
}
async function ask(audioUrl = `${host}/sound.wav`) {
  const { id } = await createEpisode({ title: "Le poids", audioUrl })
  await askTranscriptions([id])
  return id
}
const work = (signal?: AbortSignal) =>
  workThroughTranscriptions({ network, signal, beatMs: 20, patienceMs: 200 })
const stored = async () => (await db.select().from(transcriptions))[0]
const written = async () => (await db.select().from(transcripts)).map(({ cues }) => cues)
/** Also false of one that has ended and that nobody has asked about yet. */
const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return process.platform !== "linux" || !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"))
  } catch {
    return false
  }
}
/** The process that the program says it is, once it says so. */
async function marked() {
  await expect.poll(() => existsSync(mark()) && readFile(mark(), "utf8"), WAIT).toMatch(/^\d+$/)
  return Number(await readFile(mark(), "utf8"))
}
const leftovers = async () => (existsSync(workFolder()) ? readdir(workFolder()) : [])

describe("what the program writes", () => {
  test("42.3 becomes the episode's draft, and nothing is left of the work", async () => {
    use("works")
    const episodeId = await ask()
    expect(await isTranscriptionWaiting()).toBe(true)
    expect(await work()).toBe(1)
    expect(await db.select().from(transcripts)).toMatchObject([
      {
        episodeId,
        isPublished: false,
        source: "command",
        cues: [{ text: "Bonsoir à tous." }, { text: "On y va." }],
      },
    ])
    expect(await stored()).toMatchObject({ state: "done", attempts: 1, cues: null, failure: "" })
    const deeds = await db.select().from(auditLog).orderBy(auditLog.id)
    expect(deeds.map(({ action, actor }) => `${action} ${actor}`)).toEqual([
      "ask site",
      "create transcription automatique",
    ])
    expect(await leftovers()).toEqual([])
    expect(await isTranscriptionWaiting()).toBe(false)
  })

  test("stays beside a transcript that the episode has by then, until a host takes it", async () => {
    use("works")
    const id = await ask()
    const own = [{ start: null, end: null, text: "De moi." }]
    await putTranscript(id, own, "text")
    await work()
    expect(await written()).toEqual([own])
    expect((await stored())?.cues).toHaveLength(2)
    expect(await adoptTranscription(id)).toBe(true)
    expect((await written())[0]).toMatchObject([{ text: "Bonsoir à tous." }, { text: "On y va." }])
    expect((await stored())?.cues).toBeNull()
    expect(await adoptTranscription(id)).toBe(false)
  })

  test("42.1 is of a sound as it asked for, in a folder of its own, and in the environment that the site gives it", async () => {
    use("tells", { input: "{wav}" })
    await ask()
    await work()
    const [cues = []] = await written()
    const [bytes, rate, folder, spoken, names] = cues[0]?.text.split(" | ") ?? []
    expect({ rate, spoken, names }).toEqual({ rate: "16000", spoken: "fr", names: "1" })
    // Half a second, but for what the filter still waits for.
    expect(Number(bytes)).toBeGreaterThan(15_900)
    expect(Number(bytes)).toBeLessThanOrEqual(16_044)
    expect(folder).toContain(workFolder())
  })
})

test.each([
  ["fails", /^Le programme s’est terminé par une erreur \(code 3\)\.$/, "error: failed to open 'ggml.bin'"],
  ["silent", /^Le programme s’est terminé sans écrire de fichier\.$/, ""],
  ["rubbish", /n’a rien écrit qui se lise comme une transcription/, ""],
  ["large", /plus de 10\u00a0Mo/, ""],
])("42.2 a program that %s is told, with its last words", async (what, failure, words) => {
  use(what)
  await ask()
  await work()
  expect(await stored()).toMatchObject({
    state: "failed",
    attempts: 1,
    failure: expect.stringMatching(failure),
    words,
  })
  expect(await written()).toEqual([])
  expect(await leftovers()).toEqual([])
})

test("a program that prints without end keeps nobody's memory", async () => {
  use("talkative")
  await ask()
  await work()
  expect(await stored()).toMatchObject({ state: "done", words: "" })
})

test("a program that is not there is named", async () => {
  applySettings({
    ...getSettings(),
    transcribe: { command: ["/nowhere/whisper", "{input}"], minutes: 60, env: {} },
  })
  await ask()
  await work()
  expect(await stored()).toMatchObject({
    state: "failed",
    failure: "Le programme /nowhere/whisper est introuvable.",
  })
})

describe("a program that hangs", () => {
  test("tells how far it is, and is ended when a host cancels", async () => {
    use("hangs")
    const id = await ask()
    const working = work()
    const pid = await marked()
    await expect.poll(async () => (await stored())?.progress, WAIT).toBe(42)
    expect(await stored()).toMatchObject({ state: "working", startedAt: expect.any(Date) })
    expect(await cancelTranscription(id)).toBe(true)
    await working
    await expect.poll(() => isRunning(pid), WAIT).toBe(false)
    expect(await stored()).toMatchObject({ state: "cancelled", failure: "" })
    expect(await cancelTranscription(id)).toBe(false)
    expect(await leftovers()).toEqual([])
  })

  test("is ended with the site, which leaves its episode to the next one", async () => {
    use("hangs")
    await ask()
    const stop = new AbortController()
    const working = work(stop.signal)
    const pid = await marked()
    stop.abort()
    await working
    await expect.poll(() => isRunning(pid), WAIT).toBe(false)
    expect(await stored()).toMatchObject({ state: "waiting", attempts: 0, progress: null })
    expect(await isTranscriptionWaiting()).toBe(true)
  })

  test("is ended when its episode is deleted, also where it does not heed", async () => {
    use("stubborn")
    const id = await ask()
    const working = work()
    const pid = await marked()
    await db.delete(episodes).where(eq(episodes.id, id))
    await working
    await expect.poll(() => isRunning(pid), WAIT).toBe(false)
  })

  test("takes with it what it started", async () => {
    use("leaves-a-child")
    await ask()
    await work()
    const pid = await marked()
    await expect.poll(() => isRunning(pid), WAIT).toBe(false)
    expect((await stored())?.state).toBe("done")
  })
})

describe("each new episode", () => {
  const DAY = 86_400_000
  test("is written down by itself where hosts want that, once", async () => {
    use("works")
    const audioUrl = `${host}/sound.wav`
    const { id } = await createEpisode({ audioUrl, publishedAt: new Date(Date.now() - DAY) })
    const later = await createEpisode({
      audioUrl,
      publishedAt: new Date(Date.now() + 30 * DAY),
      isPublished: false,
    })
    await createEpisode({ audioUrl, publishedAt: new Date(Date.now() - 30 * DAY) })
    await createEpisode({ audioUrl: null, publishedAt: new Date() })
    expect(await isTranscriptionWaiting()).toBe(false)
    await setSettings("uploads", { transcribesNew: true })
    expect(await isTranscriptionWaiting()).toBe(true)
    expect(await work()).toBe(2)
    expect((await db.select().from(transcripts)).map(({ episodeId }) => episodeId).sort()).toEqual([
      id,
      later.id,
    ])
    await db.delete(transcripts)
    expect(await isTranscriptionWaiting()).toBe(false)
    applySettings({ ...getSettings(), transcribe: undefined })
    expect(await isTranscriptionWaiting()).toBe(false)
  })
})

describe("the queue", () => {
  test("keeps each wish once, and takes the oldest first", async () => {
    use("works")
    const first = await ask()
    const silent = await createEpisode({ title: "Sans son" })
    const second = await createEpisode({ title: "Deux", audioUrl: `${host}/sound.wav` })
    expect(await askTranscriptions([second.id, first, silent.id, 999])).toEqual({
      done: 1,
      refused: 2,
      missing: 1,
    })
    const [a, b] = await Promise.all([work(), work()])
    expect(a + b).toBe(2)
    expect(await written()).toHaveLength(2)
    // Asked again, it is written down again, beside what there is.
    expect(await askTranscriptions([first])).toMatchObject({ done: 1 })
  })

  test("gives up what ended its process three times", async () => {
    use("works")
    await ask()
    await db
      .update(transcriptions)
      .set({ state: "working", attempts: 3, leasedUntil: sql`now() + interval '1 hour'` })
    expect(await work()).toBe(0)
    await db.update(transcriptions).set({ leasedUntil: sql`now() - interval '1 second'` })
    expect(await work()).toBe(0)
    expect(await stored()).toMatchObject({
      state: "failed",
      failure: expect.stringContaining("s’est interrompue trois fois"),
    })
  })

  test("tries a sound that cannot be had three times, with time between", async () => {
    use("works")
    await ask(`${host}/missing.mp3`)
    for (const attempts of [1, 2]) {
      answers = 0
      await work()
      expect(answers).toBe(1)
      expect(await stored()).toMatchObject({ state: "waiting", attempts })
      expect(await isTranscriptionWaiting()).toBe(false)
      await db.update(transcriptions).set({ leasedUntil: null })
    }
    await work()
    expect(await stored()).toMatchObject({ state: "failed", failure: expect.stringContaining("(404)") })
    expect(takeLoggedErrors()).toEqual([])
  })

  test("does not reach into a private network, nor for files of this machine", async () => {
    use("works")
    for (const address of [`${host}/sound.wav`, "/etc/passwd"]) {
      await emptyDatabase()
      await ask(address)
      await db.update(transcriptions).set({ attempts: 2 })
      answers = 0
      await workThroughTranscriptions({ beatMs: 20 })
      expect(answers).toBe(0)
      expect(await stored()).toMatchObject({ state: "failed" })
    }
  })
})
