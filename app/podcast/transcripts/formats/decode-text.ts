/** A text file in any of the codings that captions come in: UTF-8 or UTF-16 (with or without a byte order mark), else Windows' Latin. */
export function decodeText(bytes: Uint8Array) {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decode(bytes, "utf-16le")
  if (first === 0xfe && second === 0xff) return decode(bytes, "utf-16be")
  const wide = sixteenBits(bytes)
  if (wide) return decode(bytes, wide)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return decode(bytes, "windows-1252")
  }
}

const decode = (bytes: Uint8Array, coding: string) => new TextDecoder(coding).decode(bytes)

/** Western texts in 16 bits have a zero in nearly every pair. */
function sixteenBits(bytes: Uint8Array) {
  const head = bytes.subarray(0, 1_000)
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < head.length / 5) return undefined
  return odd > even ? "utf-16le" : "utf-16be"
}
