import { randomBytes } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { db } from "#app/db/client.server.ts"
import { uploads } from "#app/db/schema/media.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { wavOf } from "./wav.ts"

const FOLDER = join(import.meta.dirname, "media")

/** A small file of each kind; the tones are sines of 1000 Hz. */
export const mediaSample = (name: string) => readFile(join(FOLDER, name))

/** An upload of which everything has come, as it waits for the media worker. */
export async function createWholeUpload(data: Buffer, userId: string, title = "fichier") {
  const id = randomBytes(16).toString("base64url")
  await getStore().put(`uploads/${id}`, Readable.from([data]), { bytes: data.length, type: "x/x" })
  const bytes = Math.max(1, data.length)
  await db.insert(uploads).values({ id, userId, title, bytes, received: bytes })
  return id
}

/** A sine in a WAV file of 16 bits. @param level in decibels below full scale */
export function makeWav({
  seconds = 0.1,
  level = 0,
  frequency = 1_000,
  sampleRate = 48_000,
  channels = 1,
  code = 1,
} = {}) {
  const frames = Math.round(sampleRate * seconds)
  const samples = Buffer.alloc(frames * channels * 2)
  const amplitude = 32_767 * 10 ** (level / 20)
  for (let i = 0; i < frames * channels; i += 1) {
    const time = Math.floor(i / channels) / sampleRate
    samples.writeInt16LE(Math.round(amplitude * Math.sin(2 * Math.PI * frequency * time)), 2 * i)
  }
  return wavOf(samples, { sampleRate, bits: 16, channels, code })
}
