import { useSyncExternalStore } from "react"
import { readPosition } from "./positions.ts"

/** Where an episode was left in this browser, in seconds. The server does not know it, nor does the page until its scripts run. */
export function useStoredPosition(episodeId: number) {
  return useSyncExternalStore(
    subscribeToStorage,
    () => readPosition(episodeId),
    () => undefined,
  )
}

/** Other tabs write too. */
function subscribeToStorage(onChange: () => void) {
  window.addEventListener("storage", onChange)
  return () => window.removeEventListener("storage", onChange)
}
