const HEADER_BYTES = 44

/** A WAV file of samples in one channel or more. @param code of their format; 1 is PCM */
export function wavOf(samples: Buffer, { sampleRate = 8_000, bits = 8, channels = 1, code = 1 } = {}) {
  const frame = (channels * bits) / 8
  const header = Buffer.alloc(HEADER_BYTES)
  header.write("RIFF", 0)
  header.writeUInt32LE(HEADER_BYTES - 8 + samples.length, 4)
  header.write("WAVEfmt ", 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(code, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * frame, 28)
  header.writeUInt16LE(frame, 32)
  header.writeUInt16LE(bits, 34)
  header.write("data", 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}

/** Of 8 bits, mono. */
export function silentWav(seconds: number) {
  return wavOf(Buffer.alloc(8_000 * seconds, 128))
}
