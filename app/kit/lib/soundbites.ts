// Moments of an episode that make one want to hear it: as they are stored, and as lines of text, which forms, versions and
// imports pass on.

import { parseClock, writeClock } from "./chapters.ts"

/** From when on, in milliseconds, and for how long; its title may be empty. */
export type Soundbite = { start: number; duration: number; title: string }

export const MAX_SOUNDBITES = 50
/** As aggregators cut them: https://podcasting2.org/docs/podcast-namespace/tags/soundbite */
export const MAX_SOUNDBITE_TITLE = 128
const DAY_MS = 86_400_000

/** A line as it was typed: its times may be none. */
export type SoundbiteLine = { from: string; to: string; title: string }

/** `12:34-13:20 Titre`: the title may be left out. */
export function readSoundbiteLine(line: string): SoundbiteLine {
  const compact = line.replace(/\s+/g, " ").trim()
  const [, from = "", to = "", title = ""] =
    /^(\d[\d:.,]*)? ?[-–—] ?(\d[\d:.,]*)?(?: (.*))?$/.exec(compact) ?? []
  return from || to ? { from, to, title } : { from: "", to: "", title: compact }
}

/** A line that `readSoundbiteLine` reads alike. */
export function writeSoundbiteLine({ from, to, title }: SoundbiteLine) {
  const times = from.trim() || to.trim() ? `${from.trim()}-${to.trim()}` : ""
  return `${times} ${title.trim()}`.trim()
}

export function toSoundbiteLine({ start, duration, title }: Soundbite): SoundbiteLine {
  return { from: writeClock(start), to: writeClock(start + duration), title }
}

export function writeSoundbites(soundbites: readonly Soundbite[]) {
  return soundbites.map((one) => writeSoundbiteLine(toSoundbiteLine(one))).join("\n")
}

/** Those of a feed, as far as they can be one's own: in order, each once, with titles of one line. @param found in milliseconds */
export function cleanSoundbites(found: readonly Soundbite[]): Soundbite[] {
  const known = new Map<string, Soundbite>()
  for (const { start, duration, title } of found) {
    const [at, lasts] = [Math.round(start), Math.round(duration)]
    if (!(at >= 0 && lasts > 0 && at + lasts <= DAY_MS)) continue
    const line = title
      .slice(0, 1_000)
      .replace(/[\p{Cc}\s]+/gu, " ")
      .trim()
    const shown = line.slice(0, MAX_SOUNDBITE_TITLE).toWellFormed().trim()
    known.set(`${at} ${lasts}`, { start: at, duration: lasts, title: shown })
  }
  return [...known.values()].toSorted(byPlace).slice(0, MAX_SOUNDBITES)
}

/** What an import passed on as lines. */
export function soundbitesOfLines(text: string) {
  return cleanSoundbites(
    text.split("\n").map((line) => {
      const { from, to, title } = readSoundbiteLine(line)
      const start = parseClock(from) ?? Number.NaN
      return { start, duration: (parseClock(to) ?? Number.NaN) - start, title }
    }),
  )
}

export function byPlace(a: Soundbite, b: Soundbite) {
  return a.start - b.start || a.duration - b.duration
}
