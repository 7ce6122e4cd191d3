import type { FoundCue } from "#app/kit/lib/cues.ts"

/** Frames a second, where nobody says how many. */
export const FRAME_RATE = 25

export const framesNote = (rate: number) =>
  `Les heures données en images sont comptées à ${rate.toLocaleString("fr-FR")}\u00a0images par seconde.`

const CLOCK = /^(?:(\d{1,3}):)?(\d{1,4}):(\d{1,2})(?:[.,](\d{1,9})|:(\d{1,3})(?:\.\d{1,2})?)?$/
const OFFSET = /^(\d{1,9}(?:[.,]\d{0,9})?) ?(h|m|s|ms|f|t)?$/
const ISO = /^PT(?:(\d{1,4})H)?(?:(\d{1,6})M)?(?:(\d{1,8}(?:\.\d{1,9})?)S)?$/
const UNITS_MS: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 }

/**
 * Milliseconds of « 1:02:03,5 », « 00:00:05:12 » (the last are frames), « 3s », « 1500ms », « 12f », « PT1.2S »; a number alone is
 * seconds. Undefined for anything else.
 */
export function readTime(text: string, { frameRate = FRAME_RATE, tickRate = 1 } = {}) {
  const compact = text.slice(0, 40).trim().replaceAll(";", ":")
  const [clock, hours = 0, minutes, seconds, fraction = "0", frames = 0] = CLOCK.exec(compact) ?? []
  if (clock !== undefined) {
    const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
    return Math.round((whole + Number(`0.${fraction}`) + Number(frames) / frameRate) * 1_000)
  }
  const [, number = "", unit = "s"] = OFFSET.exec(compact) ?? []
  const factor = unit === "f" ? 1_000 / frameRate : unit === "t" ? 1_000 / tickRate : UNITS_MS[unit]
  if (number !== "" && factor !== undefined) return Math.round(Number(number.replace(",", ".")) * factor)
  const [iso, h = 0, m = 0, s = 0] = ISO.exec(compact) ?? []
  return iso === undefined ? undefined : Math.round(((Number(h) * 60 + Number(m)) * 60 + Number(s)) * 1_000)
}

/** Nobody speaks so slowly: a letter in twenty seconds. */
const SLOWEST_MS = 20_000

/** Numbers without a unit, read as seconds, are milliseconds where all are whole and nobody could speak that slowly. */
export function inSeconds<Found extends FoundCue>(cues: Found[]): Found[] {
  let [first, last, letters] = [Infinity, -Infinity, 0]
  for (const { start, end, text } of cues) {
    letters += text.length
    for (const time of [start, end])
      if (typeof time === "number") {
        if (time % 1_000 !== 0) return cues
        first = Math.min(first, time)
        last = Math.max(last, time)
      }
  }
  if (letters === 0 || (last - first) / letters < SLOWEST_MS) return cues
  const less = (time: number | null | undefined) => (typeof time === "number" ? time / 1_000 : null)
  return cues.map((cue) => ({ ...cue, start: less(cue.start), end: less(cue.end) }))
}
