import { randomBytes } from "node:crypto"
import { mkdir, readFile, rmdir, utimes, writeFile } from "node:fs/promises"
import { buffer } from "node:stream/consumers"
import { sql } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { uploads } from "#app/db/schema/media.server.ts"
import { isMediaWaiting } from "#app/media/processing/media-waiting.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { deleteOldUploads } from "#app/media/upload/uploads.server.ts"
import { PART_BYTES } from "#app/media/upload/upload-rules.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { createMedium, storedRows } from "#test/factories.ts"
import { startS3 } from "#test/s3.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import {
  ask,
  begun,
  fileOf,
  idOf,
  MB,
  offsetOf,
  patch,
  prepareUploads,
  rowOf,
  stateOf,
} from "#test/uploads.ts"

const LARGE = randomBytes(12 * MB)

prepareUploads()

/** A body of which only the beginning comes. */
function cutBody(bytes: Uint8Array) {
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes),
    pull: (controller) => controller.error(new Error("aborted")),
  })
}

describe("an upload", () => {
  test("28.2 comes in parts, and waits for the media worker as the file it was", async () => {
    const path = await begun(LARGE.length)
    expect(await offsetOf(path)).toEqual([200, "0"])
    const first = await patch(path, 0, LARGE.subarray(0, PART_BYTES))
    expect([first.status, first.headers.get("upload-offset")]).toEqual([204, String(PART_BYTES)])
    expect(await stateOf(path)).toEqual({
      title: "Épisode 12.mp3",
      bytes: LARGE.length,
      received: PART_BYTES,
      phase: "receiving",
      failure: "",
      isDuplicate: false,
      medium: null,
    })
    expect((await patch(path, PART_BYTES, LARGE.subarray(PART_BYTES))).status).toBe(204)
    expect((await stateOf(path)).phase).toBe("waiting")
    expect(Buffer.compare(await readFile(fileOf(path)), LARGE)).toBe(0)
    expect(await rowOf(path)).toMatchObject({ received: LARGE.length, lease: null, leasedUntil: null })
    expect(await offsetOf(path)).toEqual([200, String(LARGE.length)])
    expect((await patch(path, LARGE.length, Buffer.alloc(0))).status).toBe(409)
  })

  test("28.2 goes on where a lost connection left it", async () => {
    const path = await begun(LARGE.length)
    const lost = await patch(path, 0, cutBody(LARGE.subarray(0, 3 * MB)), {
      "Content-Length": String(PART_BYTES),
    })
    expect(lost.status).toBe(408)
    expect(await offsetOf(path)).toEqual([200, String(3 * MB)])
    expect((await patch(path, 3 * MB, LARGE.subarray(3 * MB, 11 * MB))).status).toBe(204)
    expect((await patch(path, 11 * MB, LARGE.subarray(11 * MB))).status).toBe(204)
    expect(Buffer.compare(await readFile(fileOf(path)), LARGE)).toBe(0)
  })

  test("goes on where a killed process left it, once its lease is over", async () => {
    const path = await begun(LARGE.length)
    await patch(path, 0, LARGE.subarray(0, PART_BYTES))
    // What a process stored before it could say so.
    await db
      .update(uploads)
      .set({ received: 0, lease: "killed", leasedUntil: sql`now() + interval '1 minute'` })
    expect(await offsetOf(path)).toEqual([200, "0"])
    expect((await patch(path, PART_BYTES, LARGE.subarray(PART_BYTES))).status).toBe(423)
    await db.update(uploads).set({ leasedUntil: sql`now() - interval '1 second'` })
    expect(await offsetOf(path)).toEqual([200, String(PART_BYTES)])
    expect((await patch(path, PART_BYTES, LARGE.subarray(PART_BYTES))).status).toBe(204)
    expect(Buffer.compare(await readFile(fileOf(path)), LARGE)).toBe(0)
  })

  test("is whole when a process was killed after the last byte", async () => {
    const path = await begun(LARGE.length)
    await patch(path, 0, LARGE.subarray(0, PART_BYTES))
    await patch(path, PART_BYTES, LARGE.subarray(PART_BYTES))
    await db
      .update(uploads)
      .set({ received: PART_BYTES, lease: "killed", leasedUntil: sql`now() - interval '1 second'` })
    expect((await patch(path, PART_BYTES, LARGE.subarray(PART_BYTES))).status).toBe(409)
    expect((await stateOf(path)).phase).toBe("waiting")
  })

  test("takes one part at a time, and a sender that comes back takes over from a connection that fell silent", async () => {
    const path = await begun(LARGE.length)
    let isOpen = true
    const silent = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(LARGE.subarray(0, MB)),
      cancel: () => void (isOpen = false),
    })
    const first = patch(path, 0, silent, { "Content-Length": String(PART_BYTES) })
    await expect.poll(async () => (await rowOf(path))?.lease).not.toBeNull()
    expect((await patch(path, 0, LARGE.subarray(0, PART_BYTES))).status).toBe(423)
    expect(isOpen).toBe(true)
    await expect.poll(() => offsetOf(path), { timeout: 5_000, interval: 250 }).toEqual([200, String(MB)])
    expect([(await first).status, isOpen]).toEqual([408, false])
    expect((await patch(path, MB, LARGE.subarray(MB, MB + PART_BYTES))).status).toBe(204)
  })

  test("is ended once by two who go on with it at the same time", async () => {
    const path = await begun(LARGE.length)
    await patch(path, 0, LARGE.subarray(0, PART_BYTES))
    const both = await Promise.all([1, 2].map(() => patch(path, PART_BYTES, LARGE.subarray(PART_BYTES))))
    const statuses = both.map(({ status }) => status).toSorted()
    // Who came too late is told that another part is coming, or that it goes on elsewhere.
    expect(["204 409", "204 423"]).toContain(statuses.join(" "))
    expect(Buffer.compare(await readFile(fileOf(path)), LARGE)).toBe(0)
    expect(await rowOf(path)).toMatchObject({ received: LARGE.length, lease: null })
  })

  test("is free for the media worker in the moment in which it is whole", async () => {
    await db.execute(sql`create function refuse_held() returns trigger language plpgsql as $$
      begin raise exception 'held'; end $$`)
    await db.execute(sql`create trigger refuse_held before update of received on uploads for each row
      when (new.received = new.bytes and new.leased_until is not null) execute function refuse_held()`)
    try {
      const path = await begun(5)
      expect((await patch(path, 0, Buffer.from("tiny!"))).status).toBe(204)
      expect(await isMediaWaiting()).toBe(true)
    } finally {
      await db.execute(sql`drop function refuse_held cascade`)
    }
  })

  test("waits for a store that is away, and goes on once it is back", async () => {
    const there = getSettings()
    const s3 = await startS3()
    const settings = { ...there, bucket: s3.bucket }
    try {
      applySettings(settings)
      const path = await begun(LARGE.length)
      expect((await patch(path, 0, LARGE.subarray(0, PART_BYTES))).status).toBe(204)
      // Nobody is at that port.
      applySettings({ ...settings, bucket: { ...s3.bucket, endpoint: "http://127.0.0.1:9" } })
      const last = LARGE.subarray(PART_BYTES)
      const refused = await patch(path, PART_BYTES, last)
      expect([refused.status, refused.headers.get("retry-after"), await refused.text()]).toEqual([
        503,
        "5",
        "Le stockage des fichiers ne répond pas : l’envoi reprendra dès qu’il sera de retour.",
      ])
      // The failure, and the request's own line.
      expect(takeLoggedErrors()).toHaveLength(2)
      applySettings(settings)
      expect(await offsetOf(path)).toEqual([200, String(PART_BYTES)])
      expect((await patch(path, PART_BYTES, last)).status).toBe(204)
      expect(Buffer.compare(await buffer(await getStore().read(`uploads/${idOf(path)}`)), LARGE)).toBe(0)
    } finally {
      applySettings(there)
      await s3.close()
    }
  })

  test("is cancelled in the middle of a part, and leaves nothing", async () => {
    const path = await begun(LARGE.length)
    const silent = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(LARGE.subarray(0, MB)),
    })
    const first = patch(path, 0, silent, { "Content-Length": String(PART_BYTES) })
    await expect.poll(async () => (await rowOf(path))?.lease).not.toBeNull()
    expect((await ask(path, { method: "DELETE" })).status).toBe(204)
    expect((await first).status).toBe(408)
    expect(await storedRows("uploads")).toEqual([])
    await expect(readFile(fileOf(path))).rejects.toThrow("ENOENT")
    expect(await offsetOf(path)).toEqual([404, null])
    expect((await ask(path, { method: "DELETE" })).status).toBe(404)
  })

  test("tells the medium it became, or why it became none", async () => {
    const path = await begun(5)
    await patch(path, 0, Buffer.from("tiny!"))
    const medium = await createMedium({ title: "Été.png", state: "working" })
    await db.update(uploads).set({ mediumId: medium.id, isDuplicate: true })
    expect(await stateOf(path)).toMatchObject({
      phase: "working",
      isDuplicate: true,
      medium: { id: medium.id, title: "Été.png", address: `/media/${medium.key}/%C3%89t%C3%A9.png` },
    })
    await db.execute(sql`update media set state = 'failed', failure = 'Cette image est illisible.'`)
    expect(await stateOf(path)).toMatchObject({ phase: "failed", failure: "Cette image est illisible." })
    await db.update(uploads).set({ mediumId: null, failure: "Ce fichier n’est pas une image." })
    expect(await stateOf(path)).toMatchObject({ phase: "failed", failure: "Ce fichier n’est pas une image." })
  })
})

describe("after two days", () => {
  test("unfinished uploads vanish with their files; what waits for the media worker stays", async () => {
    const old = await begun(LARGE.length)
    await patch(old, 0, LARGE.subarray(0, PART_BYTES))
    const waiting = await begun(5)
    await patch(waiting, 0, Buffer.from("tiny!"))
    await db.update(uploads).set({ updatedAt: sql`now() - interval '49 hours'` })
    const young = await begun(LARGE.length)
    await patch(young, 0, LARGE.subarray(0, PART_BYTES))

    expect(await offsetOf(old)).toEqual([404, null])
    expect(await deleteOldUploads()).toBe(1)
    expect([await rowOf(old), (await rowOf(waiting))?.received, (await rowOf(young))?.received]).toEqual([
      undefined,
      5,
      PART_BYTES,
    ])
    await expect(readFile(fileOf(old))).rejects.toThrow("ENOENT")
    expect((await readFile(fileOf(waiting))).length).toBe(5)
  })

  test("one that cannot be deleted holds up no other", async () => {
    const paths = await Promise.all([begun(LARGE.length), begun(LARGE.length)])
    await db.update(uploads).set({ updatedAt: sql`now() - interval '49 hours'` })
    // A folder stands where the first one's file should be.
    await mkdir(fileOf(paths[0] ?? ""), { recursive: true })
    expect(await deleteOldUploads()).toBe(1)
    expect(takeLoggedErrors()).toHaveLength(1)
    expect((await Promise.all(paths.map(rowOf))).map(Boolean)).toEqual([true, false])
    await rmdir(fileOf(paths[0] ?? ""))
    await db.update(uploads).set({ leasedUntil: null })
    expect(await deleteOldUploads()).toBe(1)
  })

  test("files go whose person was deleted meanwhile", async () => {
    const path = await begun(LARGE.length)
    await patch(path, 0, LARGE.subarray(0, PART_BYTES))
    await db.execute(sql`delete from users`)
    await deleteOldUploads()
    expect((await readFile(fileOf(path))).length).toBe(PART_BYTES)
    const longAgo = Date.now() / 1_000 - 49 * 3_600
    await utimes(fileOf(path), longAgo, longAgo)
    await deleteOldUploads()
    await expect(readFile(fileOf(path))).rejects.toThrow("ENOENT")
  })
  test("a small part waits for as long as its upload", async () => {
    const path = await begun(LARGE.length)
    await patch(path, 0, LARGE.subarray(0, PART_BYTES))
    const small = `${fileOf(path)}.1`
    await writeFile(small, "")
    await utimes(small, 0, 0)
    await deleteOldUploads()
    expect((await readFile(small)).length).toBe(0)
    await db.delete(uploads)
    await deleteOldUploads()
    await expect(readFile(small)).rejects.toThrow("ENOENT")
  })
})
