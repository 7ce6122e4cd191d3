import type { ByteRange } from "./store/media-store.server.ts"

/** More are ignored: each is a part of its own, and nobody needs so many at once. */
const MAX_RANGES = 16

/**
 * What a `Range` header asks for of a file (RFC 9110, 14.1.2).
 *
 * @returns the ranges that can be had, first and last byte included, in their order; none when none can (416); undefined when
 *   the header is to be ignored: another unit, wrong syntax, too many, or more than the whole file together
 */
export function readRanges(header: string, size: number): ByteRange[] | undefined {
  const list = /^bytes=(.*)$/is.exec(header)?.[1]
  // Elements of a list may be empty (5.6.1).
  const specs =
    list
      ?.split(",")
      .map((spec) => spec.trim())
      .filter(Boolean) ?? []
  if (specs.length === 0 || specs.length > MAX_RANGES) return undefined
  const ranges: ByteRange[] = []
  for (const spec of specs) {
    const [, first, last] = /^(\d*)-(\d*)$/.exec(spec) ?? []
    if (first === undefined || last === undefined || (!first && !last)) return undefined
    if (first && last && BigInt(last) < BigInt(first)) return undefined
    const start = first ? Number(first) : Math.max(0, size - Number(last))
    const end = first && last ? Math.min(Number(last), size - 1) : size - 1
    if (start <= end) ranges.push({ start, end })
  }
  const asked = ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0)
  return ranges.length > 1 && asked > size ? undefined : ranges
}
