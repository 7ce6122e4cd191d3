import { useEffect, useSyncExternalStore } from "react"
import { isUnderWay, listNone, listSent, subscribe } from "./upload-queue.ts"

/** What this page has sent, is sending and is going to send. */
export function useSent() {
  return useSyncExternalStore(subscribe, listSent, listNone)
}

/** Asks before the page is left while it sends. */
export function useLeaveWarning() {
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (listSent().some(isUnderWay)) event.preventDefault()
    }
    addEventListener("beforeunload", onUnload)
    return () => removeEventListener("beforeunload", onUnload)
  }, [])
}
