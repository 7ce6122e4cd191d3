/** « progress =  42% », « 42 % », « 42.7%|████ » */
const PERCENT = /(?<![\d.,])(\d{1,3})(?:[.,]\d{1,6})?[ \u00a0\u202f]?%/g
const MAX_LINE = 2_000

/**
 * Reads how far a command is from what it prints: of each line the last percentage.
 *
 * @param onProgress called with 0 to 100 whenever that changes
 */
export function progressReader(onProgress: (percent: number) => void) {
  let line = ""
  let last = -1
  const read = (text: string) => {
    const found = [...text.matchAll(PERCENT)].at(-1)?.[1]
    const percent = found === undefined ? Number.NaN : Number(found)
    if (!(percent <= 100) || percent === last) return
    last = percent
    onProgress(percent)
  }
  return (piece: string) => {
    const lines = (line + piece).split(/[\r\n]+/)
    line = (lines.pop() ?? "").slice(-MAX_LINE)
    for (const whole of lines) read(whole.slice(-MAX_LINE))
    read(line)
  }
}
