import { lookup } from "node:dns"
import { describe, expect, test } from "vitest"
import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { mediaSample } from "#test/media-samples.ts"
import { setSettings } from "#test/site-settings.ts"
import { copyFiles } from "./copy-files.server.ts"
import { acceptCopy, readCopying, retryCopies, startCopying } from "./copying.server.ts"
import {
  copyAll,
  createHeard,
  type FileHost,
  partials,
  findEpisode,
  goOn,
  listCopies,
  onlyCopy,
  sendFile,
  SOUND,
  useFileHost,
} from "#test/file-host.ts"

let host: FileHost
useFileHost((opened) => (host = opened))
const create = (values?: Parameters<typeof createHeard>[1]) => createHeard(host, values)

describe("a file that cannot be copied", () => {
  test.each([
    [404, "Ce fichier n’existe plus à cette adresse."],
    [403, "Ce fichier est refusé par l’autre site (403)."],
    [401, "Ce fichier n’est donné qu’avec un mot de passe (401)."],
    [418, "L’autre site a répondu par une erreur (418)."],
  ])("is failed at once where its host answers %i", async (status, failure) => {
    await create()
    host.reply("/1.wav", (response) => response.writeHead(status).end())
    await copyAll()
    const copy = await onlyCopy()
    expect([copy.state, copy.failure.slice(0, failure.length)]).toEqual(["failed", failure])
    expect(host.requests).toHaveLength(1)
    expect((await findEpisode()).audioUrl).toBe(`${host.url}/1.wav`)
  })

  test.each([
    ["a web page", "<!doctype html><title>Perdu</title>", "C’est une page web (HTML)"],
    ["nothing", "", "Ce fichier est vide."],
    ["some text", "Bonsoir à tous", "La médiathèque ne connaît pas ce genre de fichier."],
  ])("is failed where it is %s", async (_what, content, failure) => {
    await create()
    host.reply("/1.wav", (response) => response.setHeader("Content-Type", "audio/mpeg").end(content))
    await copyAll()
    const copy = await onlyCopy()
    expect([copy.state, copy.failure.slice(0, failure.length)]).toEqual(["failed", failure])
    expect(await partials()).toEqual([])
  })

  test("is failed where it is a film, or a sound in a picture’s place", async () => {
    const film = await mediaSample("film.mp4")
    host.reply("/1.wav", sendFile(film))
    host.reply("/1.png", sendFile(SOUND))
    await create({ thumbnailUrl: `${host.url}/1.png` })
    await copyAll()
    expect((await listCopies()).map(({ part, state, failure }) => [part, state, failure])).toEqual([
      ["sound", "failed", expect.stringMatching(/^C’est un film/)],
      ["picture", "failed", "Ce fichier n’est pas une image."],
    ])
  })

  test("is failed where it is heavier than hosts allow, said before or not", async () => {
    await setSettings("uploads", { fileMb: 10 })
    const heavy = Buffer.concat([SOUND, Buffer.alloc(11_000_000)])
    host.reply("/1.wav", sendFile(heavy))
    host.reply("/2.wav", (response) => void (response.write(heavy), response.end()))
    await create()
    await create({ guid: "2", audioUrl: `${host.url}/2.wav` })
    await copyAll()
    await goOn()
    for (const copy of await listCopies())
      expect(copy).toMatchObject({ state: "failed", failure: "Ce fichier dépasse 10 Mo." })
  })

  test("is never asked for inside the site’s own network, also behind a redirection", async () => {
    host.reply("/1.wav", (response) => response.writeHead(302, { Location: "http://10.0.0.1/a.wav" }).end())
    await create()
    await startCopying()
    await copyFiles()
    expect(await onlyCopy()).toMatchObject({
      state: "failed",
      failure: expect.stringContaining("réseau privé"),
    })
    expect(host.requests).toHaveLength(0)
  })

  test("waits as long as its host asks for, with all of that host", async () => {
    host.reply("/1.wav", (response) => response.writeHead(429, { "Retry-After": "3600" }).end())
    host.reply("/2.wav", sendFile(SOUND))
    await create()
    await create({ guid: "2", audioUrl: `${host.url}/2.wav`, publishedAt: new Date("2020-01-01") })
    await copyAll()
    expect(host.requests).toHaveLength(1)
    const { rows } = await db.execute(
      sql`select state, due_at > now() + interval '50 minutes' as rests from file_copies order by id`,
    )
    expect(rows).toEqual([
      { state: "waiting", rests: true },
      { state: "waiting", rests: true },
    ])
  })

  test("is another one’s turn once nothing came for a while", async () => {
    host.reply("/1.wav", (response) => response.write(SOUND.subarray(0, 10)))
    await create()
    await startCopying()
    await copyFiles({ guard: { isAllowed: () => true, lookup }, silenceMs: 200 })
    expect(await onlyCopy()).toMatchObject({
      state: "waiting",
      failure: expect.stringMatching(/trop lent/),
    })
  })

  test("that comes drop by drop is given up for now", async () => {
    host.reply("/1.wav", (response) => {
      const timer = setInterval(() => response.write("a"), 5)
      response.on("close", () => clearInterval(timer))
    })
    await create()
    await startCopying()
    await copyFiles({ guard: { isAllowed: () => true, lookup }, stallMs: 50 })
    expect(await onlyCopy()).toMatchObject({ state: "waiting", failure: "L’autre site est trop lent." })
  })

  test("is a host’s to decide where it is much shorter than its episode", async () => {
    host.reply("/1.wav", sendFile(SOUND))
    await create({ durationSeconds: 3_600 })
    await copyAll()
    expect(await onlyCopy()).toMatchObject({
      ...{ state: "failed", isDoubtful: true },
      failure: expect.stringMatching(/^Ce fichier dure 0:02, et l’épisode 1:00:00\./),
    })
    expect((await findEpisode()).audioUrl).toBe(`${host.url}/1.wav`)
    expect(await retryCopies()).toBe(0)
    expect(await acceptCopy(1)).toBe(1)
    await goOn()
    expect(await findEpisode()).toMatchObject({
      audioUrl: expect.stringContaining("/media/"),
      durationSeconds: 3_600,
    })
    expect(host.requests).toHaveLength(1)
  })

  test("stops everything where the library is full, and goes on once it is asked for", async () => {
    host.reply("/1.wav", sendFile(SOUND))
    await setSettings("uploads", { libraryGb: 1 })
    await db.execute(sql`insert into media (key, kind, type, title, bytes, sha256, state)
      values (repeat('a', 22), 'image', 'image/png', 'a.png', ${1024 ** 3}, repeat('0', 64), 'ready')`)
    await create()
    await copyAll()
    expect(await onlyCopy()).toMatchObject({ state: "waiting", failure: "", attempts: 0 })
    expect(await readCopying()).toEqual({
      isOn: false,
      reason: expect.stringMatching(/^La médiathèque est pleine/),
    })
    await setSettings("uploads", { libraryGb: 2 })
    await copyAll()
    expect(await onlyCopy()).toMatchObject({ state: "done" })
  })
})
