import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { eq } from "drizzle-orm"
import { afterAll, beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { mediaFiles } from "#app/db/schema/media.server.ts"
import { useDatabase } from "#test/database.ts"
import { createMediaFile } from "#test/media-files.ts"
import { startS3 } from "#test/s3.ts"
import { bucketStore } from "./bucket-store.server.ts"
import { checkFiles } from "./check-files.server.ts"
import { combinedStore } from "./combined-store.server.ts"
import { diskStore } from "./disk-store.server.ts"
import type { MediaStore } from "./media-store.server.ts"
import { moveFiles } from "./move-files.server.ts"

const folder = await mkdtemp(join(tmpdir(), "cko-move-"))
const s3 = await startS3()
const disk = diskStore(join(folder, "media"))
const bucket = bucketStore(s3.bucket, folder)

useDatabase()
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  for (const store of [disk, bucket]) for await (const { path } of store.list()) await store.remove(path)
})

const pathsIn = async (store: MediaStore) =>
  (await Array.fromAsync(store.list(), ({ path }) => path)).toSorted()
const NOTHING = { moved: 0, unknown: 0, uploads: 0, damaged: [] }

test.each([
  ["the disk to a bucket", disk, bucket],
  ["a bucket to the disk", bucket, disk],
])("27.5 all files move from %s, and are read all the while", async (_way, source, target) => {
  const files = []
  for (let number = 0; number < 5; number += 1) files.push(await createMediaFile(source, `Fichier ${number}`))
  const both = combinedStore(target, source)
  let bytes = 0
  const moving = moveFiles(source, target, { onBytes: (moved) => (bytes += moved) })
  for (let number = 0; number < 5; number += 1)
    expect(await text(await both.read(files[number]?.path ?? ""))).toBe(`Fichier ${number}`)
  expect(await moving).toEqual({ ...NOTHING, moved: 5 })
  expect(bytes).toBe(45)
  expect(await pathsIn(source)).toEqual([])
  expect(await pathsIn(target)).toEqual(files.map(({ path }) => path).toSorted())
  expect(await checkFiles(both)).toEqual({ right: 5, missing: [], damaged: [], unknown: 0 })
  expect(await moveFiles(source, target)).toEqual(NOTHING)
})

test("a move that is stopped goes on from there, and takes nothing twice", async () => {
  for (let number = 0; number < 4; number += 1) await createMediaFile(disk, `Fichier ${number}`)
  const stop = new AbortController()
  const moving = moveFiles(disk, bucket, { onBytes: () => stop.abort(), signal: stop.signal })
  await expect(moving).rejects.toThrow(expect.objectContaining({ name: "AbortError" }))
  expect([(await pathsIn(disk)).length, (await pathsIn(bucket)).length]).toEqual([3, 1])
  // Killed between writing there and removing here.
  const [path = ""] = await pathsIn(disk)
  const { size } = { size: (await disk.size(path)) ?? 0 }
  await bucket.put(path, await disk.read(path), { bytes: size, type: "audio/mpeg" })
  expect(await moveFiles(disk, bucket)).toEqual({ ...NOTHING, moved: 3 })
  expect((await pathsIn(bucket)).length).toBe(4)
})

test("what is not what the library knows stays where it is, and half a file there is written anew", async () => {
  const damaged = await createMediaFile(disk, "Bonjour")
  await disk.put(damaged.path, Readable.from([Buffer.from("bonjour")]), damaged)
  const half = await createMediaFile(disk, "Bonsoir")
  await bucket.put(half.path, Readable.from([Buffer.from("Bon")]), { ...half, bytes: 3 })
  await disk.put("zz/unknown.mp3", Readable.from([Buffer.from("x")]), { bytes: 1, type: "audio/mpeg" })
  await disk.startUpload("uploads/u")
  expect(await moveFiles(disk, bucket)).toEqual({ moved: 1, unknown: 1, uploads: 1, damaged: [damaged.path] })
  expect(await pathsIn(disk)).toEqual([damaged.path, "uploads/u", "zz/unknown.mp3"])
  expect(await text(await bucket.read(half.path))).toBe("Bonsoir")
})

test("a file that is removed from the library on its way is nowhere", async () => {
  const file = await createMediaFile(disk, "Bonjour")
  const removing: MediaStore = {
    ...bucket,
    async put(...args) {
      await bucket.put(...args)
      await db.delete(mediaFiles).where(eq(mediaFiles.path, file.path))
      await disk.remove(file.path)
    },
  }
  await moveFiles(disk, removing)
  expect([await pathsIn(disk), await pathsIn(bucket)]).toEqual([[], []])
})

test("a file that another process moves at the same time is not called damaged", async () => {
  const file = await createMediaFile(disk, "Bonjour")
  const moved: MediaStore = {
    ...disk,
    async size(path) {
      await bucket.put(path, Readable.from([Buffer.from("Bonjour")]), file)
      await disk.remove(path)
      return disk.size(path)
    },
  }
  expect(await moveFiles(moved, bucket)).toEqual({ ...NOTHING, moved: 1 })
  expect([await pathsIn(disk), await pathsIn(bucket)]).toEqual([[], [file.path]])
})

test("27.5 a check finds what is missing, damaged or unknown", async () => {
  const files = []
  for (const content of ["a", "b", "c"]) files.push(await createMediaFile(disk, content))
  const [missing, damaged] = files
  await disk.remove(missing?.path ?? "")
  await disk.put(damaged?.path ?? "", Readable.from([Buffer.from("x")]), { bytes: 1, type: "audio/mpeg" })
  await disk.put("zz/unknown.mp3", Readable.from([Buffer.from("x")]), { bytes: 1, type: "audio/mpeg" })
  const report = await checkFiles(disk)
  expect(report).toEqual({ right: 1, missing: [missing?.path], damaged: [damaged?.path], unknown: 1 })
})
