import { createReadStream } from "node:fs"
import { FLACDecoder } from "@wasm-audio-decoders/flac"
import { OggVorbisDecoder } from "@wasm-audio-decoders/ogg-vorbis"
import { MPEGDecoder } from "mpg123-decoder"
import { OpusDecoder } from "opus-decoder"
import { openBytes } from "./open-bytes.server.ts"
import { opusHead, oggPackets } from "./ogg-packets.ts"
import { findWav, type Wav } from "./wav.ts"

/** The next samples of all channels, from -1 to 1. */
export type Samples = { channels: Float32Array[]; sampleRate: number }

/** Of a kind that is decoded here, but not in this manner. */
export class NotDecodedError extends Error {
  override name = "NotDecodedError"
}

/** Little enough that what it becomes stays small, however much it is compressed. */
const PIECE = 16_384

/** A sound's samples, piece by piece. @returns undefined for what is not decoded here: M4A, WebM */
export function decodeSound(file: string, type: string): AsyncIterable<Samples> | undefined {
  if (type === "audio/mpeg") return decodeMp3(file)
  if (type === "audio/wav") return decodeWav(file)
  if (type === "audio/flac") return decodeFile(new FLACDecoder(), file)
  return type === "audio/ogg" ? decodeOgg(file) : undefined
}

async function* decodeMp3(file: string): AsyncGenerator<Samples> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  try {
    for await (const piece of createReadStream(file, { highWaterMark: PIECE })) {
      const { channelData, sampleRate } = decoder.decode(piece as Buffer)
      yield { channels: channelData, sampleRate }
    }
  } finally {
    decoder.free()
  }
}

/** What takes a file's pieces as they are. */
type FileDecoder = Pick<FLACDecoder, "ready" | "flush" | "free"> & {
  decode: (piece: Uint8Array) => ReturnType<FLACDecoder["decode"]>
}

async function* decodeFile(decoder: FileDecoder, file: string): AsyncGenerator<Samples> {
  await decoder.ready
  try {
    for await (const piece of createReadStream(file, { highWaterMark: PIECE })) {
      const { channelData, sampleRate } = await decoder.decode(piece as Buffer)
      yield { channels: channelData, sampleRate }
    }
    const { channelData, sampleRate } = await decoder.flush()
    yield { channels: channelData, sampleRate }
  } finally {
    decoder.free()
  }
}

async function* decodeOgg(file: string): AsyncGenerator<Samples> {
  let decoder: OpusDecoder | undefined
  let isVorbis = false
  try {
    for await (const packet of oggPackets(createReadStream(file, { highWaterMark: PIECE }))) {
      // Its packets are followed to the end all the same: that is where a cut file is told.
      if (isVorbis) continue
      isVorbis = !decoder && packet.toString("latin1", 0, 7) === "\x01vorbis"
      if (isVorbis) yield* decodeFile(new OggVorbisDecoder(), file)
      const head = opusHead(packet)
      if (head) {
        // More than two channels are several streams in one: none of a podcast's.
        if (decoder || head.channels > 2) throw new NotDecodedError()
        decoder = new OpusDecoder({ channels: head.channels, preSkip: head.preSkip })
        await decoder.ready
      } else if (decoder && packet.toString("latin1", 0, 8) !== "OpusTags") {
        const { channelData, sampleRate } = decoder.decodeFrame(packet)
        yield { channels: channelData, sampleRate }
      }
    }
  } finally {
    decoder?.free()
  }
}

async function* decodeWav(file: string): AsyncGenerator<Samples> {
  const bytes = await openBytes(file)
  const wav = await findWav(bytes).finally(() => bytes.close())
  const { from, frameBytes, sampleRate } = wav
  const to = wav.to - ((wav.to - from) % frameBytes)
  if (to === from) return
  let rest = Buffer.alloc(0)
  for await (const piece of createReadStream(file, { start: from, end: to - 1, highWaterMark: PIECE })) {
    const data = Buffer.concat([rest, piece as Buffer])
    const frames = Math.floor(data.length / frameBytes)
    rest = data.subarray(frames * frameBytes)
    yield { channels: unpack(data, frames, wav), sampleRate }
  }
}

function unpack(data: Buffer, frames: number, { channels, frameBytes, bits, isFloat }: Wav) {
  return Array.from({ length: channels }, (_, channel) => {
    const samples = new Float32Array(frames)
    for (let i = 0; i < frames; i += 1) {
      const at = i * frameBytes + (channel * bits) / 8
      if (isFloat) samples[i] = data.readFloatLE(at)
      else if (bits === 8) samples[i] = (data.readUInt8(at) - 128) / 128
      else samples[i] = data.readIntLE(at, bits / 8) / 2 ** (bits - 1)
    }
    return samples
  })
}
