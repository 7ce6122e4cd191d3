import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import sharp from "sharp"
import { describe, expect, test } from "vitest"
import { leastCpuMs } from "#test/cpu-time.ts"
import { makeWav } from "#test/media-samples.ts"
import type { Bytes } from "./bytes.ts"
import { recognise } from "./recognise.ts"
import { REFUSALS } from "./refused.ts"

const folder = join(import.meta.dirname, "../../../test/media")
const samples = new Map<string, Buffer>()
for (const name of await readdir(folder)) samples.set(name, await readFile(join(folder, name)))
const sample = (name: string) => Buffer.from(samples.get(name) ?? "")
const bytesOf = (buffer: Buffer): Bytes => ({
  size: buffer.length,
  read: async (at, length) => buffer.subarray(at, at + length),
})
const what = (data: Buffer) => recognise(bytesOf(data)).catch((error: Error) => error.message)

const colour = { width: 40, height: 30, channels: 3, background: "#c30" } as const
const pictures = {
  jpeg: await sharp({ create: colour }).jpeg().toBuffer(),
  progressive: await sharp({ create: colour }).jpeg({ progressive: true }).toBuffer(),
  png: await sharp({ create: colour }).png().toBuffer(),
  webp: await sharp({ create: colour }).webp().toBuffer(),
  lossless: await sharp({ create: colour }).webp({ lossless: true }).toBuffer(),
  avif: await sharp({ create: colour }).avif().toBuffer(),
  gif: await sharp({ create: colour }).gif().toBuffer(),
}
const wav = makeWav()
const pdf = Buffer.from("%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\nstartxref\n9\n%%EOF\n")
const vtt = Buffer.from("\uFEFFWEBVTT\n\n00:00.000 --> 00:02.000\n<v Awa>On commence</v>\n")
const srt = Buffer.from("1\r\n00:00:00,000 --> 00:00:02,000\r\nOn commence\r\n")
/** An archive of one stored file, `a`. */
const zip = Buffer.from(
  "504b03040a000000000000000000b7efdc8301000000010000000100000061" +
    "61504b01021e030a000000000000000000b7efdc830100000001000000010000000000000000000000a4810000000061" +
    "504b0506000000000100010" +
    "02f0000002000000000" +
    "00",
  "hex",
)
/** The same file, which says that it holds something else. */
const withOther = (data: Buffer, name: string, other: string) =>
  Buffer.from(data.toString("latin1").replaceAll(name, other), "latin1")
const html = Buffer.from("<html><script>alert(1)</script></html>")

describe("what is taken is known by its content", () => {
  const image = { kind: "image" }
  test.each([
    [{ ...image, type: "image/jpeg" }, pictures.jpeg],
    [{ ...image, type: "image/jpeg" }, pictures.progressive],
    [{ ...image, type: "image/png" }, pictures.png],
    [{ ...image, type: "image/webp" }, pictures.webp],
    [{ ...image, type: "image/webp" }, pictures.lossless],
    [{ ...image, type: "image/avif" }, pictures.avif],
    [{ ...image, type: "image/gif" }, pictures.gif],
    [{ kind: "image", type: "image/heic" }, sample("picture.heic")],
    [{ kind: "audio", type: "audio/mpeg" }, sample("tone.mp3")],
    [{ kind: "audio", type: "audio/mp4", durationMs: 3022 }, sample("tone.m4a")],
    [{ kind: "audio", type: "audio/ogg" }, sample("tone.ogg")],
    [{ kind: "audio", type: "audio/flac" }, sample("tone.flac")],
    [{ kind: "audio", type: "audio/wav", durationMs: 100 }, wav],
    [{ kind: "video", type: "video/mp4", width: 64, height: 36, durationMs: 1024 }, sample("film.mp4")],
    [{ kind: "video", type: "video/mp4", width: 64, height: 36, durationMs: 1024 }, sample("film.mov")],
    [{ kind: "audio", type: "audio/ogg" }, sample("vorbis.ogg")],
    [{ kind: "video", type: "video/webm", width: 64, height: 36, durationMs: 1008 }, sample("film.webm")],
    [{ kind: "text", type: "text/vtt" }, vtt],
    [{ kind: "text", type: "application/x-subrip" }, srt],
    [{ kind: "document", type: "application/pdf" }, pdf],
  ])("28.3 %o", async (expected, data) => {
    expect(await what(data)).toMatchObject(expected)
  })
})

describe("what is something else is refused, with the reason", () => {
  test.each<[string, keyof typeof REFUSALS, Buffer | string]>([
    ["nothing", "empty", ""],
    ["noise", "unknown", Buffer.alloc(5_000, 7)],
    ["a text", "unknown", "Bonjour"],
    ["a drawing", "svg", '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ["a drawing behind a prologue", "svg", '\uFEFF<?xml version="1.0"?>\n<!-- x -->\n<!DOCTYPE svg>\n<svg/>'],
    ["comments without end", "html", "<!--a-->".repeat(5_000)],
    ["a page", "html", "  <!DOCTYPE html><title>x</title>"],
    ["an archive", "archive", zip],
    ["a compressed drawing", "archive", Buffer.from([0x1f, 0x8b, 8, 0])],
    ["a program", "program", Buffer.from("MZ\x90\0")],
    ["a script", "program", "#!/bin/sh\nrm -rf ~"],
    ["another sound in Ogg", "ogg", withOther(sample("vorbis.ogg"), "vorbis", "SpeexX")],
    ["QuickTime of another kind", "quickTime", withOther(sample("film.mov"), "avc1", "apcn")],
    ["Matroska", "matroska", sample("film.mkv")],
    ["compressed WAV", "compressedWav", makeWav({ code: 85 })],
    ["UTF-16", "notUtf8", Buffer.from("\uFEFFWEBVTT\n\n", "utf16le")],
    ["Latin-1", "notUtf8", Buffer.from("WEBVTT\n\né\n", "latin1")],
    ["markup in subtitles", "markup", "WEBVTT\n\n00:00.000 --> 00:02.000\n<script>alert(1)</script>\n"],
  ])("28.3 %s", async (_name, reason, data) => {
    expect(await what(Buffer.from(data))).toBe(REFUSALS[reason])
  })
})

describe("two things at once are refused", () => {
  const hosts = {
    ...pictures,
    mp3: sample("tone.mp3"),
    wav,
    flac: sample("tone.flac"),
    webm: sample("film.webm"),
    pdf,
  }
  test.each(Object.entries(hosts))("an archive behind %s", async (_name, data) => {
    expect(await what(Buffer.concat([data, zip]))).not.toHaveProperty("kind")
  })
  test.each(Object.entries(hosts))("a page behind %s, unless it is left away", async (name, data) => {
    const found = await what(Buffer.concat([data, html]))
    // Pictures are made anew before anybody sees them; what is in boxes has nothing behind them.
    const isLeftAway = Object.hasOwn(pictures, name) && name !== "avif"
    expect(typeof found === "object").toBe(isLeftAway)
  })
  test("a document or a page where a sound begins", async () => {
    const id3 = (text: Buffer) =>
      Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0"), Buffer.from([text.length]), text, hosts.mp3])
    expect(await what(id3(pdf))).toBe(REFUSALS.double)
    expect(await what(id3(html))).toBe(REFUSALS.double)
    expect(await what(id3(Buffer.alloc(20)))).toMatchObject({ type: "audio/mpeg" })
  })
  test("an archive in the comment of a picture's end", async () => {
    expect(await what(Buffer.concat([pictures.jpeg, zip, Buffer.alloc(1_000)]))).toBe(REFUSALS.double)
  })
  test("what cameras append is none of it", async () => {
    const motion = Buffer.concat([pictures.jpeg, pictures.jpeg, sample("film.mp4"), Buffer.alloc(64)])
    expect(await what(motion)).toMatchObject({ type: "image/jpeg" })
  })
})

describe("what is cut short and would be shown without its end is refused", () => {
  const whole = {
    png: pictures.png,
    gif: pictures.gif,
    avif: pictures.avif,
    heic: sample("picture.heic"),
    m4a: sample("tone.m4a"),
    mp4: sample("film.mp4"),
    webm: sample("film.webm"),
    wav,
    pdf,
  }
  test.each(Object.entries(whole))("%s", async (_name, data) => {
    for (const share of [0.3, 0.6, 0.9]) {
      expect(await what(data.subarray(0, Math.floor(data.length * share)))).not.toHaveProperty("kind")
    }
    expect(await what(data.subarray(0, -10))).toBe(REFUSALS.cut)
  })
})

test("a sound that says that it lasts a week is refused before it is heard", async () => {
  const m4a = sample("tone.m4a")
  m4a.writeUInt32BE(0x7fff_ffff, m4a.indexOf("mvhd") + 20)
  expect(await what(m4a)).toBe(REFUSALS.duration)
})

test("whatever stands in a file, it is recognised or refused in a moment", async () => {
  const files = [...Object.values(pictures), wav, pdf, vtt, srt, zip]
  for (const name of [
    "tone.mp3",
    "tone.m4a",
    "tone.ogg",
    "tone.flac",
    "film.mp4",
    "film.webm",
    "picture.heic",
  ])
    files.push(sample(name))
  let seed = 1
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < 3_000; round += 1) {
    const data = Buffer.from(files[round % files.length] ?? "")
    for (let n = random(6); n >= 0; n -= 1) data[random(Math.min(data.length, 600))] = random(256)
    let answer: Awaited<ReturnType<typeof what>> | undefined
    const ms = await leastCpuMs(1_000, async () => (answer = await what(data)))
    expect(ms).toBeLessThan(1_000)
    const reason = typeof answer === "string" ? answer : REFUSALS.empty
    expect(Object.values(REFUSALS)).toContain(reason)
  }
})
