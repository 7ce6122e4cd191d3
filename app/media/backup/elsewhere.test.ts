import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { Encrypter, generateIdentity, generateX25519Identity, identityToRecipient } from "age-encryption"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { BackupError } from "#app/db/backup/backup-errors.server.ts"
import { db } from "#app/db/client.server.ts"
import { mediaFiles } from "#app/db/schema/media.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { createMediaFile } from "#test/media-files.ts"
import { startS3 } from "#test/s3.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { bucketStore } from "../store/bucket-store.server.ts"
import { openStores } from "../store/store.server.ts"
import { folderOfKey } from "./elsewhere-place.server.ts"
import { noteCheck, readMade } from "./asked-copy.server.ts"
import {
  copyElsewhere,
  noteVerifiedElsewhere,
  readSendingFailure,
  readSent,
  readVerifiedElsewhere,
} from "./elsewhere.server.ts"
import { fetchCopy } from "./fetch-elsewhere.server.ts"
import { keepDailyBackups } from "./make-copies.server.ts"
import { verifyCopies } from "./verify-copies.server.ts"

const MONDAY = Date.UTC(2026, 0, 12, 0, 30)
const day = (number: number) => new Date(MONDAY + number * 86_400_000)
let s3: Awaited<ReturnType<typeof startS3>>
let keys = ""
let recipient = ""
let dataDir = ""

useDatabase()
beforeEach(async () => {
  await createEpisode()
  s3 = await startS3()
  keys = await generateX25519Identity()
  recipient = await identityToRecipient(keys)
  dataDir = await mkdtemp(join(tmpdir(), "cko-elsewhere-"))
  const started = getSettings()
  applySettings({ ...started, dataDir, databaseUrl: undefined, elsewhere: { bucket: s3.bucket, recipient } })
  return async () => {
    applySettings(started)
    await s3.close()
    await rm(dataDir, { recursive: true })
  }
})

const elsewhere = () => ({ bucket: s3.bucket, recipient })
const bucket = () => bucketStore(s3.bucket, tmpdir())
const nameThere = (name: string) => `${folderOfKey(recipient)}/${name}`
const copyThere = (name: string) => nameThere(`copies/${name}.cko.gz.age`)
const mediumThere = (sha256: string) => nameThere(`media/${sha256.slice(0, 2)}/${sha256}.age`)
/** Where the server of the tests has an object. */
const fileThere = (path: string) => join(s3.directory, "cko-media", `${path}._S3rver_object`)

async function namesThere() {
  const found = await Array.fromAsync(bucket().list())
  return found.map(({ path }) => path.replace(`${folderOfKey(recipient)}/`, "")).toSorted()
}
const uploadsThere = () => readdir(join(s3.directory, "cko-media/._S3rver_uploads")).catch(() => [])
const putThere = (path: string, content: string) =>
  bucket().put(path, Readable.from([Buffer.from(content)]), {
    bytes: Buffer.byteLength(content),
    type: "text/plain",
  })
const createMedium = (content: string) => createMediaFile(openStores({ dataDir }).target, content)

async function liveThrough(number: number) {
  await keepDailyBackups(dataDir, day(number))
  await copyElsewhere(day(number))
}
const fetchHere = (options: { keys?: string; day?: string } = {}) =>
  fetchCopy(elsewhere(), { keys, folder: join(dataDir, "fetched"), ...options })

test("27.6 the day's copy goes there with the library's files, unreadable, and comes back as it was", async () => {
  const { sha256 } = await createMedium("Bonjour à toutes et à tous")
  await liveThrough(0)
  expect(await namesThere()).toEqual([
    "copies/2026-01-12.cko.gz.age",
    "copies/2026-01-12.media",
    `media/${sha256.slice(0, 2)}/${sha256}.age`,
  ])
  for (const path of [copyThere("2026-01-12"), mediumThere(sha256)]) {
    const raw = await readFile(fileThere(path), "latin1")
    expect(raw).toMatch(/^age-encryption\.org\/v1\n-> X25519 /)
    expect(raw).not.toContain("Bonjour")
  }
  expect(await readSent()).toMatchObject({ day: "2026-01-12", files: 1, missing: 0 })

  const fetched = await fetchHere({ keys: `# public key: ${recipient}\n${keys}\n` })
  expect(fetched).toEqual({ file: join(dataDir, "fetched/2026-01-12.cko.gz"), files: 1, failed: [] })
  expect(await readFile(fetched.file)).toEqual(await readFile(join(dataDir, "backups/2026-01-12.cko.gz")))
  expect(await readFile(join(dataDir, "fetched/media", sha256.slice(0, 2), sha256), "utf8")).toBe(
    "Bonjour à toutes et à tous",
  )
})

test("31.5 a copy there counts as verified when the same one was here, before it went or after", async () => {
  await keepDailyBackups(dataDir, day(0))
  await verifyCopies()
  expect(await readVerifiedElsewhere()).toBeUndefined()
  await copyElsewhere(day(0))
  expect(await readVerifiedElsewhere()).toMatchObject({ day: "2026-01-12" })
  await liveThrough(1)
  expect(await readVerifiedElsewhere()).toMatchObject({ day: "2026-01-12" })
  await verifyCopies()
  expect(await readVerifiedElsewhere()).toMatchObject({ day: "2026-01-13", at: (await readSent())?.at })
})

test("one there that is not the one that was verified here does not count", async () => {
  await liveThrough(0)
  const made = await readMade()
  const sha256 = "0".repeat(64)
  await noteCheck("2026-01-12.cko.gz", { ...made["2026-01-12.cko.gz"], sha256 })
  await noteCheck("2026-01-12.cko.gz", {
    check: { at: day(0).toISOString(), outcome: "verified", starts: 0 },
  })
  await noteVerifiedElsewhere()
  expect(await readVerifiedElsewhere()).toBeUndefined()
})

test("a medium goes there once, a day's copy too", async () => {
  const { sha256 } = await createMedium("Bonjour")
  await liveThrough(0)
  const written = async (path: string) => (await stat(fileThere(path))).mtimeMs
  const before = [await written(mediumThere(sha256)), await written(copyThere("2026-01-12"))]
  await copyElsewhere(day(0.5))
  await liveThrough(1)
  expect([await written(mediumThere(sha256)), await written(copyThere("2026-01-12"))]).toEqual(before)
  expect((await readSent())?.day).toBe("2026-01-13")
})

test("beside a PostgreSQL server a copy is made for it, and leaves nothing here", async () => {
  applySettings({ ...getSettings(), databaseUrl: "postgres://a.example" })
  await copyElsewhere(day(0))
  expect(await namesThere()).toEqual(["copies/2026-01-12.cko.gz.age", "copies/2026-01-12.media"])
  expect(await readdir(join(dataDir, "backups/elsewhere"))).toEqual(["lock"])
  expect((await fetchHere()).file).toContain("2026-01-12.cko.gz")
})

test("without a second place, and before the first copy, nothing happens", async () => {
  await copyElsewhere(day(0))
  applySettings({ ...getSettings(), elsewhere: undefined })
  await liveThrough(0)
  expect([await namesThere(), await readSendingFailure()]).toEqual([[], undefined])
})

test("what is removed from the library since the copy was made still goes with it", async () => {
  const { path, sha256 } = await createMedium("Bonjour")
  await keepDailyBackups(dataDir, day(0))
  await openStores({ dataDir }).target.remove(path)
  await db.delete(mediaFiles).where(eq(mediaFiles.path, path))
  await copyElsewhere(day(0))
  expect(await namesThere()).toContain(`media/${sha256.slice(0, 2)}/${sha256}.age`)
  expect((await fetchHere()).failed).toEqual([])
})

test("what no kept copy needs goes, and nothing that somebody else put there", async () => {
  const { path, sha256 } = await createMedium("Bonjour")
  await putThere("notes.txt", "à moi")
  await putThere(nameThere("copies/notes.txt"), "à moi")
  await liveThrough(0)
  await openStores({ dataDir }).target.remove(path)
  await db.delete(mediaFiles).where(eq(mediaFiles.path, path))
  for (let number = 1; number < 7; number += 1) await liveThrough(number)
  expect(await namesThere()).toContain(`media/${sha256.slice(0, 2)}/${sha256}.age`)
  await liveThrough(7)
  const names = await namesThere()
  expect(names.filter((name) => name.endsWith(".cko.gz.age"))).toHaveLength(7)
  expect(names.filter((name) => name.startsWith("media/"))).toEqual([])
  expect(names).toEqual(expect.arrayContaining(["notes.txt", "copies/notes.txt"]))
})

describe("when something is wrong with the place,", () => {
  test.each([
    ["it is away", () => ({ endpoint: "http://127.0.0.1:9" }), "ne répond pas (ECONNREFUSED)"],
    ["the keys are wrong", () => ({ secretAccessKey: "faux" }), "BACKUP_S3_ACCESS_KEY_ID"],
    ["the bucket is another", () => ({ name: "absent" }), "BACKUP_S3_BUCKET"],
  ])("%s: that is noted in French, and the next turn makes up for it", async (_what, changed, text) => {
    await keepDailyBackups(dataDir, day(0))
    const right = getSettings()
    applySettings({ ...right, elsewhere: { bucket: { ...s3.bucket, ...changed() }, recipient } })
    await expect(copyElsewhere(day(0))).rejects.toThrow(BackupError)
    expect((await readSendingFailure())?.text).toContain(text)
    applySettings(right)
    await copyElsewhere(day(0))
    expect([await readSendingFailure(), (await readSent())?.day]).toEqual([undefined, "2026-01-12"])
  })

  test("what a killed process began counts for nothing, and is given up", async () => {
    const store = bucket()
    const begun = await store.startUpload(copyThere("2026-01-11"))
    await store.appendUpload(copyThere("2026-01-11"), begun, 0, Readable.from([Buffer.from("half")]), 4, true)
    expect(await uploadsThere()).toHaveLength(1)
    await expect(fetchHere()).rejects.toThrow("Il n’y a aucune copie dans ce bucket")
    await liveThrough(0)
    expect(await uploadsThere()).toEqual([])
    expect(await namesThere()).toEqual(["copies/2026-01-12.cko.gz.age", "copies/2026-01-12.media"])
  })

  test("the site's end leaves no copy, and is no failure", async () => {
    await keepDailyBackups(dataDir, day(0))
    await expect(copyElsewhere(day(0), AbortSignal.abort())).rejects.toThrow("abort")
    expect([await namesThere(), await readSendingFailure()]).toEqual([[], undefined])
  })

  test("a damaged medium keeps nothing else from going, and is told", async () => {
    const { path, ...file } = await createMedium("Bonjour")
    await openStores({ dataDir }).target.put(path, Readable.from([Buffer.from("bonjour")]), file)
    await liveThrough(0)
    expect(takeLoggedErrors().length).toBeGreaterThan(0)
    expect(await readSent()).toMatchObject({ files: 1, missing: 1 })
    expect((await namesThere()).filter((name) => name.startsWith("media/"))).toEqual([])
    expect(await fetchHere()).toMatchObject({ files: 1, failed: [file.sha256] })
  })
})

describe("what lies there", () => {
  test("opens by no other key, and that one is named which does", async () => {
    await liveThrough(0)
    await expect(fetchHere({ keys: await generateIdentity() })).rejects.toThrow(
      `Cette clé n’ouvre aucune des copies de ce bucket. Il faut la clé secrète dont la clé publique finit par ${folderOfKey(recipient)}.`,
    )
    await expect(fetchHere({ keys: recipient })).rejects.toThrow("AGE-SECRET-KEY-")
    await expect(fetchHere({ keys: `${keys.slice(0, -1)}` })).rejects.toThrow("mal recopiée")
    await expect(fetchHere({ day: "2020-01-01" })).rejects.toThrow("pas de copie du 2020-01-01")
  })

  test("may have lost its end: it is refused, and sent again", async () => {
    const { sha256 } = await createMedium("Bonjour")
    await liveThrough(0)
    await truncate(fileThere(copyThere("2026-01-12")), 300)
    await expect(fetchHere()).rejects.toThrow("La copie du 2026-01-12 est abîmée")
    expect(await readdir(join(dataDir, "fetched"))).toEqual([])
    await copyElsewhere(day(0))
    await truncate(fileThere(mediumThere(sha256)), 205)
    expect((await fetchHere()).failed).toEqual([sha256])
    await liveThrough(1)
    expect((await fetchHere()).failed).toEqual([])
  })

  test("may be somebody else's: it is refused, and the site puts its own in its place", async () => {
    await putThere(copyThere("2026-01-12"), "not ours")
    await expect(fetchHere()).rejects.toThrow("n’a pas été mise là par le site")
    await liveThrough(0)
    expect((await fetchHere()).failed).toEqual([])
    await writeFile(fileThere(copyThere("2026-01-12")), "not ours")
    await copyElsewhere(day(0))
    expect((await fetchHere()).failed).toEqual([])
  })

  test("may be encrypted for us, and no copy", async () => {
    const encrypter = new Encrypter()
    encrypter.addRecipient(recipient)
    const [sealed, path] = [await encrypter.encrypt("not a copy"), copyThere("2026-01-12")]
    await bucket().put(path, Readable.from([sealed]), { bytes: sealed.length, type: "text/plain" })
    await expect(fetchHere()).rejects.toThrow("2026-01-12.cko.gz n’est pas une copie du site")
    expect(await readdir(join(dataDir, "fetched"))).toEqual([])
  })

  test("a medium of the right length that is another is not taken", async () => {
    const [one, other] = [await createMedium("Bonjour"), await createMedium("Bonsoir")]
    await liveThrough(0)
    await writeFile(fileThere(mediumThere(one.sha256)), await readFile(fileThere(mediumThere(other.sha256))))
    expect((await fetchHere()).failed).toEqual([one.sha256])
  })
})

test("a clock that was a year ahead takes nothing away, and the right day goes there again", async () => {
  for (let number = 0; number < 3; number += 1) await liveThrough(number)
  await liveThrough(365)
  await liveThrough(3)
  const copies = (await namesThere()).filter((name) => name.endsWith(".cko.gz.age"))
  expect(copies.map((name) => name.slice(7, 17))).toEqual([
    ...["2026-01-12", "2026-01-13", "2026-01-14", "2026-01-15", "2027-01-12"],
  ])
  expect((await readSent())?.day).toBe("2026-01-15")
})

test("of two processes one sends, and both are content", async () => {
  await createMedium("Bonjour")
  await keepDailyBackups(dataDir, day(0))
  await Promise.all([copyElsewhere(day(0)), copyElsewhere(day(0)), copyElsewhere(day(0))])
  expect([(await namesThere()).length, await uploadsThere()]).toEqual([3, []])
})

test("a new key begins anew with everything, in a folder of its own", async () => {
  await createMedium("Bonjour")
  await liveThrough(0)
  const former = { keys, recipient }
  keys = await generateX25519Identity()
  recipient = await identityToRecipient(keys)
  applySettings({ ...getSettings(), elsewhere: elsewhere() })
  await copyElsewhere(day(0.5))
  expect(await fetchHere()).toMatchObject({ files: 1, failed: [] })
  expect(await fetchHere(former)).toMatchObject({ files: 1, failed: [] })
})

test("megabytes go through in parts", async () => {
  const content = "0123456789abcdef".repeat(1_250_000)
  const { sha256 } = await createMedium(content)
  await liveThrough(0)
  const folder = join(dataDir, "fetched/media", sha256.slice(0, 2))
  expect((await fetchHere()).failed).toEqual([])
  expect((await readFile(join(folder, sha256), "utf8")) === content).toBe(true)
})
