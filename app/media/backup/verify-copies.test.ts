import { spawn } from "node:child_process"
import { createHash, randomUUID } from "node:crypto"
import { once } from "node:events"
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gunzipSync, gzipSync } from "node:zlib"
import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, inject, test, vi } from "vitest"
import { closeDatabase, connectionPool, db, openDatabase } from "#app/db/client.server.ts"
import { takeTurnNow } from "#app/db/embedded/folder-users.server.ts"
import { copiesFolder } from "#app/db/backup/copies.server.ts"
import { outboxFolder } from "#app/kit/lib/outbox.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { openStores } from "#app/media/store/store.server.ts"
import { databaseUrl, emptyDatabase, fillUnsearched, openOwnDatabase } from "#test/database.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { createMediaFile } from "#test/media-files.ts"
import { runOn } from "#test/server-database.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { createComment } from "#test/visitors.ts"
import { askForCopy, type CopyCheck, noteCheck, readMade } from "./asked-copy.server.ts"
import { findUnverified, findVerdict } from "./copy-checks.server.ts"
import { keepDailyBackups } from "./make-copies.server.ts"
import { blobOf, mediaFolderOf } from "./media-folder.server.ts"
import { verifyCopies } from "./verify-copies.server.ts"

vi.setConfig({ testTimeout: 120_000 })

const SCRIPT = fileURLToPath(new URL("../../../test/short-lived-verifier.ts", import.meta.url))
const NAME = "2026-01-30.cko.gz"
const day = (number: number) => new Date(Date.UTC(2026, 0, 30 + number, 12))
let dataDir = ""
let file = ""

beforeAll(openOwnDatabase)
beforeEach(async () => {
  await emptyDatabase()
  await createEpisode({ title: "Le premier" })
  await createComment(1)
  dataDir = await mkdtemp(join(tmpdir(), "cko-verify-"))
  file = join(copiesFolder(dataDir), NAME)
  const started = getSettings()
  applySettings({ ...started, dataDir, databaseUrl: undefined })
  return async () => {
    applySettings(started)
    await rm(dataDir, { recursive: true })
  }
})

const make = (number = 0) => keepDailyBackups(dataDir, day(number))
const checkOf = async (name = NAME) => (await readMade())[name]?.check
const outcomes = async () =>
  Object.fromEntries(Object.entries(await readMade()).map(([name, { check }]) => [name, check?.outcome]))
/** Of this database's verification alone: other files of tests have theirs. */
async function leftovers() {
  const { rows } = await db.execute<{ name: string }>(sql`
    select datname as name from pg_database where datname =
      'cko_verification_' || (select oid from pg_database where datname = current_database())`)
  const folders = await readdir(copiesFolder(dataDir))
  return [...rows.map(({ name }) => name), ...folders.filter((name) => name === "verification")]
}

/** Writes the copy anew with other lines, and a footer that fits them. @param isKnown the site still knows what it wrote */
async function change(from: string | RegExp, to: string, isKnown = false) {
  const text = gunzipSync(await readFile(file)).toString()
  const lines = text.trimEnd().split("\n")
  const footer = JSON.parse(lines.pop() ?? "") as { sha256: string }
  const changed = `${lines.join("\n")}\n`.replace(from, to)
  expect(changed).not.toBe(`${lines.join("\n")}\n`)
  const sha256 = createHash("sha256").update(changed).digest("hex")
  await writeFile(file, gzipSync(`${changed}${JSON.stringify({ ...footer, sha256 })}\n`))
  if (!isKnown) await noteCheck(NAME, { sha256: undefined })
}

/** What is said of the copy, with the lines of the log about it. */
async function failure() {
  await verifyCopies()
  const logged = takeLoggedErrors()
  const check = await checkOf()
  expect([check?.outcome, await leftovers()]).toEqual(["failed", []])
  expect(logged).toEqual([{ file, reason: check?.text }])
  return check?.text
}

describe("a copy", () => {
  test("31.5 is restored into an empty database, compared and noted, and nothing of that is left", async () => {
    const { sha256 } = await createMediaFile(openStores({ dataDir }).target, "Bonjour")
    await writeFile(join(dataDir, "unrelated"), "")
    await make()
    expect(await findUnverified(new Date())).toMatchObject({ name: NAME })
    await createEpisode({ title: "Venu après" })
    await verifyCopies()
    expect(await checkOf()).toEqual({
      at: expect.any(String),
      outcome: "verified",
      starts: 0,
      missing: 0,
    })
    expect([await findUnverified(new Date()), await leftovers()]).toEqual([undefined, []])
    expect(await findVerdict()).toMatchObject({ judged: { isGood: true }, isPostponed: false })
    expect((await storedRows("episodes")).map(({ title }) => title)).toEqual(["Le premier", "Venu après"])

    await rm(blobOf(mediaFolderOf(file), sha256))
    await noteCheck(NAME, { check: undefined })
    await verifyCopies()
    expect(await checkOf()).toMatchObject({ outcome: "verified", missing: 1 })
  })

  test("comes first that is the newest, and each is looked at once", async () => {
    for (const number of [0, 1, 2]) await make(number)
    expect(await findUnverified(new Date())).toMatchObject({ name: "2026-02-01.cko.gz" })
    await verifyCopies()
    expect(await outcomes()).toEqual({
      "2026-01-30.cko.gz": "verified",
      "2026-01-31.cko.gz": "verified",
      "2026-02-01.cko.gz": "verified",
    })
    const before = await readMade()
    await verifyCopies()
    expect(await readMade()).toEqual(before)
  })

  test("with mails has the same ones, which nobody sends", async () => {
    await mkdir(outboxFolder(dataDir), { recursive: true })
    await writeFile(join(outboxFolder(dataDir), "a.eml"), "Bonjour")
    await make()
    await verifyCopies()
    expect(await checkOf()).toMatchObject({ outcome: "verified" })
    expect(await readdir(outboxFolder(dataDir))).toEqual(["a.eml"])
  })

  test("tells nothing to the site's caches", async () => {
    await make()
    const client = await connectionPool().connect()
    const heard: string[] = []
    client.on("notification", ({ channel }) => heard.push(channel))
    await client.query("listen cko_pages; listen cko_restored")
    await verifyCopies()
    await client.query("select 1")
    client.release(true)
    expect([heard, (await checkOf())?.outcome]).toEqual([[], "verified"])
  })

  test("in formats of its own database is the same", async () => {
    const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`)
    await db.execute(sql.raw(`alter database ${rows[0]?.name} set timezone to 'Asia/Tokyo'`))
    await closeDatabase()
    await openDatabase({ databaseUrl, dataDir: "unused" })
    await make()
    await verifyCopies()
    expect(await checkOf()).toMatchObject({ outcome: "verified" })
    await db.execute(sql.raw(`alter database ${rows[0]?.name} reset timezone`))
    await closeDatabase()
    await openDatabase({ databaseUrl, dataDir: "unused" })
  })
})

describe("a copy that does not restore", () => {
  test("is one that is not what the site wrote, though it is whole", async () => {
    await make()
    await change("Le premier", "Le dernier", true)
    expect(await failure()).toBe("le fichier n’est plus tel que le site l’a écrit")
    expect(await findVerdict()).toMatchObject({ judged: { isGood: false } })
  })

  test("has a row of which not all comes back", async () => {
    await make()
    await change('"title":"Le premier"', '"title":"Le premier","lost":"what no column holds"')
    expect(await failure()).toBe("la table episodes n’a pas le même contenu une fois restaurée")
  })

  test("has numbers that stand elsewhere", async () => {
    await make()
    await change(
      /\{"sequence":"episodes_id_seq","last":"1"\}/,
      '{"sequence":"episodes_id_seq","last":"0001"}',
    )
    expect(await failure()).toBe("la numérotation episodes_id_seq n’est pas la même une fois restaurée")
  })

  test("has a comment of an episode that is not there", async () => {
    await make()
    await change('"episode_id":1', '"episode_id":7')
    expect(await failure()).toMatch(/^PostgreSQL la refuse \(23503, /)
  })

  test("is cut short", async () => {
    await make()
    await noteCheck(NAME, { sha256: undefined })
    await truncate(file, 900)
    expect(await failure()).toBe(
      "ce fichier n’est pas une copie du site, ou elle est endommagée ou incomplète",
    )
  })

  test("is forgotten where a newer one does", async () => {
    await make()
    await change("Le premier", "Le dernier", true)
    await failure()
    await make(1)
    await verifyCopies()
    expect(await findVerdict()).toMatchObject({ judged: { isGood: true } })
  })
})

describe("what stands in the way", () => {
  test("is a copy that is made, or that somebody waits for", async () => {
    await make()
    const endTurn = takeTurnNow(copiesFolder(dataDir))
    await verifyCopies()
    endTurn?.()
    await askForCopy()
    await verifyCopies()
    expect(await checkOf()).toBeUndefined()
  })

  test("is a role that may make no database, which is said and no failure", async () => {
    const role = `cko_${randomUUID().slice(0, 8)}`
    const name = `${role}_db`
    const server = inject("databaseServer")
    await runOn(server, `create role ${role} login password 'x'`)
    await runOn(server, `create database ${name} owner ${role}`)
    const own = Object.assign(new URL(server), { pathname: name, username: role, password: "x" })
    const site = databaseUrl
    await closeDatabase()
    try {
      await openDatabase({ databaseUrl: own.href, dataDir: "unused" })
      applySettings({ ...getSettings(), databaseUrl: own.href })
      await make()
      await verifyCopies()
      expect(await checkOf()).toMatchObject({
        outcome: "postponed",
        text: expect.stringContaining("n’a pas le droit de créer (CREATEDB)"),
      })
      expect(await findVerdict()).toEqual({ judged: undefined, isPostponed: true })
      // With the right it can, as one that owns its database and nothing else.
      await runOn(server, `alter role ${role} createdb`)
      await noteCheck(NAME, { check: undefined })
      await verifyCopies()
      expect(await checkOf()).toMatchObject({ outcome: "verified" })
      expect(await leftovers()).toEqual([])
    } finally {
      await closeDatabase()
      await runOn(server, `drop database ${name} with (force)`)
      await runOn(server, `drop role ${role}`)
      await openDatabase({ databaseUrl: site, dataDir: "unused" })
    }
  })

  test.each<[string, Partial<CopyCheck>, boolean]>([
    ["for a moment, is tried again after six hours", { outcome: "postponed", starts: 0 }, true],
    ["and ended three processes, is not", { outcome: "postponed", starts: 3 }, false],
    ["of a copy that failed, is not", { outcome: "failed" }, false],
  ])("%s", async (_what, known, isTried) => {
    await make()
    const at = (hours: number) => new Date(day(0).getTime() + hours * 3_600_000)
    const check: CopyCheck = { at: at(0).toISOString(), outcome: "postponed", starts: 0, ...known }
    await noteCheck(NAME, { check })
    expect([await findUnverified(at(5.9)), (await findUnverified(at(6.1)))?.name]).toEqual([
      undefined,
      isTried ? NAME : undefined,
    ])
  })

  test("three times the end of its process, is said", async () => {
    await make()
    await noteCheck(NAME, { check: { at: day(0).toISOString(), outcome: "working", starts: 3 } })
    await verifyCopies()
    expect(await checkOf()).toMatchObject({
      outcome: "postponed",
      text: expect.stringMatching(/^trois fois/),
    })
  })
})

test("stopped, it leaves the copy to the next one", async () => {
  await make()
  const stop = new AbortController()
  await verifyCopies({ signal: stop.signal, onBeat: () => stop.abort() })
  expect([await checkOf(), await leftovers()]).toEqual([undefined, []])
})

test("killed in the middle, it leaves a database that goes with the next one", async () => {
  await fillUnsearched(
    ["episodes"],
    sql`insert into episodes (title, description)
      select 'Numéro ' || n, md5(n::text) || md5((n + 1)::text) from generate_series(1, 6000) n`,
  )
  await make()
  const child = spawn(process.execPath, [SCRIPT, databaseUrl, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  const ended = once(child, "close")
  await once(child.stdout, "data")
  child.kill("SIGKILL")
  await ended
  expect([await checkOf(), (await leftovers()).length]).toEqual([
    expect.objectContaining({ outcome: "working", starts: 1 }),
    2,
  ])
  await verifyCopies()
  expect([(await checkOf())?.outcome, await leftovers()]).toEqual(["verified", []])
})
