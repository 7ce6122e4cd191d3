import type { Bytes } from "./bytes.ts"
import { refuse } from "./refused.ts"

export type Wav = Awaited<ReturnType<typeof findWav>>

const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe
/** What a recorder writes that did not know how long it would get. */
const UNKNOWN = new Set([0, 0xffff_ffff])

/** Finds format and samples of a WAV file. @throws RefusedFileError when it is compressed, cut or damaged */
export async function findWav(bytes: Bytes) {
  const head = await bytes.read(0, 12)
  const announced = head.length === 12 ? head.readUInt32LE(4) : 0
  const end = UNKNOWN.has(announced) ? bytes.size : 8 + announced
  let format: ReturnType<typeof readFormat> | undefined
  for (let at = 12; at + 8 <= end;) {
    const chunk = await bytes.read(at, 8)
    if (chunk.length < 8) refuse("cut")
    const name = chunk.toString("latin1", 0, 4)
    const length = chunk.readUInt32LE(4)
    if (name === "fmt ") format = readFormat(await bytes.read(at + 8, 40))
    if (name === "data") {
      if (!format) refuse("damaged")
      const from = at + 8
      const to = UNKNOWN.has(length) ? bytes.size : from + length
      // A chunk of odd length is padded, and some programs forget that.
      if (to > bytes.size || end > bytes.size + 1) refuse("cut")
      const frames = Math.floor((to - from) / format.frameBytes)
      const durationMs = Math.round((frames / format.sampleRate) * 1000)
      return { ...format, from, to, durationMs, end: Math.max(end, to) }
    }
    at += 8 + length + (length % 2)
  }
  return refuse(end > bytes.size ? "cut" : "damaged")
}

function readFormat(data: Buffer) {
  if (data.length < 16) refuse("cut")
  const tag = data.readUInt16LE(0)
  const code = tag === EXTENSIBLE && data.length >= 26 ? data.readUInt16LE(24) : tag
  if (code !== PCM && code !== FLOAT) refuse("compressedWav")
  const channels = data.readUInt16LE(2)
  const sampleRate = data.readUInt32LE(4)
  const bits = data.readUInt16LE(14)
  const isKnown = code === FLOAT ? bits === 32 : [8, 16, 24, 32].includes(bits)
  if (!isKnown || channels < 1 || channels > 8 || sampleRate < 4_000 || sampleRate > 768_000)
    refuse("damaged")
  return { channels, sampleRate, bits, isFloat: code === FLOAT, frameBytes: (channels * bits) / 8 }
}
