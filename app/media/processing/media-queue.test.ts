import { createHash } from "node:crypto"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { asc, eq, sql } from "drizzle-orm"
import sharp from "sharp"
import { beforeEach, expect, onTestFinished, test } from "vitest"
import { connectionPool, db } from "#app/db/client.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { media, mediaFiles, uploads } from "#app/db/schema/media.server.ts"
import { getSettings, applySettings } from "#app/kit/lib/settings.server.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { useDatabase } from "#test/database.ts"
import { createUser } from "#test/people.ts"
import { createWholeUpload, makeWav, mediaSample } from "#test/media-samples.ts"
import { startS3 } from "#test/s3.ts"
import { setSettings } from "#test/site-settings.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { getStore } from "../store/store.server.ts"
import { adoptMedium } from "./adopt-medium.server.ts"
import { workThroughMedia } from "./media-queue.server.ts"
import { isMediaWaiting } from "./media-waiting.server.ts"
import { retryMedium } from "./new-medium.server.ts"
import { REFUSALS } from "./refused.ts"
import { takeUpload } from "./take-uploads.server.ts"
import { takeCover } from "./take-cover.server.ts"
import { PEAKS } from "./waveform.ts"

let userId: string
useDatabase()
useDataFolder()
beforeEach(async () => {
  userId = (await createUser("admin", "awa@cko.test")).id
})

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: "#888", noise: { type: "gaussian", sigma: 30 } },
  })

/** What a file became, once it is worked through. */
async function take(data: Buffer, title?: string) {
  const id = await createWholeUpload(data, userId, title)
  await workThroughMedia()
  const [upload] = await db.select().from(uploads).where(eq(uploads.id, id))
  if (!upload?.mediumId) return { failure: upload?.failure }
  const [medium] = await db.select().from(media).where(eq(media.id, upload.mediumId))
  const files = await db
    .select()
    .from(mediaFiles)
    .where(eq(mediaFiles.mediumId, upload.mediumId))
    .orderBy(asc(mediaFiles.id))
  return { upload, medium, files }
}
const read = async (path = "") => buffer(await getStore().read(path))
const paths = async () => (await Array.fromAsync(getStore().list())).map(({ path }) => path)

test("41.1 each file that is done, or was given up, lets the next one be copied at once", async () => {
  const connection = await connectionPool().connect()
  onTestFinished(() => connection.release(true))
  const woken: (string | undefined)[] = []
  connection.on("notification", ({ payload }) => woken.push(payload))
  await connection.query("listen cko_jobs")
  await take(await noise(200, 100).png().toBuffer())
  const broken = await noise(300, 300).png().toBuffer()
  broken.fill(0x55, 200, 4_000)
  await take(broken)
  await connection.query("select")
  expect(woken.filter((name) => name === "copies")).toHaveLength(2)
})

test("36.3 a picture larger than hosts allow is refused with its bound, a sound is not", async () => {
  await setSettings("uploads", { pictureMb: 1 })
  const picture = await noise(800, 800).png({ compressionLevel: 0 }).toBuffer()
  expect(await take(picture)).toEqual({
    failure: "Cette image pèse plus de 1\u00a0Mo. Réduisez-la, puis renvoyez-la.",
  })
  expect((await take(makeWav({ seconds: 20 }))).upload).toBeDefined()
  await setSettings("uploads", { pictureMb: 2 })
  expect((await take(picture)).medium).toMatchObject({ kind: "image", bytes: picture.length })
})

test("28.3 a photo comes in fitting sizes, upright and without the place where it was taken", async () => {
  const photo = await noise(900, 700)
    .withExif({ IFD0: { Copyright: "Awa" }, IFD3: { GPSLatitude: "48/1 51/1 0/1", GPSLatitudeRef: "N" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const { medium, files = [] } = await take(photo, "IMG_1.JPEG")
  expect(medium).toMatchObject({
    state: "ready",
    kind: "image",
    type: "image/jpeg",
    title: "IMG_1.jpg",
    width: 700,
    height: 900,
  })
  expect(Buffer.from(medium?.thumbhash ?? "", "base64").length).toBeGreaterThan(10)
  const names = files.map(({ name }) => name)
  expect(names.toSorted()).toEqual(
    [
      "original",
      "main",
      ...[160, 320, 640, 700].flatMap((wide) => ["avif", "jpg", "webp"].map((end) => `${wide}.${end}`)),
    ].toSorted(),
  )
  expect(await read(files.find(({ role }) => role === "original")?.path)).toEqual(photo)
  for (const file of files.filter(({ role }) => role !== "original")) {
    const data = await read(file.path)
    const seen = await sharp(data).metadata()
    expect([seen.width, seen.height, data.length]).toEqual([file.width, file.height, file.bytes])
    expect([seen.exif, seen.xmp, seen.iptc, seen.icc, seen.orientation]).toEqual(Array(5).fill(undefined))
    expect(createHash("sha256").update(data).digest("hex")).toBe(file.sha256)
  }
  const [deed] = await db.select().from(auditLog)
  expect(deed).toMatchObject({
    action: "create",
    kind: "medium",
    title: "IMG_1.jpg",
    actorId: userId,
    actor: "awa@cko.test",
  })
})

test.each([
  [160, [160]],
  [1_000, [160, 320, 640, 960, 1_000]],
  [1_400, [160, 320, 640, 960, 1_280]],
  [1_600, [160, 320, 640, 960, 1_280, 1_600]],
  [2_600, [160, 320, 640, 960, 1_280, 1_920]],
])("28.3 a picture %i pixels wide is offered at widths of %j", async (width, widths) => {
  const picture = sharp({ create: { width, height: 8, channels: 3, background: "#c3131f" } })
  const { files = [] } = await take(await picture.png().toBuffer(), "Bande.png")
  const offered = files.filter(({ name }) => name.endsWith(".avif")).map((file) => file.width)
  expect(offered.toSorted((one, other) => (one ?? 0) - (other ?? 0))).toEqual(widths)
})

test("what is seen through stays so, what moves goes on moving, and what a telephone sends is shown", async () => {
  const clear = await take(
    await sharp({ create: { width: 50, height: 40, channels: 4, background: "#c3000080" } })
      .png()
      .toBuffer(),
  )
  expect(clear.files?.map(({ type }) => type).toSorted()).toEqual([
    "image/avif",
    "image/png",
    "image/png",
    "image/png",
    "image/webp",
  ])
  expect((await sharp(await read(clear.files?.[1]?.path)).stats()).isOpaque).toBe(false)

  const frames = Buffer.concat(
    await Promise.all(
      ["#f00", "#0f0", "#00f"].map((background) =>
        sharp({ create: { width: 200, height: 100, channels: 3, background } })
          .raw()
          .toBuffer(),
      ),
    ),
  )
  const gif = await sharp(frames, { raw: { width: 200, height: 300, channels: 3, pageHeight: 100 } })
    .gif()
    .toBuffer()
  const moving = await take(gif, "danse.gif")
  expect(moving.medium).toMatchObject({ title: "danse.webp", width: 200, height: 100 })
  expect(moving.files?.map(({ name }) => name)).toEqual(["original", "main", "160.webp"])
  for (const { path } of moving.files?.slice(1) ?? [])
    expect((await sharp(await read(path)).metadata()).pages).toBe(3)

  const heic = await take(await mediaSample("picture.heic"), "IMG_2.HEIC")
  expect(heic.medium).toMatchObject({
    state: "ready",
    type: "image/heic",
    title: "IMG_2.jpg",
    width: 64,
    height: 48,
  })
  // A picture of many colours, rather than a black one.
  expect((await sharp(await read(heic.files?.[1]?.path)).stats()).entropy).toBeGreaterThan(2)
})

test("sounds are served as they came, with what was heard in them", async () => {
  const data = await mediaSample("tone.mp3")
  const { medium, files } = await take(data, "Épisode 12.mp3")
  expect(medium).toMatchObject({
    ...{ state: "ready", kind: "audio", type: "audio/mpeg", title: "Épisode 12.mp3", bitRate: 32_000 },
    tags: {
      ...{ title: "Le micro", artist: "CKO", album: "Saison 1", hasCover: true },
      chapters: [
        { start: 0, title: "Ouverture" },
        { start: 1, title: "Invitée" },
      ],
    },
  })
  expect(Math.abs((medium?.durationMs ?? 0) - 3_050)).toBeLessThan(60)
  expect(Buffer.from(medium?.waveform ?? "", "base64")).toHaveLength(PEAKS)
  expect(files?.map(({ role, name }) => [role, name])).toEqual([["main", "main"]])
  expect(await read(files?.[0]?.path)).toEqual(data)

  const wav = (await take(makeWav({ seconds: 3, level: -20, channels: 2 }))).medium
  expect(wav).toMatchObject({ durationMs: 3_000, loudness: -20 })
  const flac = (await take(await mediaSample("tone.flac"))).medium
  const opus = (await take(await mediaSample("tone.ogg"))).medium
  for (const heard of [flac, opus]) {
    expect(Math.abs((heard?.loudness ?? 0) - (medium?.loudness ?? 0))).toBeLessThan(1)
    expect(heard?.waveform).toHaveLength((PEAKS / 3) * 4)
  }
  const vorbis = (await take(await mediaSample("vorbis.ogg"))).medium
  expect(vorbis).toMatchObject({ state: "ready", type: "audio/ogg" })
  expect(vorbis?.waveform).toHaveLength((PEAKS / 3) * 4)
  expect(Math.abs((vorbis?.durationMs ?? 0) - 300)).toBeLessThan(20)
  const m4a = (await take(await mediaSample("tone.m4a"))).medium
  expect(m4a).toMatchObject({
    state: "ready",
    waveform: null,
    loudness: null,
    tags: { title: "Le micro", chapters: [{ start: 0 }, { start: 1 }] },
  })
})

test("a sound's cover becomes a picture of the library", async () => {
  const { medium } = await take(await mediaSample("tone.mp3"), "Épisode 12.mp3")
  const taken = await takeCover(medium?.id ?? 0, userId)
  await workThroughMedia()
  expect(taken).toEqual({ mediumId: expect.any(Number), isDuplicate: false })
  const rows = await db.select().from(media).where(eq(media.kind, "image"))
  expect(rows).toMatchObject([{ state: "ready", title: "Épisode 12.jpg", width: 64, height: 48 }])
  const none = await take(makeWav())
  expect(await takeCover(none.medium?.id ?? 0, userId)).toHaveProperty("failure")
  expect(await takeCover(taken && "mediumId" in taken ? taken.mediumId : 0, userId)).toHaveProperty("failure")
})

test("films keep their size and length, subtitles and documents need no work", async () => {
  expect((await take(await mediaSample("film.mp4"))).medium).toMatchObject({
    state: "ready",
    width: 64,
    height: 36,
    durationMs: 1_024,
  })
  expect((await take(await mediaSample("film.webm"))).medium).toMatchObject({
    state: "ready",
    width: 64,
    height: 36,
    durationMs: 1_008,
  })
  const vtt = await take(Buffer.from("WEBVTT\n\n00:00.000 --> 00:02.000\nOui\n"), "s.txt")
  expect(vtt.medium).toMatchObject({ state: "ready", kind: "text", title: "s.vtt" })
})

test("what is refused leaves its reason and no file", async () => {
  const before = await paths()
  expect(await take(Buffer.from("<svg onload=alert(1)>"), "photo.png")).toEqual({ failure: REFUSALS.svg })
  expect(await take(Buffer.from([0xff, 0xd8, 0xff]))).toEqual({ failure: REFUSALS.cut })
  expect(await paths()).toEqual(before)
  expect(await db.$count(media)).toBe(0)
})

test("what has too many pixels is refused before anything is decoded", async () => {
  const png = await noise(40, 30).png().toBuffer()
  png.writeUInt32BE(50_000, 16)
  png.writeUInt32BE(50_000, 20)
  expect(await take(png)).toEqual({ failure: REFUSALS.pixels })
  const gif = await noise(40, 30).gif().toBuffer()
  const frame = gif.indexOf("2c0000000028001e00", "hex")
  for (const at of [6, 8, frame + 5, frame + 7]) gif.writeUInt16LE(65_535, at)
  expect(await take(gif)).toEqual({ failure: REFUSALS.pixels })
  const heic = await mediaSample("picture.heic")
  heic.writeUInt32BE(7_000, heic.indexOf("ispe") + 8)
  heic.writeUInt32BE(8_000, heic.indexOf("ispe") + 12)
  expect(await take(heic)).toEqual({ failure: REFUSALS.heicPixels })
})

test("what is cut short is refused at the latest when it is decoded", async () => {
  const whole = {
    jpeg: await noise(400, 300).jpeg().toBuffer(),
    progressive: await noise(400, 300).jpeg({ progressive: true }).toBuffer(),
    png: await noise(400, 300).png().toBuffer(),
    webp: await noise(400, 300).webp().toBuffer(),
    mp3: await mediaSample("tone.mp3"),
    opus: await mediaSample("tone.ogg"),
    vorbis: await mediaSample("vorbis.ogg"),
  }
  for (const [name, data] of Object.entries(whole)) {
    for (const share of [0.3, 0.6]) {
      const { failure, medium } = await take(data.subarray(0, data.length * share), `${name} ${share}`)
      expect([name, failure ?? medium?.failure]).toEqual([name, REFUSALS.cut])
    }
  }
})

test("the same file is stored once, and leads to the medium there is", async () => {
  const picture = await noise(40, 30).png().toBuffer()
  const first = await take(picture, "a.png")
  const before = await paths()
  const again = await take(picture, "b.png")
  expect(again.upload).toMatchObject({ mediumId: first.medium?.id, isDuplicate: true })
  expect(await adoptMedium(picture, "c.png", userId)).toEqual({
    mediumId: first.medium?.id,
    isDuplicate: true,
  })
  expect(await paths()).toEqual(before)
  // At the same moment, by two workers and a host.
  const other = await noise(41, 30).png().toBuffer()
  await createWholeUpload(other, userId)
  await createWholeUpload(other, userId)
  await Promise.all([workThroughMedia(), workThroughMedia(), adoptMedium(other, "d.png", userId)])
  await workThroughMedia()
  expect(await db.$count(media)).toBe(2)
  const kept = await db.select({ path: mediaFiles.path }).from(mediaFiles)
  expect((await paths()).toSorted()).toEqual(expect.arrayContaining(kept.map(({ path }) => path).toSorted()))
  expect((await paths()).filter((path) => path.startsWith("uploads/"))).toEqual([])
})

test("a bucket holds all of it as well", async () => {
  const s3 = await startS3()
  applySettings({ ...getSettings(), bucket: s3.bucket })
  const { medium, files = [] } = await take(await noise(200, 100).png().toBuffer())
  expect(medium?.state).toBe("ready")
  expect((await paths()).toSorted()).toEqual(expect.arrayContaining(files.map(({ path }) => path)))
  expect(await sharp(await read(files[1]?.path)).metadata()).toMatchObject({ width: 200, height: 100 })
  const heard = await take(makeWav({ seconds: 1, level: -20, channels: 2 }))
  expect(heard.medium?.loudness).toBe(-20)
  await s3.close()
})

test("a picture that breaks while it is decoded fails with a reason, and the queue goes on", async () => {
  const broken = await noise(300, 300).png().toBuffer()
  broken.fill(0x55, 200, 4_000)
  await createWholeUpload(broken, userId)
  const { medium } = await take(await noise(30, 30).png().toBuffer())
  expect(medium?.state).toBe("ready")
  const [failed] = await db.select().from(media).where(eq(media.state, "failed"))
  expect(failed).toMatchObject({ failure: REFUSALS.damaged, attempts: 1 })
  expect(await retryMedium(failed?.id ?? 0)).toBe(true)
  expect(await retryMedium(medium?.id ?? 0)).toBe(false)
  expect(await isMediaWaiting()).toBe(true)
})

test("what ends its process three times is given up", async () => {
  const { medium } = await take(makeWav())
  const id = medium?.id ?? 0
  const dead = { state: "working", leasedUntil: sql`now() - interval '1 second'` } as const
  await db
    .update(media)
    .set({ ...dead, attempts: 3 })
    .where(eq(media.id, id))
  await workThroughMedia()
  const [row] = await db.select().from(media).where(eq(media.id, id))
  expect(row).toMatchObject({ state: "failed", failure: expect.stringContaining("trois fois") })

  const upload = await createWholeUpload(makeWav({ seconds: 0.2 }), userId)
  await db
    .update(uploads)
    .set({ lease: "worker-3-x", leasedUntil: sql`now() - interval '1 second'` })
    .where(eq(uploads.id, upload))
  await workThroughMedia()
  const [given] = await db.select().from(uploads).where(eq(uploads.id, upload))
  expect(given?.failure).toContain("trois essais")
})

test("what another process works on is left to it, and waits for nobody else", async () => {
  const upload = await createWholeUpload(makeWav(), userId)
  await db.update(uploads).set({ lease: "worker-1-x", leasedUntil: sql`now() + interval '1 minute'` })
  expect(await isMediaWaiting()).toBe(false)
  expect(await workThroughMedia()).toBe(0)
  // Killed after the file had its place, before the medium was entered: the next one goes on.
  const key = createHash("sha256").update(`medium ${upload}`).digest("base64url").slice(0, 22)
  await getStore().move(`uploads/${upload}`, `${key.slice(0, 2)}/${key}/source`, { type: "audio/wav" })
  await db.update(uploads).set({ leasedUntil: sql`now() - interval '1 second'` })
  await workThroughMedia()
  expect(await db.select({ key: media.key, state: media.state }).from(media)).toEqual([
    { key, state: "ready" },
  ])
})

test("a store that fails is asked again later, and nothing is lost", async () => {
  await createWholeUpload(makeWav(), userId)
  const before = getSettings()
  const [upload] = await db.select().from(uploads)
  // A folder stands where the file should go.
  const key = createHash("sha256").update(`medium ${upload?.id}`).digest("base64url").slice(0, 22)
  const { mkdir } = await import("node:fs/promises")
  await mkdir(join(before.dataDir, "media", key.slice(0, 2), key, "source", "x"), { recursive: true })
  await workThroughMedia()
  expect(takeLoggedErrors()).toHaveLength(1)
  const [waiting] = await db.select().from(uploads)
  expect(waiting).toMatchObject({ mediumId: null, failure: "" })
  await rm(join(before.dataDir, "media", key.slice(0, 2), key), { recursive: true })
  await db.update(uploads).set({ leasedUntil: null })
  await workThroughMedia()
  expect(await db.$count(media)).toBe(1)
})

test("while a bucket is away nothing is given up for it, however long that takes", async () => {
  const s3 = await startS3()
  const there = { ...getSettings(), bucket: s3.bucket }
  const away = { ...there, bucket: { ...s3.bucket, endpoint: "http://127.0.0.1:9" } }
  const askOften = async () => {
    applySettings(away)
    for (let time = 0; time < 5; time += 1) {
      expect(await workThroughMedia()).toBe(1)
      expect(await isMediaWaiting()).toBe(false)
      await db.execute(sql`update uploads set leased_until = null`)
      await db.execute(sql`update media set leased_until = null`)
    }
    expect(takeLoggedErrors()).toHaveLength(5)
    applySettings(there)
  }
  try {
    applySettings(there)
    await createWholeUpload(makeWav(), userId)
    await askOften()
    const [upload] = await db.select().from(uploads)
    expect(upload).toMatchObject({ mediumId: null, failure: "" })
    await takeUpload()
    await askOften()
    await workThroughMedia()
    expect(await db.select({ state: media.state, attempts: media.attempts }).from(media)).toEqual([
      { state: "ready", attempts: 1 },
    ])
  } finally {
    await s3.close()
  }
})
