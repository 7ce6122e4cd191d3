import { useSyncExternalStore } from "react"

/** How somebody writes their texts: as they will be read, or as they are stored. */
export type Way = "rich" | "raw"

const KEY = "text-way"
let chosen: Way | undefined
const listeners = new Set<() => void>()

/** As this person chose in this browser; unknown on the server. */
export function useWay() {
  return useSyncExternalStore<Way | undefined>(subscribe, readWay, () => undefined)
}

export function chooseWay(way: Way) {
  chosen = way
  try {
    localStorage.setItem(KEY, way)
  } catch {
    // Some browsers keep nothing.
  }
  for (const tell of listeners) tell()
}

function subscribe(tell: () => void) {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

function readWay() {
  try {
    chosen ??= localStorage.getItem(KEY) === "raw" ? "raw" : "rich"
  } catch {
    chosen = "rich"
  }
  return chosen
}
