import { readdir, readFile } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { eq, sql } from "drizzle-orm"
import sharp from "sharp"
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { letterProgress } from "#app/audience/letters/sending/progress.server.ts"
import { startLetter } from "#app/audience/letters/sending/transitions.server.ts"
import { db } from "#app/db/client.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { wakeHere } from "#app/kit/lib/wake-job.server.ts"
import { askForExport, readAskedExport, readMadeExport } from "#app/office/export/asked-export.server.ts"
import { listArchives } from "#app/office/export/kept-archives.server.ts"
import { readMade } from "#app/media/backup/asked-copy.server.ts"
import { keepDailyBackups } from "#app/media/backup/make-copies.server.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { databaseUrl, useDatabase } from "#test/database.ts"
import { startLetterServer } from "#test/letter-server.ts"
import { createLetter, createSubscribers } from "#test/letters.ts"
import { createWholeUpload, makeWav } from "#test/media-samples.ts"
import { createUser } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { setSettings } from "#test/site-settings.ts"
import { startWorker } from "./workers.ts"

// What stands behind everybody waits for everybody, on a machine with much else to do.
vi.setConfig({ testTimeout: 300_000 })

let userId: string
useDatabase()
useDataFolder()
beforeEach(async () => {
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

test("31.5 a copy of the site is verified by a process of its own, soon after it is made", async () => {
  const { dataDir } = getSettings()
  const stop = startWorker("backups-worker", databaseUrl)
  await keepDailyBackups(dataDir, new Date("2026-01-30T00:10Z"))
  wakeHere("backups-worker")
  await expect
    .poll(async () => (await readMade())["2026-01-30.cko.gz"]?.check?.outcome, waitFor)
    .toBe("verified")
  await stop()
})

test.skipIf(process.platform !== "linux")(
  "52.5 an archive of the site is written by a process of its own, and begun anew when that is killed",
  async () => {
    await askForExport({ format: "archive", hasPersonalData: false, hasMedia: true })
    const starts = async () => (await readAskedExport())?.starts
    const locked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    // It waits for it in its middle.
    const holding = db.transaction(async (tx) => {
      await tx.execute(sql`lock table media_captions in access exclusive mode`)
      locked.resolve()
      await released.promise
    })
    await locked.promise
    const stop = startWorker("backups-worker", databaseUrl)
    try {
      await expect.poll(starts, waitFor).toBe(1)
      for (const worker of await childrenOf(process.pid, "backups-worker")) process.kill(worker, "SIGKILL")
      await expect.poll(starts, waitFor).toBe(2)
    } finally {
      released.resolve()
      await holding
    }
    await expect.poll(() => listArchives(), waitFor).toHaveLength(1)
    await expect
      .poll(() => readMadeExport(), waitFor)
      .toMatchObject({ hasMedia: true, hasPersonalData: false })
    await stop()
  },
)

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

test("told to stop, the sender of letters ends with the mail that it is handing over", async () => {
  let answer = () => {}
  let seen = 0
  const server = await startLetterServer({
    onMail() {
      seen += 1
      return new Promise((resolve) => (answer = () => resolve(undefined)))
    },
  })
  const before = getSettings()
  applySettings({ ...before, smtpUrl: server.url })
  onTestFinished(async () => {
    applySettings(before)
    await server.close()
  })
  await setSettings("letters", { perMinute: 0, connections: 1 })
  await createSubscribers(3)
  const { id, version } = await createLetter()
  expect(await startLetter(id, version)).toBe("done")
  const stop = startWorker("letters-worker", databaseUrl)
  await expect.poll(() => seen, waitFor).toBe(1)
  const stopped = stop()
  await sleep(500)
  answer()
  await stopped
  expect(await letterProgress(id)).toMatchObject({ counts: { sent: 1, sending: 0, waiting: 2 } })
  expect(seen).toBe(1)
})

describe.skipIf(process.platform !== "linux")("its process", () => {
  test("28.3 stands behind visitors in all its threads, is replaced when it is killed, and leaves what it was at when the site stops", async () => {
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

/** Those that run a worker. */
async function childrenOf(pid: number, name = "media-worker") {
  const lists = (await readdir(`/proc/${pid}/task`)).map((task) =>
    readFile(`/proc/${pid}/task/${task}/children`, "utf8").catch(() => ""),
  )
  const pids = (await Promise.all(lists)).join(" ").split(" ").filter(Boolean)
  const commands = pids.map(async (child) => {
    const command = await readFile(`/proc/${child}/cmdline`, "utf8").catch(() => "")
    return command.includes(name) ? [Number(child)] : []
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
