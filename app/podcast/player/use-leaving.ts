import { useEffect, useEffectEvent } from "react"

/** Does something when the page may be about to go: it is closed, left, or put behind another one. */
export function useLeaving(onLeave: () => void) {
  const leave = useEffectEvent(onLeave)

  useEffect(() => {
    const listener = () => leave()
    window.addEventListener("pagehide", listener)
    document.addEventListener("visibilitychange", listener)
    return () => {
      window.removeEventListener("pagehide", listener)
      document.removeEventListener("visibilitychange", listener)
    }
  }, [])
}
