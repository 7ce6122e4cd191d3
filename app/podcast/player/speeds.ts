import { keep, readStored } from "./stored.ts"

const KEY = "cko-speed"

export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2]

/** The speed this browser was last told, for all episodes. */
export function readSpeed() {
  const speed = Number(readStored(KEY))
  return SPEEDS.includes(speed) ? speed : 1
}

export function keepSpeed(speed: number) {
  keep(KEY, String(speed))
}

/** « 1,25× ». */
export function formatSpeed(speed: number) {
  return `${String(speed).replace(".", ",")}×`
}
