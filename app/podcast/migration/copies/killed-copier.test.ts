import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { sql } from "drizzle-orm"
import { beforeEach, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { workThroughMedia } from "#app/media/processing/media-queue.server.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { databaseUrl, useDatabase } from "#test/database.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { startCopying } from "./copying.server.ts"
import {
  findEpisode,
  goOn,
  listCopies,
  sendFile,
  SOUND,
  startFileHost,
  untilReceived,
} from "#test/file-host.ts"
import { placeCopies } from "./place-copy.server.ts"

// A process of its own starts within seconds, on a machine with much else to do within many.
vi.setConfig({ testTimeout: 300_000 })

const LONG_PATIENCE = { timeout: 240_000 }
const SCRIPT = fileURLToPath(new URL("../../../../test/short-lived-copier.ts", import.meta.url))
let host: Awaited<ReturnType<typeof startFileHost>>

useDatabase()
useDataFolder()
beforeEach(async () => {
  host = await startFileHost()
  return () => host.close()
})

const create = (name: string) =>
  createEpisode({ guid: name, audioUrl: `${host.url}/${name}.wav`, thumbnailUrl: null })

/** A process of its own that copies what waits. */
function startProcess() {
  const { dataDir } = getSettings()
  return spawn(process.execPath, [SCRIPT, databaseUrl, dataDir], { stdio: ["ignore", "pipe", "inherit"] })
}

async function kill(child: ReturnType<typeof startProcess>) {
  const ended = once(child, "close")
  child.kill("SIGKILL")
  await ended
}

test("41.1 a process killed while it downloads leaves the file to the next one, which goes on where it was", async () => {
  host.reply("/1.wav", (response) => {
    response.writeHead(200, { ETag: '"a"', "Content-Length": SOUND.length })
    response.write(SOUND.subarray(0, 80_000))
  })
  await create("1")
  await startCopying()
  const child = startProcess()
  await untilReceived(80_000, LONG_PATIENCE)
  await kill(child)
  host.reply("/1.wav", sendFile(SOUND))
  // Its lease has not ended.
  expect(await goOn()).toBe(0)
  await db.execute(sql`update file_copies set leased_until = now() - interval '1 second'`)
  expect(await goOn()).toBe(1)
  expect(host.requests.map(({ headers }) => headers.range)).toEqual([undefined, "bytes=80000-"])
  expect(await listCopies()).toMatchObject([{ state: "done" }])
  expect((await findEpisode()).audioUrl).toMatch(/^\/media\//)
})

test("a process killed between the library and the episode leaves neither twice nor half", async () => {
  host.reply("/1.wav", sendFile(SOUND))
  await create("1")
  await startCopying()
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table media in share mode`)
    const child = startProcess()
    await vi.waitFor(async () => {
      const { rows } = await tx.execute(
        sql`select from pg_locks where not granted and relation = 'media'::regclass`,
      )
      expect(rows).toHaveLength(1)
    }, LONG_PATIENCE)
    await kill(child)
  })
  await db.execute(sql`update file_copies set leased_until = now() - interval '1 second'`)
  expect(await goOn()).toBe(1)
  // All of it was here already.
  expect(host.requests).toHaveLength(1)
  expect(await db.$count(media)).toBe(1)
  expect((await findEpisode()).audioUrl).toMatch(/^\/media\//)
})

test("several processes copy each file once, and lead each episode to it once", async () => {
  const names = ["1", "2", "3"]
  for (const [index, name] of names.entries()) {
    host.reply(`/${name}.wav`, sendFile(Buffer.concat([SOUND, Buffer.alloc(index)])))
    await create(name)
  }
  await startCopying()
  const said = await Promise.all([startProcess(), startProcess()].map(({ stdout }) => text(stdout)))
  const taken = said.map((lines) => Number(lines.split("\n")[1]))
  expect(taken.reduce((sum, count) => sum + count, 0)).toBe(3)
  expect(host.requests).toHaveLength(3)
  await workThroughMedia()
  await Promise.all([placeCopies(), placeCopies(), placeCopies()])
  expect((await listCopies()).map(({ state }) => state)).toEqual(["done", "done", "done"])
  const changes = (await storedRows("audit_log")).filter(({ kind }) => kind === "episode")
  expect(changes).toHaveLength(3)
})
