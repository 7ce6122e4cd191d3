import { open } from "node:fs/promises"
import { decodeSound } from "#app/media/processing/decode-sound.server.ts"
import { MAX_DURATION_MS } from "#app/media/processing/recognised.ts"
import { refuse } from "#app/media/processing/refused.ts"
import { resampler } from "./resample.ts"

/** What programs that write down speech ask for. */
const RATE = 16_000
const HEAD_BYTES = 44
const MAX_SAMPLES = (MAX_DURATION_MS / 1_000) * RATE

/**
 * Writes a sound as a WAV file of one channel, 16 bits, 16 kHz: about 115 MB an hour.
 *
 * @returns false for what is not decoded here
 * @throws RefusedFileError when there is nothing in it, or too much
 */
export async function writeWav(sound: string, type: string, to: string, signal: AbortSignal) {
  const decoded = decodeSound(sound, type)
  if (!decoded) return false
  const file = await open(to, "wx", 0o600)
  try {
    let count = 0
    let rate = 0
    let resample = resampler(RATE, RATE)
    const write = async (samples: Float32Array) => {
      if (samples.length === 0) return
      count += samples.length
      if (count > MAX_SAMPLES) refuse("duration")
      await file.write(toBytes(samples), 0, null, HEAD_BYTES + 2 * (count - samples.length))
    }
    for await (const { channels, sampleRate } of decoded) {
      signal.throwIfAborted()
      const [first] = channels
      if (!first || first.length === 0) continue
      if (rate !== sampleRate) {
        resample = resampler(sampleRate, RATE)
        rate = sampleRate
      }
      await write(resample(mix(channels, first)))
    }
    if (count === 0) refuse("damaged")
    await file.write(headOf(2 * count), 0, null, 0)
  } finally {
    await file.close()
  }
  return true
}

function mix(channels: Float32Array[], first: Float32Array) {
  if (channels.length === 1) return first
  return first.map((_, at) => channels.reduce((sum, one) => sum + (one[at] ?? 0), 0) / channels.length)
}

function toBytes(samples: Float32Array) {
  const bytes = Buffer.allocUnsafe(2 * samples.length)
  for (const [at, sample] of samples.entries())
    bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))), 2 * at)
  return bytes
}

function headOf(dataBytes: number) {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write("RIFF", 0)
  head.writeUInt32LE(HEAD_BYTES - 8 + dataBytes, 4)
  head.write("WAVEfmt ", 8)
  head.writeUInt32LE(16, 16)
  // PCM, one channel.
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(2 * RATE, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write("data", 36)
  head.writeUInt32LE(dataBytes, 40)
  return head
}
