import { writeClock } from "#app/kit/lib/chapters.ts"
import { parseDuration } from "#app/kit/lib/durations.ts"
import { plainText } from "#app/kit/lib/from-html/html-texts.ts"

type Meant = { seconds: number | null; remark?: string }

/**
 * How long an item lasts, by the first of what it says that is a duration. Some hosts write the size of the file there, or
 * milliseconds: the bit rate tells.
 *
 * @param bytes of the sound, if known
 * @returns `remark`: what was wrong with it, in French
 */
export function readItemDuration(said: string[], bytes: number | null): Meant {
  const meant = said.map((text) => readOne(plainText(text.slice(0, MAX_SAID)), bytes))
  return (
    meant.find(({ seconds }) => seconds !== null) ??
    meant.find(({ remark }) => remark !== undefined) ?? { seconds: null }
  )
}

function readOne(text: string, bytes: number | null): Meant {
  const seconds = parseDuration(text)
  // Zero stands for "unknown" in many feeds.
  if (seconds === null) return /[1-9\p{L}]/u.test(text) ? leaveOut("illisible", text) : { seconds }
  if (seconds === bytes) return leaveOut("égale à la taille du fichier", text)
  const mayBeMilliseconds = seconds > MAX_SECONDS || (seconds >= LEAST_MS && /^\d+$/.test(text))
  const shorter = Math.round(seconds / 1_000)
  if (mayBeMilliseconds && bytes !== null && !isBitRate(bytes, seconds) && isBitRate(bytes, shorter))
    return {
      seconds: shorter,
      remark: `Durée donnée en millisecondes\u00a0: lue comme ${writeClock(seconds)}.`,
    }
  return seconds > MAX_SECONDS ? leaveOut("impossible", text) : { seconds }
}

function leaveOut(fault: string, text: string): Meant {
  return {
    seconds: null,
    remark: `Durée ${fault} («\u00a0${text.slice(0, MAX_SHOWN)}\u00a0»)\u00a0: laissée vide.`,
  }
}

/** Whether a sound of so many bytes can last so long. */
function isBitRate(bytes: number, seconds: number) {
  const kilobits = (bytes * 8) / 1_000 / seconds
  return kilobits >= 16 && kilobits <= 512
}

/** Two days: no episode lasts longer. */
const MAX_SECONDS = 48 * 3_600
/** Ten seconds: what is shorter is no episode, but a file's size may be a made-up one. */
const LEAST_MS = 10_000
const MAX_SAID = 200
const MAX_SHOWN = 40
