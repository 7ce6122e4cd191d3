/** Stored as PostgreSQL `integer`. */
const MAX_INTEGER = 2_147_483_647

/**
 * The seconds in `1:02:03`, `00:62:03`, `62:03`, `3723`, `3723.4 sec`, `1h 02m`, `62 min`, `62’03` or `PT1H2M3S`, rounded.
 * Null for anything else, for zero (no episode lasts nothing) and for what PostgreSQL cannot store.
 */
export function parseDuration(text: string) {
  const compact = text
    .slice(0, 60)
    .toLowerCase()
    .replace(/\s+/g, "")
    .replace(/(?<=\d),(?=\d)/, ".")
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
  // Whoever leaves the larger places at zero may count on in the smaller ones.
  if (hours > 0 && minutes >= 60) return undefined
  if (hours + minutes > 0 && seconds >= 60) return undefined
  return hours * 3600 + minutes * 60 + seconds
}

function units(text: string) {
  if (!/^(?:pt)?\d/.test(text)) return undefined
  let sum = 0
  let last = -1
  for (const [, number, word = ""] of text.matchAll(/(\d{1,12}(?:\.\d{1,9})?)(\D*)/g)) {
    const name = word.replace(/[.,]?(?:et|and)?$/, "")
    // A number without a unit stands behind a larger one: "1h02", "62’03".
    const place =
      name === "" && (last === 0 || last === 1) ? last + 1 : UNITS.findIndex(({ names }) => names.test(name))
    const unit = UNITS[place]
    if (!unit || place <= last) return undefined
    sum += Number(number) * unit.seconds
    last = place
  }
  return sum
}

const UNITS = [
  { seconds: 3_600, names: /^(?:h|hrs?|hours?|heures?)$/ },
  { seconds: 60, names: /^(?:mins?|minutes?|mn|m|['‘’′´`])$/ },
  { seconds: 1, names: /^(?:s|secs?|secondes?|seconds?|["“”″]|['‘’′´`]{2})$/ },
  { seconds: 0.001, names: /^(?:ms|millis|millisecondes?|milliseconds?)$/ },
]
