/** As many as a wide screen shows well, one every three pixels of a phone. */
const BARS = 120
/** A digit a bar says its height. */
const LEVELS = 36

/**
 * A sound's peaks as the few letters that a page needs to draw them, a digit of base 36 for each bar.
 *
 * @param waveform peaks from 0 to 255 in base64, as the library keeps them
 * @returns null where there is nothing to draw
 */
export function toBars(waveform: string) {
  const peaks = Buffer.from(waveform, "base64")
  const loudest = Math.max(...peaks.subarray(0, MAX_PEAKS))
  if (peaks.length === 0 || peaks.length > MAX_PEAKS || loudest === 0) return null
  const heightOf = (_: unknown, bar: number) => {
    const start = Math.floor((bar * peaks.length) / BARS)
    const end = Math.max(start + 1, Math.floor(((bar + 1) * peaks.length) / BARS))
    return Math.round((Math.max(...peaks.subarray(start, end)) / loudest) * (LEVELS - 1)).toString(LEVELS)
  }
  return Array.from({ length: BARS }, heightOf).join("")
}

/** The media worker makes 600. */
const MAX_PEAKS = 10_000
