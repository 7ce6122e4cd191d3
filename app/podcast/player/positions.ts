import { keep, readStored } from "./stored.ts"

const KEY = "cko-positions"
const MAX_EPISODES = 50
/** Who leaves within these last seconds has heard it all. */
const OUTRO_S = 15

/** An episode's id and where its listener left it, in seconds. */
type Position = [episodeId: number, seconds: number]

/** Where an episode was left in this browser, in seconds, if it was. */
export function readPosition(episodeId: number) {
  return parsePositions(readStored(KEY)).find(([id]) => id === episodeId)?.[1]
}

/** @param duration in seconds, undefined as long as it is not known */
export function keepPosition(episodeId: number, seconds: number, duration?: number) {
  keep(KEY, JSON.stringify(movePosition(parsePositions(readStored(KEY)), episodeId, seconds, duration)))
}

/** The positions with an episode's new one in front, without it when it is at its beginning or its end. */
export function movePosition(
  positions: Position[],
  episodeId: number,
  seconds: number,
  duration = Infinity,
): Position[] {
  const others = positions.filter(([id]) => id !== episodeId)
  if (seconds < 1 || seconds >= duration - OUTRO_S) return others
  const latest: Position = [episodeId, Math.floor(seconds)]
  return [latest, ...others].slice(0, MAX_EPISODES)
}

/** Anything else than what was written, by an older or a broken page, counts for nothing. */
export function parsePositions(text: string | null): Position[] {
  try {
    const list: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(list) ? list.filter(isPosition).slice(0, MAX_EPISODES) : []
  } catch {
    return []
  }
}

function isPosition(value: unknown): value is Position {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((part) => typeof part === "number" && Number.isFinite(part) && part >= 0)
  )
}
