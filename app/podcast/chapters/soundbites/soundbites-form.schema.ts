import { optionalLines } from "#app/kit/form/form-fields.ts"
import { parseClock, writeClock } from "#app/kit/lib/chapters.ts"
import {
  byPlace,
  MAX_SOUNDBITE_TITLE,
  MAX_SOUNDBITES,
  readSoundbiteLine,
  type Soundbite,
} from "#app/kit/lib/soundbites.ts"

/** The soundbites of an episode, one a line (app/kit/lib/soundbites.ts), in any order. */
export function soundbitesField() {
  return optionalLines("Les extraits", 20_000).transform((text, { addIssue }) => {
    const { soundbites, problem } = readSoundbites(text)
    if (problem) addIssue(problem)
    return soundbites
  })
}

/** @returns what is wrong with the first bad line, in French */
export function readSoundbites(text: string): { soundbites: Soundbite[]; problem?: string } {
  const soundbites: Soundbite[] = []
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue
    const { soundbite, problem } = readOne(line)
    if (!soundbite) return { soundbites: [], problem: `Les extraits, ligne ${index + 1}\u00a0: ${problem}` }
    if (soundbites.some((other) => byPlace(other, soundbite) === 0))
      return { soundbites: [], problem: `Les extraits, ligne ${index + 1}\u00a0: cet extrait y est déjà` }
    if (soundbites.length === MAX_SOUNDBITES)
      return { soundbites: [], problem: `Il y a plus de ${MAX_SOUNDBITES} extraits` }
    soundbites.push(soundbite)
  }
  return { soundbites: soundbites.toSorted(byPlace) }
}

type Read = { soundbite: Soundbite; problem?: undefined } | { soundbite?: undefined; problem: string }

function readOne(line: string): Read {
  const { from, to, title } = readSoundbiteLine(line)
  const [start, end] = [parseClock(from), parseClock(to)]
  if (start === undefined || end === undefined)
    return { problem: "il manque son début ou sa fin, comme 12:34-13:20, à 24 heures au plus" }
  if (end <= start) return { problem: "la fin doit suivre le début" }
  if (title.length > MAX_SOUNDBITE_TITLE)
    return { problem: `le titre doit contenir ${MAX_SOUNDBITE_TITLE} caractères au plus` }
  return { soundbite: { start, duration: end - start, title } }
}

/** What is wrong with those that a sound is too short for; undefined where it is long enough, or nobody knows. */
export function findTooLate(soundbites: readonly Soundbite[], durationSeconds: number | null) {
  if (durationSeconds === null) return undefined
  // Its duration is rounded.
  const late = soundbites.find(({ start, duration }) => start + duration > (durationSeconds + 1) * 1_000)
  if (!late) return undefined
  const end = writeClock(late.start + late.duration)
  return `Un extrait finit à ${end}, et l’épisode ne dure que ${writeClock(durationSeconds * 1_000)}`
}
