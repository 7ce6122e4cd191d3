import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { BackupError } from "#app/db/backup/backup-errors.server.ts"
import { readBackup } from "#app/db/backup/backup-reader.server.ts"
import { db } from "#app/db/client.server.ts"
import { takeTurnNow } from "#app/db/embedded/folder-users.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { mediaFiles } from "#app/db/schema/media.server.ts"
import { outboxFolder } from "#app/kit/lib/outbox.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { wakeHere } from "#app/kit/lib/wake-job.server.ts"
import { openStores } from "#app/media/store/store.server.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { createMediaFile } from "#test/media-files.ts"
import { PATIENCE, takeLoggedErrors } from "#test/setup.ts"
import { startJob } from "#app/jobs/job.server.ts"
import { backUpDaily, backUpWhenAsked } from "#app/jobs/back-up.server.ts"
import { askForCopy, noteStarts, readAsked, readFailure, readMade } from "./asked-copy.server.ts"
import { keepDailyBackups, makeAskedCopy } from "./make-copies.server.ts"

const DAY_MS = 86_400_000
const NOON = Date.UTC(2026, 0, 30, 12)
const CLOCK: Parameters<typeof vi.useFakeTimers>[0] = {
  now: NOON,
  toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval", "Date"],
}
/** From the first look to the next, and not a moment more: connections that are being made hear the same clock. */
const REST_OF_HOUR_MS = 3_600_000 - 60_000
let dataDir = ""

useDatabase()
beforeEach(async () => {
  await createEpisode()
  dataDir = await mkdtemp(join(tmpdir(), "cko-daily-"))
  const started = getSettings()
  applySettings({ ...started, dataDir, databaseUrl: undefined })
  return () => applySettings(started)
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(dataDir, { recursive: true })
})

const day = (number: number) => new Date(NOON + number * DAY_MS)
/** Once a copy is made what it no longer needs is taken away. */
function expectRest() {
  const endTurn = takeTurnNow(join(dataDir, "backups"))
  expect(endTurn).toBeTypeOf("function")
  endTurn?.()
}
const copies = async () => (await readdir(join(dataDir, "backups"))).filter((name) => name !== "lock")

test("27.3 one copy a day is kept, of the seven newest days", async () => {
  for (let number = 0; number < 9; number += 1) await keepDailyBackups(dataDir, day(number))
  expect(await copies()).toEqual(
    ["02-01", "02-02", "02-03", "02-04", "02-05", "02-06", "02-07"].map((name) => `2026-${name}.cko.gz`),
  )
  const parts = await Array.fromAsync(readBackup(join(dataDir, "backups/2026-02-07.cko.gz")))
  expect(parts).toContainEqual(expect.objectContaining({ table: "episodes" }))
})

test("27.5 the library's files are beside the copies, as long as one of these needs them", async () => {
  const { target } = openStores({ dataDir })
  const file = await createMediaFile(target, "Bonjour")
  const media = async () => readdir(join(dataDir, "backups/media"))
  await keepDailyBackups(dataDir, day(0))
  expect(await media()).toEqual([file.sha256.slice(0, 2)])
  await db.delete(mediaFiles)
  await target.remove(file.path)
  for (let number = 1; number < 7; number += 1) await keepDailyBackups(dataDir, day(number))
  expect(await media()).toEqual([file.sha256.slice(0, 2)])
  await keepDailyBackups(dataDir, day(7))
  expect(await media()).toEqual([])
})

test("a copy that is there is left alone, and so is whatever else lies there", async () => {
  await mkdir(join(dataDir, "backups"))
  const others = [
    "2026-01-30.cko.gz",
    "2026-01-30.cko.gz.0a1b2c3d.partial",
    "avant-travaux.cko.gz",
    "x.partial",
  ]
  for (const name of others) await writeFile(join(dataDir, "backups", name), "")
  await keepDailyBackups(dataDir, day(0))
  // Gone is only what a killed process left of a daily copy.
  expect(await copies()).toEqual(["2026-01-30.cko.gz", "avant-travaux.cko.gz", "x.partial"])
  expect((await stat(join(dataDir, "backups/2026-01-30.cko.gz"))).size).toBe(0)
})

test("of several processes one makes it", async () => {
  const days = await Promise.all([1, 2, 3].map((number) => keepDailyBackups(dataDir, day(number))))
  expect(days).toHaveLength(3)
  expect(await copies()).toHaveLength(1)
})

test("the first copy is made a minute after the start, and one each day from then on", async () => {
  vi.useFakeTimers(CLOCK)
  const stop = startJob(backUpDaily)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(await readdir(dataDir)).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitFor(async () => expect(await copies()).toEqual(["2026-01-30.cko.gz"]), PATIENCE)
  await vi.waitFor(expectRest, PATIENCE)
  vi.setSystemTime(day(1))
  await vi.advanceTimersByTimeAsync(REST_OF_HOUR_MS)
  await vi.waitFor(
    async () => expect(await copies()).toEqual(["2026-01-30.cko.gz", "2026-01-31.cko.gz"]),
    PATIENCE,
  )
  await stop()
})

test("a failure is logged and tried again, and the site goes on", async () => {
  await writeFile(join(dataDir, "backups"), "no folder")
  vi.useFakeTimers(CLOCK)
  const stop = startJob(backUpDaily)
  await vi.advanceTimersByTimeAsync(60_000)
  await vi.waitFor(() => expect(takeLoggedErrors()).toMatchObject([{ code: "EEXIST" }]), PATIENCE)
  expect(await db.$count(episodes)).toBe(1)
  await rm(join(dataDir, "backups"))
  await vi.advanceTimersByTimeAsync(REST_OF_HOUR_MS)
  await vi.waitFor(async () => expect(await copies()).toEqual(["2026-01-30.cko.gz"]), PATIENCE)
  await stop()
})

test("stopping the site gives up a copy under way, and leaves nothing of it", async () => {
  vi.useFakeTimers(CLOCK)
  const stop = startJob(backUpDaily)
  const locked = Promise.withResolvers<void>()
  const isStopping = Promise.withResolvers<void>()
  // The copy waits for it in its middle.
  const holding = db.transaction(async (tx) => {
    await tx.execute(sql`lock table episodes in access exclusive mode`)
    locked.resolve()
    await isStopping.promise
  })
  await locked.promise
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  await vi.waitFor(async () => expect(await copies()).toEqual([expect.stringMatching(/partial$/)]), PATIENCE)
  const stopped = stop()
  isStopping.resolve()
  await Promise.all([holding, stopped])
  expect(await copies()).toEqual([])
  expect(await db.$count(episodes)).toBe(1)
})

const ASKED = "2026-01-30-120000.cko.gz"
const ask = () => askForCopy(day(0))

test("31.5 a copy that was asked for is made beside the day's, and told with what it holds", async () => {
  const { mediumId } = await createMediaFile(openStores({ dataDir }).target, "Bonjour")
  await createMediaFile(openStores({ dataDir }).target, "Bon", { mediumId, role: "variant", name: "petit" })
  await keepDailyBackups(dataDir, day(0))
  expect(await ask()).toBe(true)
  await makeAskedCopy(dataDir)
  expect((await copies()).toSorted()).toEqual([ASKED, "2026-01-30.cko.gz", "media"])
  expect(await readAsked()).toBeUndefined()
  const held = {
    media: 1,
    files: 2,
    mediaBytes: 10,
    missing: 0,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  }
  expect(await readMade()).toEqual({
    [ASKED]: { rows: expect.any(Number), ...held },
    "2026-01-30.cko.gz": { rows: expect.any(Number), ...held },
  })
  await makeAskedCopy(dataDir)
  expect(await copies()).toHaveLength(3)
})

test("of many that ask at once one is heard, and of many processes one makes it", async () => {
  const asked = await Promise.all([ask(), ask(), ask()])
  expect(asked.filter(Boolean)).toHaveLength(1)
  await Promise.all([makeAskedCopy(dataDir), makeAskedCopy(dataDir), makeAskedCopy(dataDir)])
  expect(await copies()).toEqual([ASKED])
})

test("the job makes it at once when it is woken, on a PostgreSQL server, too", async () => {
  applySettings({ ...getSettings(), databaseUrl: "postgres://a.example" })
  const stop = startJob(backUpWhenAsked)
  await ask()
  wakeHere("backups")
  await vi.waitFor(async () => expect(await readAsked()).toBeUndefined(), PATIENCE)
  expect(await copies()).toEqual([ASKED])
  await stop()
  await backUpDaily.run({ signal: AbortSignal.timeout(60_000), isAsked: false })
  expect(await copies()).toEqual([ASKED])
})

test("what a killed process left goes, and another one goes on", async () => {
  await ask()
  const asked = await readAsked()
  if (asked) await noteStarts(asked, 1)
  await mkdir(join(dataDir, "backups"))
  await writeFile(join(dataDir, "backups", `${ASKED}.0a1b2c3d.partial`), "half")
  await makeAskedCopy(dataDir)
  expect(await copies()).toEqual([ASKED])
})

test("a copy that ends its process three times has failed", async () => {
  await ask()
  const asked = await readAsked()
  if (asked) await noteStarts(asked, 3)
  await expect(makeAskedCopy(dataDir)).rejects.toThrow("trois fois")
  expect([await readAsked(), (await readFailure())?.text]).toEqual([
    undefined,
    expect.stringContaining("le site s’est arrêté"),
  ])
  expect(await copies()).toEqual([])
})

test("a failure is told with what to do, and forgotten by the next copy", async () => {
  const mail = join(outboxFolder(dataDir), "a.eml")
  await mkdir(mail, { recursive: true })
  await ask()
  await expect(makeAskedCopy(dataDir)).rejects.toThrow(BackupError)
  expect([await copies(), await readAsked()]).toEqual([[], undefined])
  expect((await readFailure())?.text).toMatch(/^La copie n’a pas été écrite\u00a0: .*c’est un dossier\u202f;/)
  await rm(mail, { recursive: true })
  await ask()
  await makeAskedCopy(dataDir)
  expect([await copies(), await readFailure()]).toEqual([[ASKED], undefined])
})

test("stopped, it is begun anew after the next start", async () => {
  await ask()
  await expect(makeAskedCopy(dataDir, AbortSignal.abort())).resolves.toBeUndefined()
  expect([await copies(), await readAsked()]).toEqual([[], expect.objectContaining({ starts: 0 })])
  await makeAskedCopy(dataDir)
  expect(await copies()).toEqual([ASKED])
})
