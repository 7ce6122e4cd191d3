/** One version in a text in the order of Keep a Changelog (https://keepachangelog.com/fr/1.1.0/). */
export type Release = {
  version: string
  /** `YYYY-MM-DD`, or nothing where it says none. */
  date: string
  /** In Markdown. */
  notes: string
}

const HEADLINE = /^##[ \t]+\[?v?(\d[\w.+-]{0,60})\]?(.{0,100})/
/** https://semver.org: three numbers, and what makes it one that is tried out. */
const VERSION = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([\w.-]+))?(?:\+[\w.-]+)?$/
const DATE = /\b\d{4}-\d\d-\d\d\b/

/**
 * The versions of a changelog, as they stand there; what is not released yet, or was taken back (`[YANKED]`), is none. A text that is no
 * changelog has none.
 */
export function* readChangelog(text: string): Generator<Release> {
  let release: Omit<Release, "notes"> | undefined
  let lines: string[] = []
  for (const line of text.split(/\r\n?|\n/)) {
    if (!/^##[ \t]/.test(line)) {
      lines.push(line)
      continue
    }
    if (release) yield { ...release, notes: lines.join("\n").trim() }
    lines = []
    const [, version = "", rest = ""] = HEADLINE.exec(line) ?? []
    const isOne = VERSION.test(version) && !/\[yanked\]/i.test(rest)
    release = isOne ? { version, date: realDate(DATE.exec(rest)?.[0]) } : undefined
  }
  if (release) yield { ...release, notes: lines.join("\n").trim() }
}

function realDate(day = "") {
  return new Date(`${day}T12:00:00Z`).toJSON()?.startsWith(day) ? day : ""
}

/** In the order of Semantic Versioning: negative where the first one is the older one. What is no version is older than all. */
export function compareVersions(one: string, other: string) {
  const [first, second] = [partsOf(one), partsOf(other)]
  for (const [index, part] of first.numbers.entries()) {
    const difference = part - (second.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  return comparePreReleases(first.tried, second.tried)
}

/** Whether it is one that is tried out before it is released, as 2.0.0-rc.1 is. */
export const isPreRelease = (version: string) => partsOf(version).tried.length > 0

function partsOf(version: string) {
  const [, major = "-1", minor = "0", patch = "0", tried = ""] = VERSION.exec(version) ?? []
  return { numbers: [major, minor, patch].map(Number), tried: tried === "" ? [] : tried.split(".") }
}

function comparePreReleases(one: string[], other: string[]): number {
  // What is released comes after what was tried.
  if (one.length === 0 || other.length === 0) return other.length - one.length
  for (const [index, part] of one.entries()) {
    const against = other[index]
    if (against === undefined) return 1
    if (part === against) continue
    const [isNumber, isAgainst] = [part, against].map((text) => /^\d+$/.test(text))
    if (isNumber && isAgainst) return Number(part) - Number(against) || part.length - against.length
    if (isNumber !== isAgainst) return isNumber ? -1 : 1
    return part < against ? -1 : 1
  }
  return one.length - other.length
}
