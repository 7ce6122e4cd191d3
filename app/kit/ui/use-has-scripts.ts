import { useSyncExternalStore } from "react"

/** Whether scripts run here: not on the server, nor before the page has come to life. */
export function useHasScripts() {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}

const subscribeToNothing = () => () => {}
