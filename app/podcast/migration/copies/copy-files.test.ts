import { buffer } from "node:stream/consumers"
import sharp from "sharp"
import { beforeEach, describe, expect, test } from "vitest"
import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { mediaFiles } from "#app/db/schema/media.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { storedRows } from "#test/factories.ts"
import { item, rss } from "#test/feed-fixtures.ts"
import { importFeed } from "#test/feed-host.ts"
import { pauseCopying, retryCopies, startCopying, stopCopying } from "./copying.server.ts"
import {
  copyAll,
  createHeard,
  type FileHost,
  partials,
  findEpisode,
  goOn,
  listCopies,
  onlyCopy,
  OTHER_SOUND,
  sendFile,
  SOUND,
  useFileHost,
  untilReceived,
} from "#test/file-host.ts"
import { lookForFiles } from "./copy-files.server.ts"
import { takeBackAll } from "./take-back.server.ts"

let host: FileHost
useFileHost((opened) => (host = opened))
const create = (values?: Parameters<typeof createHeard>[1]) => createHeard(host, values)

async function storedSound() {
  const [file] = await db
    .select()
    .from(mediaFiles)
    .where(sql`role = 'main'`)
  return buffer(await getStore().read(file?.path ?? ""))
}
const ranges = () => host.requests.map(({ headers }) => headers.range)

test("41.1 a sound of another host comes into the library, and its episode leads there; all else stays", async () => {
  host.reply("/1.wav", sendFile(SOUND))
  await create({ description: "Nuit", season: 2, number: 4 })
  const before = await findEpisode()
  expect(await copyAll()).toBe(1)
  const after = await findEpisode()
  expect(after).toEqual({
    ...before,
    audioUrl: expect.stringMatching(/^\/media\/[\w-]{22}\/Minuit\.wav$/),
    ...{ audioType: "audio/wav", audioBytes: SOUND.length },
    ...{ version: before.version + 1, updatedAt: expect.any(Date) },
  })
  expect(await storedSound()).toEqual(SOUND)
  expect(await onlyCopy()).toMatchObject({ state: "done", source: `${host.url}/1.wav`, lease: null })
  expect(await partials()).toEqual([])
  expect(await storedRows("audit_log")).toMatchObject([
    { action: "create", kind: "file-copies" },
    { action: "create", kind: "medium", actor: "copie des fichiers" },
    { action: "update", kind: "episode", actor: "copie des fichiers" },
  ])
})

describe("a download that broke off", () => {
  const CUT_AT = 77_000

  test.each([
    ["goes on where it was, by the file’s tag", {}, [undefined, `bytes=${CUT_AT}-`]],
    [
      "goes on where it was, by the file’s date",
      { etag: null, lastModified: "Mon, 02 Mar 2026 10:00:00 GMT" },
      [undefined, `bytes=${CUT_AT}-`],
    ],
    ["starts over with a host that has no parts", { takesRanges: false }, [undefined, `bytes=${CUT_AT}-`]],
    ["starts over where nothing says that the file is the same", { etag: null }, [undefined, undefined]],
    ["starts over where its tag is a weak one", { etag: 'W/"a"' }, [undefined, undefined]],
  ])("%s", async (_title, hosted, asked) => {
    await create()
    host.reply("/1.wav", sendFile(SOUND, { ...hosted, cutAt: CUT_AT }))
    await copyAll()
    expect(await onlyCopy()).toMatchObject({
      ...{ state: "waiting", received: CUT_AT, total: SOUND.length, attempts: 1 },
      failure: "L’autre site ne répond pas.",
    })
    expect(await partials()).toEqual(["1"])
    host.reply("/1.wav", sendFile(SOUND, hosted))
    await goOn()
    expect(await onlyCopy()).toMatchObject({ state: "done", failure: "" })
    expect(ranges()).toEqual(asked)
    expect(await storedSound()).toEqual(SOUND)
    expect(await partials()).toEqual([])
  })

  test("starts over when the file became another one", async () => {
    await create()
    host.reply("/1.wav", sendFile(SOUND, { cutAt: CUT_AT }))
    await copyAll()
    host.reply("/1.wav", sendFile(OTHER_SOUND, { etag: '"b"' }))
    await goOn()
    expect(await storedSound()).toEqual(OTHER_SOUND)
  })

  test("starts over when the rest is said to be that of a longer file", async () => {
    await create()
    host.reply("/1.wav", sendFile(SOUND, { cutAt: CUT_AT }))
    await copyAll()
    const longer = Buffer.concat([OTHER_SOUND, Buffer.alloc(1_000)])
    host.reply("/1.wav", (response, request) => {
      if (request.headers.range) return sendFile(longer)(response, request)
      return sendFile(OTHER_SOUND)(response, request)
    })
    await goOn()
    expect(ranges()).toEqual([undefined, `bytes=${CUT_AT}-`, undefined])
    expect(await storedSound()).toEqual(OTHER_SOUND)
  })

  test("does not trust what was not surely written", async () => {
    await create()
    host.reply("/1.wav", sendFile(SOUND, { cutAt: CUT_AT }))
    await copyAll()
    await db.execute(sql`update file_copies set received = 50000`)
    host.reply("/1.wav", sendFile(SOUND))
    await goOn()
    expect(ranges()).toEqual([undefined, "bytes=50000-"])
    expect(await storedSound()).toEqual(SOUND)
  })

  test("is whole when its host says that there is no more of it", async () => {
    await create()
    host.reply("/1.wav", (response) => {
      response.writeHead(200, { ETag: '"a"', "Content-Length": SOUND.length + 5 })
      response.write(SOUND)
      void untilReceived(SOUND.length).then(() => response.destroy())
    })
    await copyAll()
    expect(await onlyCopy()).toMatchObject({
      state: "waiting",
      received: SOUND.length,
      total: SOUND.length + 5,
    })
    host.reply("/1.wav", sendFile(SOUND))
    await goOn()
    expect(ranges()).toEqual([undefined, `bytes=${SOUND.length}-`])
    expect(await storedSound()).toEqual(SOUND)
  })

  test("is given up after five attempts that brought nothing more, and can be tried again", async () => {
    await create()
    host.reply("/1.wav", sendFile(SOUND, { cutAt: CUT_AT, takesRanges: false }))
    await copyAll()
    for (let attempt = 2; attempt < 5; attempt += 1) await goOn()
    expect(await onlyCopy()).toMatchObject({ state: "waiting", attempts: 4 })
    await goOn()
    expect(await onlyCopy()).toMatchObject({ state: "failed", failure: "L’autre site ne répond pas." })
    expect(await goOn()).toBe(0)
    expect((await findEpisode()).audioUrl).toBe(`${host.url}/1.wav`)
    host.reply("/1.wav", sendFile(SOUND))
    expect(await retryCopies()).toBe(1)
    await goOn()
    expect(await onlyCopy()).toMatchObject({ state: "done" })
  })

  test("counts no attempt as long as each brings more", async () => {
    await create()
    const long = Buffer.concat([SOUND, Buffer.alloc(600_000)])
    long.writeUInt32LE(long.length - 8, 4)
    long.writeUInt32LE(long.length - 44, 40)
    host.reply("/1.wav", sendFile(long, { cutAt: 100_000 }))
    await copyAll()
    for (let attempt = 2; attempt < 8; attempt += 1) await goOn()
    expect(await onlyCopy()).toMatchObject({ state: "waiting", received: 700_000 })
    await goOn()
    expect(await storedSound()).toEqual(long)
  })
})

describe("what is copied", () => {
  test("is every sound and picture that lies elsewhere, of the newest episodes first", async () => {
    const days = ["2020-01-01", "2026-01-01", "2023-01-01"].map((day) => new Date(day))
    await create({ guid: "1", publishedAt: days[0], thumbnailUrl: `${host.url}/1.png` })
    await create({ guid: "2", publishedAt: days[1], audioUrl: `${host.url}/2.wav` })
    await create({ guid: "3", publishedAt: days[2], audioUrl: "/media/aaaaaaaaaaaaaaaaaaaaaa/a.mp3" })
    await create({ guid: "4", audioUrl: "https://cko.test/media/aaaaaaaaaaaaaaaaaaaaaa/a.mp3" })
    await create({ guid: "5", audioUrl: null, thumbnailUrl: "https://i.ytimg.com/vi/a/hqdefault.jpg" })
    await create({ guid: "6", isStarter: true })
    expect(await startCopying()).toBe(3)
    expect((await listCopies()).map(({ episodeId, part }) => [episodeId, part])).toEqual([
      [2, "sound"],
      [1, "sound"],
      [1, "picture"],
    ])
  })

  test("one picture of many episodes is fetched once", async () => {
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#c3131f" } })
      .png()
      .toBuffer()
    host.reply("/p.png", sendFile(picture))
    for (const guid of ["1", "2", "3"])
      await create({ guid, audioUrl: null, thumbnailUrl: `${host.url}/p.png` })
    await copyAll()
    expect(host.requests).toHaveLength(1)
    const addresses = (await storedRows("episodes")).map(({ thumbnail_url }) => thumbnail_url)
    expect(new Set(addresses)).toEqual(new Set([expect.stringMatching(/^\/media\/[\w-]{22}\//)]))
    expect(await db.$count(mediaFiles, sql`role = 'original'`)).toBe(1)
  })

  test("the same sound under two addresses is stored once", async () => {
    host.reply("/1.wav", sendFile(SOUND))
    host.reply("/2.wav", sendFile(SOUND))
    await create()
    await create({ guid: "2", audioUrl: `${host.url}/2.wav` })
    await copyAll()
    const [one, two] = await storedRows("episodes")
    expect(one?.audio_url).toBe(two?.audio_url)
    expect(await db.$count(mediaFiles)).toBe(1)
  })

  test("goes on with episodes that come later", async () => {
    host.reply("/1.wav", sendFile(SOUND))
    await startCopying()
    await create()
    await lookForFiles()
    await goOn()
    expect(await onlyCopy()).toMatchObject({ state: "done" })
  })

  test("is not what a host changed in the meantime", async () => {
    host.reply("/1.wav", (response, request) => {
      void db
        .execute(sql`update episodes set audio_url = ${`${host.url}/2.wav`}`)
        .then(() => sendFile(SOUND)(response, request))
    })
    host.reply("/2.wav", sendFile(OTHER_SOUND))
    await create()
    await copyAll()
    expect(await findEpisode()).toMatchObject({ audioUrl: `${host.url}/2.wav` })
    expect(await listCopies()).toEqual([])
    await lookForFiles()
    await goOn()
    expect((await findEpisode()).audioUrl).toMatch(/^\/media\//)
  })

  test("stays where it is while it is paused, and goes on from there", async () => {
    await create()
    host.reply("/1.wav", (response) => {
      response.writeHead(200, { ETag: '"a"', "Content-Length": SOUND.length })
      response.write(SOUND.subarray(0, 50_000))
      void untilReceived(50_000)
        .then(pauseCopying)
        .then(() => response.write(SOUND.subarray(50_000, 60_000)))
    })
    await copyAll()
    expect(await onlyCopy()).toMatchObject({ state: "waiting", attempts: 0, failure: "", lease: null })
    expect(await goOn()).toBe(0)
    host.reply("/1.wav", sendFile(SOUND))
    expect(await copyAll()).toBe(1)
    expect(ranges()).toEqual([undefined, "bytes=50000-"])
    expect(await storedSound()).toEqual(SOUND)
  })

  test("is forgotten with what came of it when it is given up, but for what is here", async () => {
    host.reply("/1.wav", sendFile(SOUND))
    host.reply("/2.wav", sendFile(SOUND, { cutAt: 1_000 }))
    await create()
    await create({ guid: "2", audioUrl: `${host.url}/2.wav`, publishedAt: new Date("2020-01-01") })
    await copyAll()
    expect(await stopCopying()).toBe(true)
    expect(await stopCopying()).toBe(false)
    expect(await onlyCopy()).toMatchObject({ episodeId: 1, state: "done" })
    await startCopying()
    await stopCopying()
    await startCopying()
    await lookForFiles()
    expect(await partials()).toEqual([])
  })

  test("41.1 is taken back at once, with what was known of it, and not copied again unasked", async () => {
    host.reply("/1.wav", sendFile(SOUND))
    await create()
    const { updatedAt: _, version, ...before } = await findEpisode()
    await copyAll()
    expect(await takeBackAll()).toBe(1)
    expect(await findEpisode()).toEqual({ ...before, version: version + 2, updatedAt: expect.any(Date) })
    expect(await takeBackAll()).toBe(0)
    await lookForFiles()
    expect(await goOn()).toBe(0)
    expect(await onlyCopy()).toMatchObject({ state: "undone" })
    await copyAll()
    expect((await findEpisode()).audioUrl).toMatch(/^\/media\//)
    expect(host.requests).toHaveLength(1)
  })

  test("is not taken back where a host chose another sound since", async () => {
    host.reply("/1.wav", sendFile(SOUND))
    await create()
    await copyAll()
    await db.execute(sql`update episodes set audio_url = '/media/aaaaaaaaaaaaaaaaaaaaaa/a.mp3'`)
    expect(await takeBackAll()).toBe(0)
    expect((await findEpisode()).audioUrl).toBe("/media/aaaaaaaaaaaaaaaaaaaaaa/a.mp3")
  })
})

describe("an import after the copy", () => {
  const feed = (title: string, guid = "g1") =>
    rss(item(`<enclosure url="${host.url}/1.wav" length="7" type="audio/x-wav"/>`, { title, guid }))
  const importAgain = async (content: string) => {
    host.reply("/flux.xml", (response) => response.end(content))
    await importFeed(`${host.url}/flux.xml`)
  }
  beforeEach(async () => {
    host.reply("/1.wav", sendFile(SOUND))
    await importAgain(feed("Minuit"))
    await copyAll()
  })

  test("leaves the sound here, and still brings what changed", async () => {
    await importAgain(feed("Minuit passé"))
    expect(await findEpisode()).toMatchObject({
      ...{ title: "Minuit passé", guid: "g1", audioUrl: expect.stringMatching(/^\/media\//) },
      ...{ audioType: "audio/wav", audioBytes: SOUND.length },
    })
  })

  test("knows an episode by the address that its sound had, whatever it is called by now", async () => {
    await importAgain(feed("Tout autre chose", "autre"))
    expect(await db.$count(episodes)).toBe(1)
  })

  test("has its say again once the copy is taken back", async () => {
    await takeBackAll()
    host.reply("/2.wav", sendFile(OTHER_SOUND))
    await importAgain(feed("Minuit").replace("1.wav", "2.wav"))
    expect((await findEpisode()).audioUrl).toBe(`${host.url}/2.wav`)
  })
})
