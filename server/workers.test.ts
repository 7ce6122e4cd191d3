import { readdir, readFile } from "node:fs/promises"
import { eq, sql } from "drizzle-orm"
import sharp from "sharp"
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { wakeHere } from "#app/kit/lib/wake-job.server.ts"
import { readMade } from "#app/media/backup/asked-copy.server.ts"
import { keepDailyBackups } from "#app/media/backup/make-copies.server.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { databaseUrl, emptyDatabase, openTestDatabase } from "#test/database.ts"
import { createWholeUpload, makeWav } from "#test/media-samples.ts"
import { createUser } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { startWorker } from "./workers.ts"

// What stands behind everybody waits for everybody, on a machine with much else to do.
vi.setConfig({ testTimeout: 300_000 })

let userId: string
beforeAll(openTestDatabase)
useDataFolder()
beforeEach(async () => {
  await emptyDatabase()
  userId = (await createUser("admin")).id
})

const waitFor = { timeout: 240_000, interval: 20 }
const states = async () =>
  (await db.select().from(media)).map(({ state, attempts }) => `${state} ${attempts}`)
/** A picture that takes its seconds. */
const largePicture = () =>
  sharp({
    create: {
      width: 3_000,
      height: 2_000,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer()

test("what waits at the start is worked on by a process of its own, and so is what comes later", async () => {
  await createWholeUpload(makeWav({ seconds: 0.2 }), userId)
  const stop = startWorker("media-worker", databaseUrl)
  await expect.poll(states, waitFor).toEqual(["ready 1"])
  await createWholeUpload(makeWav({ seconds: 0.3 }), userId)
  wakeHere("media-worker")
  await expect.poll(states, waitFor).toEqual(["ready 1", "ready 1"])
  await stop()
})

test("a copy of the site is verified by a process of its own, soon after it is made", async () => {
  const { dataDir } = getSettings()
  const stop = startWorker("backups-worker", databaseUrl)
  await keepDailyBackups(dataDir, new Date("2026-01-30T00:10Z"))
  wakeHere("backups-worker")
  await expect
    .poll(async () => (await readMade())["2026-01-30.cko.gz"]?.check?.outcome, waitFor)
    .toBe("verified")
  await stop()
})

test("a process that could not be started is started later", async () => {
  await createWholeUpload(makeWav({ seconds: 0.2 }), userId)
  const program = process.execPath
  process.execPath = "/nowhere/node"
  const stop = startWorker("media-worker", databaseUrl)
  try {
    await expect.poll(() => takeLoggedErrors().length, waitFor).toBeGreaterThan(0)
  } finally {
    process.execPath = program
  }
  await expect.poll(states, waitFor).toEqual(["ready 1"])
  takeLoggedErrors()
  await stop()
})

describe.skipIf(process.platform !== "linux")("its process", () => {
  test("stands behind visitors in all its threads, is replaced when it is killed, and leaves what it was at when the site stops", async () => {
    await createWholeUpload(await largePicture(), userId)
    const stop = startWorker("media-worker", databaseUrl)
    await expect.poll(states, waitFor).toEqual(["working 1"])
    const workers = await childrenOf(process.pid)
    expect(workers).toHaveLength(1)
    const [worker = 0] = workers
    expect(new Set(await nicenessOf(worker))).toEqual(new Set([10]))

    process.kill(worker, "SIGKILL")
    await expect.poll(() => childrenOf(process.pid), waitFor).toEqual([])
    // As if its lease were over.
    await db.update(media).set({ leasedUntil: sql`now()` })
    await expect.poll(states, waitFor).toEqual(["working 2"])

    await stop()
    expect(await childrenOf(process.pid)).toEqual([])
    expect(await states()).toEqual(["waiting 1"])
    expect(await db.$count(media, eq(media.state, "waiting"))).toBe(1)
  })
})

/** Those that run the media worker. */
async function childrenOf(pid: number) {
  const lists = (await readdir(`/proc/${pid}/task`)).map((task) =>
    readFile(`/proc/${pid}/task/${task}/children`, "utf8").catch(() => ""),
  )
  const pids = (await Promise.all(lists)).join(" ").split(" ").filter(Boolean)
  const commands = pids.map(async (child) => {
    const command = await readFile(`/proc/${child}/cmdline`, "utf8").catch(() => "")
    return command.includes("media-worker") ? [Number(child)] : []
  })
  return (await Promise.all(commands)).flat()
}

async function nicenessOf(pid: number) {
  const stats = (await readdir(`/proc/${pid}/task`)).map((task) =>
    // Threads come and go.
    readFile(`/proc/${pid}/task/${task}/stat`, "utf8").catch(() => ""),
  )
  return (await Promise.all(stats)).filter(Boolean).map((stat) => Number(stat.split(") ")[1]?.split(" ")[16]))
}
