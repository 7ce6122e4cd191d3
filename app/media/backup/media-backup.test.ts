import { mkdtemp, readdir, rm, stat, truncate, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { afterEach, beforeEach, expect, test } from "vitest"
import { useDatabase } from "#test/database.ts"
import { createMediaFile } from "#test/media-files.ts"
import { diskStore } from "../store/disk-store.server.ts"
import { backUpMedia } from "./media-backup.server.ts"
import { blobOf, pruneBlobs } from "./media-folder.server.ts"
import { restoreMedia } from "./media-restore.server.ts"

let root = ""
let folder = ""
useDatabase()
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "cko-media-backup-"))
  folder = join(root, "copies/media")
})
afterEach(() => rm(root, { recursive: true }))

const store = () => diskStore(join(root, "media"))
const another = () => diskStore(join(root, "elsewhere"))
const blobs = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()

test.each([true, false])(
  "27.5 a backup takes each file once, and brings all of them back (links: %s)",
  async (hasLinks) => {
    const first = await createMediaFile(store(), "Bonjour")
    const same = await createMediaFile(store(), "Bonjour", { name: "copie.mp3" })
    expect(await backUpMedia(store(), { folder, hasLinks })).toEqual({ files: 2, added: 1, failed: [] })
    const second = await createMediaFile(store(), "Bonsoir")
    expect(await backUpMedia(store(), { folder, hasLinks })).toEqual({ files: 3, added: 1, failed: [] })
    expect(await backUpMedia(store(), { folder, hasLinks })).toEqual({ files: 3, added: 0, failed: [] })
    expect(await blobs()).toEqual([first.sha256, second.sha256].toSorted())
    expect((await stat(blobOf(folder, first.sha256))).nlink).toBe(hasLinks ? 2 : 1)

    expect(await restoreMedia(another(), folder)).toEqual({ files: 3, restored: 3, failed: [] })
    expect(await text(await another().read(same.path))).toBe("Bonjour")
    expect(await text(await another().read(second.path))).toBe("Bonsoir")
    expect(await restoreMedia(another(), folder)).toEqual({ files: 3, restored: 0, failed: [] })
  },
)

test("a file that is removed from the library stays in its copy", async () => {
  const file = await createMediaFile(store(), "Bonjour")
  await backUpMedia(store(), { folder, hasLinks: true })
  await store().remove(file.path)
  expect(await restoreMedia(store(), folder)).toMatchObject({ restored: 1 })
  expect(await text(await store().read(file.path))).toBe("Bonjour")
})

test("what is damaged is not copied, and not put back", async () => {
  const file = await createMediaFile(store(), "Bonjour")
  await store().put(file.path, Readable.from([Buffer.from("bonjour")]), file)
  const away = await createMediaFile(store(), "Bonsoir")
  await store().remove(away.path)
  expect(await backUpMedia(store(), { folder })).toEqual({
    files: 2,
    added: 0,
    failed: [file.path, away.path],
  })

  const right = await createMediaFile(store(), "Salut")
  await backUpMedia(store(), { folder })
  expect(await blobs()).toEqual([right.sha256])
  await writeFile(blobOf(folder, right.sha256), "SALUT")
  expect(await restoreMedia(another(), folder)).toMatchObject({
    restored: 0,
    failed: [file.path, away.path, right.path],
  })
  expect(await Array.fromAsync(another().list())).toEqual([])
})

test("a copy that was cut short is made anew", async () => {
  const file = await createMediaFile(store(), "Bonjour")
  await backUpMedia(store(), { folder })
  await truncate(blobOf(folder, file.sha256), 3)
  expect(await backUpMedia(store(), { folder })).toMatchObject({ added: 1 })
  expect(await restoreMedia(another(), folder)).toMatchObject({ restored: 1 })
})

test("what no copy needs any more goes, and nothing else", async () => {
  const file = await createMediaFile(store(), "Bonjour")
  await backUpMedia(store(), { folder })
  await writeFile(join(folder, "notes.txt"), "")
  await pruneBlobs(folder, new Date(Date.now() - 60_000))
  expect(await blobs()).toEqual([file.sha256, "notes.txt"])
  await pruneBlobs(folder, new Date(Date.now() + 60_000))
  expect(await blobs()).toEqual(["notes.txt"])
  await pruneBlobs(join(root, "nowhere"), new Date())
})
