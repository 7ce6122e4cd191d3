import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { readFile, rm, stat, statfs, writeFile } from "node:fs/promises"
import { type IncomingMessage, request } from "node:http"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { expect, onTestFinished, test } from "vitest"
import { PART_BYTES, UPLOADS } from "#app/media/upload/upload-rules.ts"
import { makeFolder, startOwnSite } from "./for-one-test.ts"
import { mount, NO_MOUNT, unmount } from "./mounts.ts"
import { prepare } from "./prepared-site.ts"
import { visit } from "./visitor.ts"

const MB = 1024 ** 2
/** Of which an upload may take what is beyond 64 MB. */
const FREE = 96 * MB
const FILE = randomBytes(64 * MB)

test.skipIf(NO_MOUNT)(
  `28.2 an upload meets a full disk, leaves the database its room, and goes on once there is more ${NO_MOUNT ?? ""}`,
  async () => {
    const folder = await makeFolder()
    mount(folder, "400m")
    onTestFinished(() => unmount(folder))
    const dataDir = join(folder, "data")
    const site = await startOwnSite({ DATA_DIR: dataDir, STARTER_CONTENT: "0", LOG_LEVEL: "silent" })
    const cookie = await prepare(site.url)
    const filler = join(folder, "filler")
    const { bavail, bsize } = await statfs(folder)
    await writeFile(filler, Buffer.alloc(bavail * bsize - FREE))

    const headers = { cookie, "Tus-Resumable": "1.0.0", "Content-Type": "application/offset+octet-stream" }
    const begin = async () => {
      const begun = await fetch(site.url + UPLOADS, {
        method: "POST",
        headers: { ...headers, "Upload-Length": String(FILE.length) },
      })
      return begun.headers.get("location") ?? ""
    }
    let path = await begin()
    const storedFile = () => join(dataDir, "media/uploads", path.slice(UPLOADS.length + 1))
    const sendFrom = (offset: number) =>
      fetch(site.url + path, {
        method: "PATCH",
        body: FILE.subarray(offset, offset + PART_BYTES),
        headers: { ...headers, "Upload-Offset": String(offset) },
      })
    const askOffset = async () =>
      Number((await fetch(site.url + path, { method: "HEAD", headers })).headers.get("upload-offset"))

    let offset = 0
    let response = await sendFrom(offset)
    for (; response.status === 204; response = await sendFrom(offset)) offset += PART_BYTES
    expect([response.status, await response.text()]).toEqual([
      507,
      expect.stringContaining("plus assez de place"),
    ])
    expect(offset).toBeGreaterThan(0)
    expect(await askOffset()).toBe(offset)
    const stored = await readFile(storedFile())
    expect(stored.equals(FILE.subarray(0, offset))).toBe(true)
    const fields = {
      intent: "save",
      title: "Pendant ce temps",
      slug: "pendant",
      content: "x".repeat(100_000),
    }
    expect((await visit(`${site.url}/admin/blog`, { cookie, fields })).status).toBe(302)

    await rm(filler)
    for (; offset < FILE.length; offset += PART_BYTES) expect((await sendFrom(offset)).status).toBe(204)
    expect(await askOffset()).toBe(FILE.length)

    // Somebody else takes the room in the middle of a part.
    const media = join(dataDir, "media")
    mount(media, "100m")
    onTestFinished(() => unmount(media))
    path = await begin()
    const part = request(site.url + path, {
      method: "PATCH",
      headers: { ...headers, "Upload-Offset": "0", "Content-Length": String(PART_BYTES) },
    })
    const answered = once(part, "response") as Promise<[IncomingMessage]>
    // The site closes the connection, of which it wants no more.
    part.on("error", () => {})
    part.write(FILE.subarray(0, 2 * MB))
    await expect.poll(async () => (await stat(storedFile())).size, { timeout: 60_000 }).toBe(2 * MB)
    const left = await statfs(media)
    await writeFile(join(media, "filler"), Buffer.alloc(left.bavail * left.bsize))
    part.write(FILE.subarray(2 * MB, 3 * MB))
    const [refused] = await answered
    expect([refused.statusCode, await text(refused)]).toEqual([
      507,
      expect.stringContaining("plus assez de place"),
    ])
    part.destroy()
    expect(await askOffset()).toBe(2 * MB)
    await rm(join(media, "filler"))
    expect((await sendFrom(2 * MB)).status).toBe(204)
    expect((await readFile(storedFile())).equals(FILE.subarray(0, 2 * MB + PART_BYTES))).toBe(true)
    expect(await site.stop("SIGINT")).toBe(0)
  },
)
