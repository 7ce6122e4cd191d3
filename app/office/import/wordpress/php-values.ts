/** What PHP's `serialize` writes of plain data; arrays are maps, their keys as text. */
export type PhpValue = string | number | boolean | null | Map<string, PhpValue>

/**
 * Reads what PHP's `serialize` wrote, as data only: texts, numbers, booleans, nothing and arrays of these. Undefined for anything
 * else: objects, references, classes of their own, and what is broken, nested too deep or too large.
 */
export function readPhp(text: string): PhpValue | undefined {
  if (!/^(?:[bids]:|N;|a:)/.test(text) || text.length > MAX_CHARACTERS) return undefined
  // Lengths are in bytes.
  const bytes = Buffer.from(text)
  let at = 0
  let entries = 0

  /** What stands before a sign that comes within some bytes; the place moves behind it. */
  function until(sign: string) {
    const end = bytes.subarray(at, at + MAX_NUMBER).indexOf(sign)
    if (end === -1) throw new NoData()
    const found = bytes.toString("latin1", at, at + end)
    at += end + sign.length
    return found
  }

  function expect(sign: string) {
    if (bytes.toString("latin1", at, at + sign.length) !== sign) throw new NoData()
    at += sign.length
  }

  function count() {
    const digits = until(":")
    if (!/^\d{1,9}$/.test(digits)) throw new NoData()
    return Number(digits)
  }

  function number(pattern: RegExp) {
    const written = until(";")
    if (!pattern.test(written)) throw new NoData()
    return Number(written)
  }

  function string() {
    const length = count()
    expect('"')
    const value = bytes.toString("utf8", at, at + length)
    at += length
    expect('";')
    return value
  }

  function array(depth: number) {
    const size = count()
    entries += size
    if (entries > MAX_ENTRIES || depth >= MAX_DEPTH) throw new NoData()
    const found = new Map<string, PhpValue>()
    expect("{")
    for (let index = 0; index < size; index += 1) {
      const key = value(depth + 1)
      if (typeof key !== "string" && typeof key !== "number") throw new NoData()
      found.set(String(key), value(depth + 1))
    }
    expect("}")
    return found
  }

  function value(depth: number): PhpValue {
    const type = bytes.toString("latin1", at, at + 2)
    at += 2
    if (type === "s:") return string()
    if (type === "i:") return number(/^-?\d{1,20}$/)
    if (type === "d:") return number(/^-?\d[\d.]*(?:E[+-]?\d+)?$/i)
    if (type === "b:") return number(/^[01]$/) === 1
    if (type === "N;") return null
    if (type === "a:") return array(depth)
    throw new NoData()
  }

  try {
    return value(0)
  } catch (error) {
    if (error instanceof NoData) return undefined
    throw error
  }
}

class NoData extends Error {}

const MAX_CHARACTERS = 1_000_000
const MAX_ENTRIES = 10_000
const MAX_DEPTH = 20
/** Longer than any number or length. */
const MAX_NUMBER = 40
