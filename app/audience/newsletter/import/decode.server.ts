/** How a text is written in bytes, as it is said to hosts. */
export type Encoding = "UTF-8" | "UTF-16" | "Windows-1252"

type Found = { label: string; name: Encoding }
const UTF_8: Found = { label: "utf-8", name: "UTF-8" }
const WINDOWS: Found = { label: "windows-1252", name: "Windows-1252" }

/**
 * The text of a file whose encoding nobody told: by its byte-order mark, by the zeros of UTF-16, else by the first letters that
 * are not ASCII, wherever they come. What is none of it becomes U+FFFD.
 *
 * @param onEncoding told once it is known
 */
export async function* decodeText(source: AsyncIterable<Uint8Array>, onEncoding: (name: Encoding) => void) {
  let decoder: TextDecoder | undefined
  let held: Uint8Array = new Uint8Array()
  let isFirst = true
  const choose = ({ label, name }: Found) => {
    onEncoding(name)
    return new TextDecoder(label)
  }
  for await (const chunk of source) {
    const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    held = new Uint8Array()
    if (!decoder) {
      if (isFirst && bytes.length < 4) {
        held = bytes
        continue
      }
      const wide = isFirst && findWide(bytes)
      isFirst = false
      if (wide) decoder = choose(wide)
      else {
        const at = bytes.findIndex((byte) => byte > 127)
        if (at < 0) {
          yield Buffer.from(bytes).toString("latin1")
          continue
        }
        // So near to the end, what follows says what it is.
        if (at > bytes.length - 4) {
          held = bytes.subarray(at)
          yield Buffer.from(bytes.subarray(0, at)).toString("latin1")
          continue
        }
        decoder = choose(isUtf8(bytes) ? UTF_8 : WINDOWS)
      }
    }
    yield decoder.decode(bytes, { stream: true })
  }
  decoder ??= choose(isUtf8(held, true) ? UTF_8 : WINDOWS)
  yield decoder.decode(held)
}

function findWide(bytes: Uint8Array): Found | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return { label: "utf-16le", name: "UTF-16" }
  if (first === 0xfe && second === 0xff) return { label: "utf-16be", name: "UTF-16" }
  const head = bytes.subarray(0, 200)
  const zeros = [0, 0]
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  const many = head.length / 4
  if (odd > many && even === 0) return { label: "utf-16le", name: "UTF-16" }
  return even > many && odd === 0 ? { label: "utf-16be", name: "UTF-16" } : undefined
}

function isUtf8(bytes: Uint8Array, isAll = false) {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: !isAll })
    return true
  } catch {
    return false
  }
}
