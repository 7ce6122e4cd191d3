const NAMES = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
  macintosh: "Mac Roman",
} as const
type Label = keyof typeof NAMES

/** How a text is written in bytes, as it is said to hosts. */
export type Encoding = (typeof NAMES)[Label]

/**
 * A text whose encoding nobody told: UTF-8 or UTF-16, with or without a byte-order mark, else Windows' Latin or that of old Macs.
 * What is none of it becomes U+FFFD.
 */
export function decodeText(bytes: Uint8Array) {
  return new TextDecoder(recognise(bytes)).decode(bytes)
}

/**
 * As `decodeText`, piece by piece: what is not ASCII tells the encoding, wherever it comes.
 *
 * @param onEncoding told once it is known
 */
export async function* decodeStream(source: AsyncIterable<Uint8Array>, onEncoding: (name: Encoding) => void) {
  let decoder: TextDecoder | undefined
  let held: Uint8Array = new Uint8Array()
  const choose = (isAll: boolean) => {
    const label = recognise(held, isAll)
    onEncoding(NAMES[label])
    return new TextDecoder(label)
  }
  for await (const chunk of source) {
    held = held.length > 0 ? join(held, chunk) : chunk
    if (!decoder) {
      const at = held.findIndex((byte) => byte > 127 || byte === 0)
      // So near to the end, what follows says what it is.
      if (at < 0 || at > held.length - 4) {
        const end = at < 0 ? held.length : at
        yield ASCII.decode(held.subarray(0, end))
        held = held.subarray(end)
        continue
      }
      decoder = choose(false)
    }
    yield decoder.decode(held, { stream: true })
    held = new Uint8Array()
  }
  decoder ??= choose(true)
  yield decoder.decode(held)
}

const ASCII = new TextDecoder()

function join(one: Uint8Array, other: Uint8Array) {
  const joined = new Uint8Array(one.length + other.length)
  joined.set(one)
  joined.set(other, one.length)
  return joined
}

/** @param isAll whether nothing follows */
function recognise(bytes: Uint8Array, isAll = true): Label {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return "utf-16le"
  if (first === 0xfe && second === 0xff) return "utf-16be"
  const wide = findWide(bytes.subarray(0, 1_000))
  if (wide) return wide
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: !isAll })
    return "utf-8"
  } catch {
    return isMacRoman(bytes) ? "macintosh" : "windows-1252"
  }
}

/** What « à â ç É é è ê ù û á ü » are on old Macs: in Windows' Latin signs that nobody writes, or none. */
const MAC_LETTERS = new Set([0x88, 0x89, 0x8d, 0x83, 0x8e, 0x8f, 0x90, 0x9d, 0x9e, 0x87, 0x9f])

/** Windows has its small letters from « à » on, where old Macs have signs and capitals that are rare. */
function isMacRoman(bytes: Uint8Array) {
  let mac = 0
  let windows = 0
  for (const byte of bytes) {
    if (MAC_LETTERS.has(byte)) mac += 1
    else if (byte >= 0xe0) windows += 1
  }
  return mac > windows
}

/** Western texts in 16 bits have a zero in nearly every pair. */
function findWide(head: Uint8Array): Label | undefined {
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (head.length === 0 || Math.max(even, odd) < head.length / 5) return undefined
  return odd > even ? "utf-16le" : "utf-16be"
}
