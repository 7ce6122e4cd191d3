/** Stored as PostgreSQL `integer`. */
const MAX_INTEGER = 2_147_483_647

/**
 * The seconds in `1:02:03`, `62:03`, `3723`, `3723.4`, `1h 02m`, `62 min` or `PT1H2M3S`, rounded.
 * Null for anything else, for zero (no episode lasts nothing) and for what PostgreSQL cannot store.
 */
export function parseDuration(text: string) {
  const compact = text.slice(0, 60).replace(/\s+/g, "").toLowerCase().replace(",", ".")
  const seconds = Math.round(clock(compact) ?? units(compact) ?? 0)
  return seconds >= 1 && seconds <= MAX_INTEGER ? seconds : null
}

/** The same for what people type: a number alone is minutes (`62`, `62,5`). */
export function parseTypedDuration(text: string) {
  const compact = text.trim()
  return parseDuration(/^\d{1,8}(?:[.,]\d{0,9})?$/.test(compact) ? minutes(compact) : compact)
}

/** The whole seconds that a sound lasts; one that is heard at all lasts one. */
export function secondsOf(milliseconds: number | null) {
  return milliseconds === null ? null : Math.max(1, Math.round(milliseconds / 1_000))
}

function minutes(text: string) {
  return String(Number(text.replace(",", ".")) * 60)
}

function clock(text: string) {
  const match = /^(?:(?:(\d{1,6}):)?(\d{1,6}):)?(\d{1,12}(?:\.\d*)?)$/.exec(text)
  if (!match) return undefined
  const [hours, minutes, seconds] = [Number(match[1] ?? 0), Number(match[2] ?? 0), Number(match[3])]
  if (match[2] !== undefined && seconds >= 60) return undefined
  if (match[1] !== undefined && minutes >= 60) return undefined
  return hours * 3600 + minutes * 60 + seconds
}

function units(text: string) {
  const match =
    /^(?:pt)?(?:(\d{1,6})(?:h|hrs?|hours?|heures?))?(?:(\d{1,6})(?:min|mins|minutes?|mn|m)?)?(?:(\d{1,6})(?:s|secs?|secondes?|seconds?))?$/.exec(
      text,
    )
  if (!match || text === "") return undefined
  return Number(match[1] ?? 0) * 3600 + Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0)
}
