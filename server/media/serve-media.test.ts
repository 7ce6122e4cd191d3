import { createHash } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { getRequestListener } from "@hono/node-server"
import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { type media, mediaFiles } from "#app/db/schema/media.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { createApp } from "#server/app.ts"
import { PUBLIC_URL, send } from "#test/app.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { createMedium } from "#test/factories.ts"
import { startS3 } from "#test/s3.ts"
import { serve } from "#test/serve.ts"
import { PATIENCE, takeLoggedErrors } from "#test/setup.ts"

const before = getSettings()
const dataDir = await mkdtemp(join(tmpdir(), "cko-serve-"))
const s3 = await startS3()
afterAll(async () => {
  applySettings(before)
  await s3.close()
  await rm(dataDir, { recursive: true })
})
useDatabase()

const BYTES = Buffer.from(Array.from({ length: 100 }, (_, index) => String(index % 10)).join(""))
const SHA256 = createHash("sha256").update(BYTES).digest("hex")
const ETAG = `"${SHA256}"`
const CREATED = new Date("2026-01-02T03:04:05.678Z")
const LAST_MODIFIED = "Fri, 02 Jan 2026 03:04:05 GMT"

/** A sound that is ready, with what was sent and a smaller file beside it. */
async function createSound(values: Partial<typeof media.$inferInsert> = {}, content = BYTES) {
  const medium = await createMedium({
    kind: "audio",
    type: "audio/mpeg",
    title: "Été à Paris.mp3",
    createdAt: CREATED,
    ...values,
  })
  const roles = [
    ["main", "ete-a-paris.mp3", "audio/mpeg", content],
    ["original", "ete-a-paris.wav", "audio/wav", Buffer.from("secret")],
    ["variant", "640.avif", "image/avif", Buffer.from("small")],
  ] as const
  for (const [role, name, type, bytes] of roles) {
    const path = `kk/${medium.key}/${role}-${name}`
    await getStore().put(path, Readable.from([bytes]), { bytes: bytes.length, type })
    const sha256 = createHash("sha256").update(bytes).digest("hex")
    await db
      .insert(mediaFiles)
      .values({ mediumId: medium.id, role, name, type, bytes: bytes.length, sha256, path })
  }
  return `/media/${medium.key}/ete-a-paris.mp3`
}

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  send(path, { method, headers })

type Expected = { status: number; body: string; range?: string }
const part = (start: number, end: number): Expected => ({
  status: 206,
  body: BYTES.toString().slice(start, end + 1),
  range: `bytes ${start}-${end}/100`,
})
const WHOLE: Expected = { status: 200, body: BYTES.toString() }
const NOT_MODIFIED: Expected = { status: 304, body: "" }
const FAILED: Expected = { status: 412, body: "" }
const UNSATISFIABLE: Expected = {
  status: 416,
  body: "Cette partie du fichier n’existe pas.",
  range: "bytes */100",
}
const LATER = "Sat, 03 Jan 2026 03:04:05 GMT"
const EARLIER = "Thu, 01 Jan 2026 03:04:05 GMT"

const CASES: [Record<string, string>, Expected][] = [
  [{}, WHOLE],
  [{ Range: "bytes=0-9" }, part(0, 9)],
  [{ Range: "bytes=0-0" }, part(0, 0)],
  [{ Range: "bytes=95-" }, part(95, 99)],
  [{ Range: "bytes=0-" }, part(0, 99)],
  [{ Range: "bytes=-5" }, part(95, 99)],
  [{ Range: "bytes=-500" }, part(0, 99)],
  [{ Range: "bytes=90-500" }, part(90, 99)],
  [{ Range: "bytes=5-9,200-300" }, part(5, 9)],
  [{ Range: "bytes=100-" }, UNSATISFIABLE],
  [{ Range: "bytes=-0" }, UNSATISFIABLE],
  [{ Range: "bytes=9-5" }, WHOLE],
  [{ Range: "lines=1-2" }, WHOLE],
  [{ Range: "bytes=0-9", "If-Range": ETAG }, part(0, 9)],
  [{ Range: "bytes=0-9", "If-Range": LAST_MODIFIED }, part(0, 9)],
  [{ Range: "bytes=0-9", "If-Range": `W/${ETAG}` }, WHOLE],
  [{ Range: "bytes=0-9", "If-Range": '"other"' }, WHOLE],
  [{ Range: "bytes=0-9", "If-Range": LATER }, WHOLE],
  [{ Range: "bytes=0-9", "If-Range": "yesterday" }, WHOLE],
  [{ Range: "bytes=200-", "If-Range": '"other"' }, WHOLE],
  [{ "If-None-Match": ETAG }, NOT_MODIFIED],
  [{ "If-None-Match": `"other", W/${ETAG}` }, NOT_MODIFIED],
  [{ "If-None-Match": "*" }, NOT_MODIFIED],
  [{ "If-None-Match": '"other"' }, WHOLE],
  [{ "If-None-Match": ETAG, Range: "bytes=0-9" }, NOT_MODIFIED],
  [{ "If-None-Match": '"other"', "If-Modified-Since": LATER }, WHOLE],
  [{ "If-Modified-Since": LAST_MODIFIED }, NOT_MODIFIED],
  [{ "If-Modified-Since": LATER }, NOT_MODIFIED],
  [{ "If-Modified-Since": EARLIER }, WHOLE],
  [{ "If-Modified-Since": "yesterday" }, WHOLE],
  [{ "If-Match": ETAG }, WHOLE],
  [{ "If-Match": "*" }, WHOLE],
  [{ "If-Match": `W/${ETAG}` }, FAILED],
  [{ "If-Match": '"other"', Range: "bytes=0-9" }, FAILED],
  [{ "If-Unmodified-Since": LAST_MODIFIED }, WHOLE],
  [{ "If-Unmodified-Since": EARLIER }, FAILED],
  [{ "If-Match": ETAG, "If-Unmodified-Since": EARLIER }, WHOLE],
]

describe.each([
  ["the disk", undefined],
  ["a bucket", s3.bucket],
])("a file of the media library from %s", (_name, bucket) => {
  beforeEach(() => applySettings({ ...before, dataDir, bucket }))
  afterEach(() => applySettings(before))

  test("28.1 answers every kind of range and condition as RFC 9110 has it", async () => {
    const path = await createSound()
    for (const [headers, expected] of CASES) {
      const response = await get(path, headers)
      const body = await response.text()
      const { status } = response
      const [range, length] = [response.headers.get("content-range"), response.headers.get("content-length")]
      expect({ headers, status, body, range, length }).toEqual({
        headers,
        range: null,
        length: response.ok ? String(body.length) : null,
        ...expected,
      })
    }
  })

  test("answers several ranges as parts of one body", async () => {
    const path = await createSound()
    const response = await get(path, { Range: "bytes=0-1, 50-54,-1" })
    expect(response.status).toBe(206)
    const boundary = /^multipart\/byteranges; boundary=(\S+)$/.exec(
      response.headers.get("content-type") ?? "",
    )?.[1]
    const body = await response.text()
    const partOf = (range: string, text: string) =>
      `\r\n--${boundary}\r\nContent-Type: audio/mpeg\r\nContent-Range: bytes ${range}/100\r\n\r\n${text}`
    expect(body).toBe(
      `${partOf("0-1", "01")}${partOf("50-54", "01234")}${partOf("99-99", "9")}\r\n--${boundary}--\r\n`,
    )
    expect(response.headers.get("content-length")).toBe(String(body.length))
    expect(response.headers.get("content-range")).toBeNull()
  })

  test("says what it is, to anybody and for a year", async () => {
    const path = await createSound()
    const response = await get(path)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=31536000, immutable",
      "content-disposition": `inline; filename="Ete a Paris.mp3"; filename*=UTF-8''%C3%89t%C3%A9%20%C3%A0%20Paris.mp3`,
      "content-length": "100",
      "content-type": "audio/mpeg",
      "cross-origin-resource-policy": "cross-origin",
      etag: ETAG,
      "last-modified": LAST_MODIFIED,
      "x-content-type-options": "nosniff",
    })
    expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none';.* sandbox$/)
    expect(response.headers.get("access-control-expose-headers")).toContain("Content-Range")
    await response.body?.cancel()

    const head = await get(path, { Range: "bytes=0-1" }, "HEAD")
    expect([head.status, head.headers.get("content-length"), head.headers.get("etag")]).toEqual([
      200,
      "100",
      ETAG,
    ])
    expect(await head.text()).toBe("")
    const preflight = await get(path, { "Access-Control-Request-Headers": "range" }, "OPTIONS")
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get("access-control-allow-headers")).toContain("Range")
  })

  test("is the smaller picture of that name, the main file by any other, and never what was sent", async () => {
    const path = await createSound()
    const folder = path.slice(0, path.lastIndexOf("/"))
    const textOf = async (name: string) => (await get(`${folder}/${name}`)).text()
    expect(await textOf("640.avif")).toBe("small")
    for (const name of ["x", "ete-a-paris.wav", "%00", "%", "..%2f..%2fetc", "é".repeat(2_000), "%ED%A0%80"])
      expect(await textOf(name)).toBe(BYTES.toString())
    const small = await get(`${folder}/640.avif`)
    expect(small.headers.get("content-disposition")).toContain('filename="Ete a Paris-640.avif"')
    await small.body?.cancel()
  })

  test("is not there while it is none, or not ready", async () => {
    for (const state of ["waiting", "working", "failed"] as const) {
      const path = await createSound({ state })
      const response = await get(path)
      expect([response.status, response.headers.get("cache-control")]).toEqual([404, "no-store"])
    }
    for (const path of [
      `/media/${"x".repeat(22)}/a.mp3`,
      "/media/%00/a",
      "/media/../a/b",
      "/media/a",
      "/media/a/b/c",
    ])
      expect((await get(path)).status).toBe(404)
    const path = await createSound()
    for (const method of ["POST", "PUT", "DELETE"])
      expect((await get(path, {}, method)).status).toBeGreaterThanOrEqual(400)
  })

  test("that is away for good, or for now, is no failure of the whole site", async () => {
    const path = await createSound()
    for await (const file of getStore().list()) await getStore().remove(file.path)
    expect((await get(path)).status).toBe(404)
    expect(takeLoggedErrors()).toMatchObject([{ name: "MissingFileError" }])
    applySettings({ ...getSettings(), bucket: { ...s3.bucket, secretAccessKey: "wrong" } })
    const response = await get(path)
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"])
    expect(takeLoggedErrors()[0]).toMatchObject({ name: "BucketError" })
  })

  test.each([
    ["shorter", 40],
    ["longer", 160],
  ])("that is %s than its row says breaks its connection off, and is said", async (_name, bytes) => {
    const path = await createSound()
    const { url, close } = await serve(
      getRequestListener(createApp({ publicUrl: PUBLIC_URL, trustedProxies: 1 }).fetch),
    )
    const [stored] = await db.select().from(mediaFiles).where(eq(mediaFiles.role, "main"))
    await getStore().put(stored?.path ?? "", Readable.from([Buffer.alloc(bytes, "x")]), {
      bytes,
      type: "audio/mpeg",
    })
    await expect(fetch(url + path).then((response) => response.text())).rejects.toThrow(
      /terminated|fetch failed/,
    )
    expect(takeLoggedErrors()).toMatchObject([{ message: "it is not as long as its row says" }])
    await close()
  })

  test("is closed when its listener leaves", async () => {
    const path = await createSound({}, Buffer.alloc(4_000_000, "a"))
    const store = getStore()
    const opened: Readable[] = []
    const read = vi.spyOn(store, "read")
    const { url, close } = await serve(
      getRequestListener(async (incoming) => {
        const response = await send(new URL(incoming.url).pathname)
        opened.push(...(await Promise.all(read.mock.results.map(({ value }) => value as Promise<Readable>))))
        return response
      }),
    )
    const leaving = request(url + path, (response) => response.once("data", () => leaving.destroy()))
    leaving.on("error", () => {}).end()
    await vi.waitFor(() => expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]), PATIENCE)
    read.mockRestore()
    await close()
  })
})

test("a file of a bucket is fetched there where the settings want it, by an address of hours", async () => {
  applySettings({ ...before, dataDir, bucket: { ...s3.bucket, isRedirected: true } })
  const path = await createSound()
  const response = await get(path)
  expect([response.status, response.headers.get("cache-control")]).toEqual([302, "public, max-age=3600"])
  const there = await fetch(response.headers.get("location") ?? "", { headers: { Range: "bytes=5-9" } })
  expect([there.status, await there.text()]).toEqual([206, "56789"])
  expect(there.headers.get("content-type")).toBe("audio/mpeg")
  expect(there.headers.get("content-disposition")).toBe('inline; filename="Ete a Paris.mp3"')
  const forged = await fetch((response.headers.get("location") ?? "").replace("main", "original"))
  expect(forged.status).toBe(403)
  expect((await get(path, { "If-None-Match": ETAG })).status).toBe(304)
  expect((await get(path, {}, "HEAD")).status).toBe(200)
  applySettings(before)
})

test("2.11 a file says by what a cache in front purges it, also in parts", async () => {
  applySettings({ ...before, dataDir })
  const path = await createSound()
  const app = createApp({ publicUrl: PUBLIC_URL, cdn: { purgeUrl: "https://cdn.test/" } })
  const tag = `media,${path.split("/").slice(1, 3).join("/")}`
  const asked: Record<string, string>[] = [{}, { Range: "bytes=5-9" }, { "If-None-Match": ETAG }]
  for (const headers of asked) {
    const response = await app.request(PUBLIC_URL + path, { headers })
    expect([response.headers.get("cache-tag"), response.headers.has("etag")]).toEqual([tag, true])
    await response.text()
  }
  expect((await get(path, {}, "HEAD")).headers.has("cache-tag")).toBe(false)
  expect(
    (await app.request(`${PUBLIC_URL}/media/${"k".repeat(22)}/x.mp3`)).headers.get("cache-tag"),
  ).toBeNull()
  applySettings(before)
})

test("a file of the media library says so while the database is away", async () => {
  applySettings({ ...before, dataDir })
  const path = await createSound()
  const response = await withoutTable("media_files", () => get(path))
  expect(response.status).toBe(500)
  expect(response.headers.get("cache-control")).toBeNull()
  takeLoggedErrors()
  applySettings(before)
})
