import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { type IncomingMessage, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { getRequestListener } from "@hono/node-server"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { writeDeliveries } from "#app/audience/statistics/deliveries.server.ts"
import { forgetSounds } from "#app/audience/statistics/sounds.server.ts"
import { db } from "#app/db/client.server.ts"
import { mediaFiles, mediaUses } from "#app/db/schema/media.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { createApp } from "#server/app.ts"
import { PUBLIC_URL } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, createMedium } from "#test/factories.ts"
import { startS3 } from "#test/s3.ts"
import { serve } from "#test/serve.ts"
import { PATIENCE } from "#test/setup.ts"

const before = getSettings()
const dataDir = await mkdtemp(join(tmpdir(), "cko-told-"))
const s3 = await startS3()
let site: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  site = await serve(getRequestListener(createApp({ publicUrl: PUBLIC_URL, trustedProxies: 1 }).fetch))
})
afterAll(async () => {
  applySettings(before)
  await site.close()
  await s3.close()
  await rm(dataDir, { recursive: true })
})
useDatabase()

const BYTES = 30_000_000

/** An episode's sound as the site serves it. @returns its path */
async function createSound(bucket = before.bucket) {
  applySettings({ ...before, dataDir, bucket })
  forgetSounds()
  const medium = await createMedium({ kind: "audio", type: "audio/mpeg", durationMs: 600_000 })
  const path = `kk/${medium.key}/son.mp3`
  await getStore().put(path, Readable.from([Buffer.alloc(BYTES, 1)]), { bytes: BYTES, type: "audio/mpeg" })
  const file = { name: "son.mp3", type: "audio/mpeg", bytes: BYTES, sha256: "0".repeat(64), path }
  await db.insert(mediaFiles).values({ mediumId: medium.id, role: "main", ...file })
  const { id: rowId } = await createEpisode()
  await db.insert(mediaUses).values({ mediumId: medium.id, source: "episodes", rowId })
  return `/media/${medium.key}/son.mp3`
}

/** Asks for it as an app does. @param read how much is read of it before the app leaves */
async function ask(path: string, headers: Record<string, string> = {}, method = "GET", read = Infinity) {
  const as = { "User-Agent": "AntennaPod/3.5.0", "X-Forwarded-For": "2001:db8:1:2::3", ...headers }
  const asked = request(site.url + path, { method, headers: as, agent: false }).end()
  const [response] = (await once(asked, "response")) as [IncomingMessage]
  let length = 0
  response.on("data", ({ length: more }: Buffer) => {
    length += more
    if (length >= read) asked.destroy()
  })
  await once(response, "close").catch(() => undefined)
  return response.statusCode
}

/** What was told of it, once that is written: bytes, and whether it was only tried. */
async function told() {
  await writeDeliveries()
  const { rows } = await db.execute<{ bytes: number; tried: boolean }>(sql`
    select (select coalesce(sum(upper(part) - lower(part)), 0)::int from unnest(sent) as part) as bytes, is_unverified as tried
    from deliveries`)
  return rows
}

/** What should be told has been by the time that this listener is. */
async function askAsLast(path: string) {
  await ask(path, { Range: "bytes=0-4", "X-Forwarded-For": "192.0.2.99" })
  await vi.waitFor(async () => expect(await told()).toContainEqual({ bytes: 5, tried: false }), PATIENCE)
  return (await told()).filter(({ bytes }) => bytes !== 5)
}

let path = ""
beforeEach(async () => {
  path = await createSound()
})

const CASES: [what: string, headers: Record<string, string>, method: string, bytes: number[]][] = [
  ["the whole file", {}, "GET", [BYTES]],
  ["a part", { Range: "bytes=100-1099" }, "GET", [1_000]],
  ["parts in one answer", { Range: "bytes=0-999,5000-5999" }, "GET", [2_000]],
  ["parts of which one is a try", { Range: "bytes=0-1,5000-5999" }, "GET", [1_000]],
  ["two bytes", { Range: "bytes=0-1" }, "GET", []],
  ["one byte", { Range: "bytes=0-0" }, "GET", []],
  ["nothing but its head", {}, "HEAD", []],
  ["what the app has", { "If-None-Match": `"${"0".repeat(64)}"` }, "GET", []],
  ["what is beyond its end", { Range: `bytes=${BYTES}-` }, "GET", []],
]

test.each(CASES)("48.1 told of %s is what was sent", async (_what, headers, method, bytes) => {
  await ask(path, headers, method)
  expect(await askAsLast(path)).toEqual(bytes.map((one) => ({ bytes: one, tried: false })))
})

test("48.1 told of an answer that breaks off is what was written, not what was asked for", async () => {
  await ask(path, {}, "GET", 1)
  const [broken] = await askAsLast(path)
  expect(broken?.bytes).toBeGreaterThan(0)
  expect(broken?.bytes).toBeLessThan(BYTES)
})

test("48.1 pieces of one listener are told of together, and the address is the network’s", async () => {
  await ask(path, { Range: "bytes=0-999" })
  await ask(path, { Range: "bytes=500-1999", "X-Forwarded-For": "2001:db8:1:2:ffff::1" })
  await vi.waitFor(async () => expect(await told()).toEqual([{ bytes: 2_000, tried: false }]), PATIENCE)
})

test("48.2 whoever is sent on to a bucket counts by what was asked for; two bytes are only a try", async () => {
  const elsewhere = await createSound({ ...s3.bucket, isRedirected: true })
  expect(await ask(elsewhere, { Range: "bytes=0-1" })).toBe(302)
  await vi.waitFor(async () => expect(await told()).toEqual([{ bytes: 0, tried: true }]), PATIENCE)
  await ask(elsewhere)
  await vi.waitFor(async () => expect(await told()).toEqual([{ bytes: BYTES, tried: true }]), PATIENCE)
})
