import { randomBytes } from "node:crypto"
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { buffer, text } from "node:stream/consumers"
import { afterAll, beforeEach, describe, expect, test } from "vitest"
import { startS3 } from "#test/s3.ts"
import { bucketStore } from "./bucket-store.server.ts"
import { combinedStore } from "./combined-store.server.ts"
import { diskStore } from "./disk-store.server.ts"
import { type MediaStore, MissingFileError } from "./media-store.server.ts"

const folder = await mkdtemp(join(tmpdir(), "cko-store-"))
afterAll(() => rm(folder, { recursive: true }))

const PATH = "ab/abcdefghijklmnopqrstuv/été à Paris.mp3"
const MIB = 1024 ** 2
const AUDIO = { bytes: 10, type: "audio/mpeg" }
const digits = () => Readable.from([Buffer.from("01234"), Buffer.from("56789")])
const broken = async function* () {
  yield Buffer.from("0123")
  throw new Error("aborted")
}

const s3 = await startS3()
afterAll(s3.close)
const openBucket = () => bucketStore(s3.bucket, join(folder, "temporary"))

const STORES: [string, () => MediaStore][] = [
  ["disk", () => diskStore(join(folder, "disk"))],
  ["a bucket", openBucket],
  ["a bucket, with what is still on disk", () => combinedStore(openBucket(), diskStore(join(folder, "old")))],
  ["disk, with what is still in a bucket", () => combinedStore(diskStore(join(folder, "new")), openBucket())],
]

describe.each(STORES)("the media store in %s", (_name, open) => {
  const store = open()
  beforeEach(async () => {
    for await (const { path } of store.list()) await store.remove(path)
  })
  const paths = async (prefix?: string) =>
    (await Array.fromAsync(store.list(prefix), ({ path }) => path)).toSorted()

  test("28.1 keeps a file, whole and in parts", async () => {
    await store.put(PATH, digits(), AUDIO)
    expect(await text(await store.read(PATH))).toBe("0123456789")
    expect(await text(await store.read(PATH, { start: 2, end: 4 }))).toBe("234")
    expect(await text(await store.read(PATH, { start: 9, end: 9 }))).toBe("9")
    expect(await store.size(PATH)).toBe(10)
    const { file, release } = await store.local(PATH)
    expect(await readFile(file, "utf8")).toBe("0123456789")
    await release()
  })

  test("replaces a file, gives it another path and removes it", async () => {
    await store.put(PATH, digits(), AUDIO)
    await store.put(PATH, Readable.from([Buffer.from("new")]), { ...AUDIO, bytes: 3 })
    expect(await text(await store.read(PATH))).toBe("new")
    await store.move(PATH, "cd/other.mp3", AUDIO)
    expect(await text(await store.read("cd/other.mp3"))).toBe("new")
    expect(await paths()).toEqual(["cd/other.mp3"])
    await store.remove("cd/other.mp3")
    await store.remove("cd/other.mp3")
    expect(await paths()).toEqual([])
  })

  test("says what is not there", async () => {
    await expect(store.read(PATH)).rejects.toThrow(MissingFileError)
    await expect(store.local(PATH)).rejects.toThrow(MissingFileError)
    await expect(store.move(PATH, "cd/other.mp3", AUDIO)).rejects.toThrow(MissingFileError)
    expect(await store.size(PATH)).toBeUndefined()
  })

  test("lists what is below a prefix, with sizes and times", async () => {
    for (const path of ["ab/x/1.png", "ab/x/2.png", "abc/1.png", "uploads/u"])
      await store.put(path, digits(), AUDIO)
    expect(await paths()).toEqual(["ab/x/1.png", "ab/x/2.png", "abc/1.png", "uploads/u"])
    expect(await paths("ab/")).toEqual(["ab/x/1.png", "ab/x/2.png"])
    expect(await paths("ab/x/2")).toEqual(["ab/x/2.png"])
    expect(await paths("ab")).toEqual(["ab/x/1.png", "ab/x/2.png", "abc/1.png"])
    expect(await paths("zz/")).toEqual([])
    const [found] = await Array.fromAsync(store.list("uploads/"))
    expect(found?.bytes).toBe(10)
    expect(Math.abs(Date.now() - Number(found?.modifiedAt))).toBeLessThan(60_000)
  })

  test.each([
    ["shorter", 11],
    ["longer", 9],
  ])("keeps nothing of a file that is %s than announced", async (_how, bytes) => {
    await expect(store.put(PATH, digits(), { ...AUDIO, bytes })).rejects.toThrow("than announced")
    expect(await paths()).toEqual([])
  })

  test("keeps nothing of a file that breaks off, and what was there before", async () => {
    await store.put(PATH, digits(), AUDIO)
    await expect(store.put(PATH, Readable.from(broken()), AUDIO)).rejects.toThrow("aborted")
    expect(await text(await store.read(PATH))).toBe("0123456789")
  })

  test.each([
    "../a",
    "a/../b",
    "/a",
    "a//b",
    "a/",
    "",
    ".incoming/a",
    "a\0b",
    "a\\b",
    "a/\n",
    "a\ud800",
    "é".repeat(300),
  ])("refuses the path %j", async (path) => {
    await expect(store.size(path)).rejects.toThrow("is not one")
    await expect(store.put(path, digits(), AUDIO)).rejects.toThrow("is not one")
  })

  test("28.2 takes an upload in parts, and goes on from what is there", async () => {
    const part = Buffer.alloc(5 * 1024 * 1024, "a")
    let parts = await store.startUpload("uploads/u1", "audio/mpeg")
    const first = await store.appendUpload("uploads/u1", parts, 0, Readable.from([part]), part.length, false)
    expect(first.received).toBe(part.length)
    parts = JSON.parse(JSON.stringify(first.parts))
    expect(await store.uploadedBytes("uploads/u1", parts)).toBe(part.length)
    const last = await store.appendUpload("uploads/u1", parts, part.length, digits(), 10, true)
    expect(last.received).toBe(part.length + 10)
    await store.finishUpload("uploads/u1", last.parts)
    await store.finishUpload("uploads/u1", last.parts)
    const whole = await buffer(await store.read("uploads/u1"))
    // Vitest compares buffers byte by byte, for seconds.
    expect(whole.equals(Buffer.concat([part, Buffer.from("0123456789")]))).toBe(true)
  })

  test("takes no more than announced of a part", async () => {
    const parts = await store.startUpload("uploads/u2", "audio/mpeg")
    const result = await store.appendUpload("uploads/u2", parts, 0, digits(), 7, true)
    expect(result.received).toBe(7)
    await store.finishUpload("uploads/u2", result.parts)
    expect(await text(await store.read("uploads/u2"))).toBe("0123456")
  })

  test("goes on after a body that broke off", async () => {
    const parts = await store.startUpload("uploads/u3", "audio/mpeg")
    const cut = await store.appendUpload("uploads/u3", parts, 0, Readable.from(broken()), 10, true)
    expect(cut.received).toBe(store.kind === "disk" ? 4 : 0)
    expect(await store.uploadedBytes("uploads/u3", cut.parts)).toBe(cut.received)
    const rest = Readable.from([Buffer.from("0123456789").subarray(cut.received)])
    const whole = await store.appendUpload(
      "uploads/u3",
      cut.parts,
      cut.received,
      rest,
      10 - cut.received,
      true,
    )
    expect(whole.received).toBe(10)
    await store.finishUpload("uploads/u3", whole.parts)
    expect(await text(await store.read("uploads/u3"))).toBe("0123456789")
  })

  test("forgets an upload that is given up", async () => {
    const parts = await store.startUpload("uploads/u4", "audio/mpeg")
    const result = await store.appendUpload("uploads/u4", parts, 0, digits(), 10, true)
    await store.abortUpload("uploads/u4", result.parts)
    await store.abortUpload("uploads/u4", result.parts)
    expect(await store.size("uploads/u4")).toBeUndefined()
  })
})

test("on the disk files are their owner's, and empty folders go", async () => {
  const root = join(folder, "private")
  const store = diskStore(root)
  await store.put(PATH, digits(), AUDIO)
  await store.startUpload("uploads/u")
  expect((await stat(join(root, PATH))).mode & 0o077).toBe(0)
  expect((await stat(join(root, "uploads/u"))).mode & 0o077).toBe(0)
  await store.remove(PATH)
  expect(await readdir(root)).toEqual([".incoming", "uploads"])
})

test("on the disk what a killed process wrote and told nobody of is written again", async () => {
  const store = diskStore(join(folder, "killed"))
  const parts = await store.startUpload("uploads/u")
  await store.appendUpload("uploads/u", parts, 0, digits(), 10, false)
  await store.appendUpload("uploads/u", parts, 4, Readable.from([Buffer.from("xyz")]), 3, true)
  expect(await text(await store.read("uploads/u"))).toBe("0123xyz")
  await expect(store.appendUpload("uploads/u", parts, 9, digits(), 10, true)).rejects.toThrow("less")
})

test("on the disk what killed processes left of files goes after a day", async () => {
  const incoming = join(folder, "left/.incoming")
  await mkdir(incoming, { recursive: true })
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
  for (const name of ["old", "new"]) await writeFile(join(incoming, name), "")
  await utimes(join(incoming, "old"), twoDaysAgo, twoDaysAgo)
  await diskStore(join(folder, "left")).put("a", digits(), AUDIO)
  expect(await readdir(incoming)).toEqual(["new"])
})

test("in a bucket a long body is kept part by part, up to where it broke off", async () => {
  const store = openBucket()
  const megabyte = Buffer.alloc(1024 * 1024, "a")
  const body = Readable.from(
    (async function* () {
      for (let sent = 0; sent < 15; sent += 1) yield megabyte
      throw new Error("aborted")
    })(),
  )
  const started = await store.startUpload("uploads/u5")
  const cut = await store.appendUpload("uploads/u5", started, 0, body, 30 * megabyte.length, true)
  expect(cut.received).toBe(8 * megabyte.length)
  const last = await store.appendUpload("uploads/u5", cut.parts, cut.received, digits(), 10, true)
  await store.finishUpload("uploads/u5", last.parts)
  expect(await store.size("uploads/u5")).toBe(8 * megabyte.length + 10)
})

test("in a bucket small parts are joined until they are long enough for it, and leave nothing beside the file", async () => {
  const store = openBucket()
  const whole = randomBytes(23 * MIB)
  const files = async () => (await Array.fromAsync(store.list("uploads/u6"), ({ path }) => path)).toSorted()
  let parts = await store.startUpload("uploads/u6")
  let at = 0
  const send = async (bytes: number) => {
    const body = Readable.from(whole.subarray(at, at + bytes), { objectMode: false })
    const result = await store.appendUpload("uploads/u6", parts, at, body, bytes, at + bytes === whole.length)
    parts = JSON.parse(JSON.stringify(result.parts))
    at = result.received
    expect(await store.uploadedBytes("uploads/u6", parts)).toBe(at)
  }
  for (const size of [1, 1, 2, 0.25]) await send(size * MIB)
  expect(await files()).toEqual(["uploads/u6.1", "uploads/u6.2", "uploads/u6.3", "uploads/u6.4"])
  // Breaks off where it would be joined: what was there stays.
  const cut = await store.appendUpload("uploads/u6", parts, at, Readable.from(broken()), 8 * MIB, false)
  expect(cut.received).toBe(4.25 * MIB)
  parts = cut.parts
  for (const size of [0.75, 1, 8, 6, 0.5]) await send(size * MIB)
  expect(await files()).toEqual(["uploads/u6.10"])
  await send(whole.length - at)
  await store.finishUpload("uploads/u6", parts)
  expect(await files()).toEqual(["uploads/u6"])
  expect((await buffer(await store.read("uploads/u6"))).equals(whole)).toBe(true)

  parts = await store.startUpload("uploads/u6.5")
  await store.abortUpload(
    "uploads/u6.5",
    (await store.appendUpload("uploads/u6.5", parts, 0, digits(), 10, false)).parts,
  )
  expect(await files()).toEqual(["uploads/u6"])
})

test("a bucket that refuses says how", async () => {
  const store = bucketStore({ ...s3.bucket, secretAccessKey: "wrong" }, folder)
  await expect(store.read(PATH)).rejects.toThrow("403 SignatureDoesNotMatch")
  await expect(store.put(PATH, digits(), AUDIO)).rejects.toThrow("403 SignatureDoesNotMatch")
  await expect(store.startUpload(PATH)).rejects.toThrow("403 SignatureDoesNotMatch")
})

test("what is not in the one store yet is read, listed and removed in the other, and uploads go on where they began", async () => {
  const disk = diskStore(join(folder, "both"))
  const bucket = openBucket()
  const both = combinedStore(bucket, disk)
  await disk.put("ab/old.mp3", digits(), AUDIO)
  await disk.put("ab/both.mp3", digits(), AUDIO)
  await both.put("ab/both.mp3", Readable.from([Buffer.from("new")]), { ...AUDIO, bytes: 3 })
  expect(await text(await both.read("ab/old.mp3", { start: 1, end: 2 }))).toBe("12")
  expect(await text(await both.read("ab/both.mp3"))).toBe("new")
  expect(await both.size("ab/old.mp3")).toBe(10)
  const found = await Array.fromAsync(both.list("ab/"), ({ path, bytes }) => `${path} ${bytes}`)
  expect(found.toSorted()).toEqual(["ab/both.mp3 3", "ab/old.mp3 10"])
  for (const path of ["ab/old.mp3", "ab/both.mp3"]) await both.remove(path)
  expect(await Array.fromAsync(disk.list())).toEqual([])

  const parts = await disk.startUpload("uploads/u7")
  await both.appendUpload("uploads/u7", parts, 0, digits(), 10, true)
  await both.finishUpload("uploads/u7", parts)
  expect(await text(await disk.read("uploads/u7"))).toBe("0123456789")
})
