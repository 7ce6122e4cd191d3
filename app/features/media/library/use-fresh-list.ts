import { useEffect, useEffectEvent } from "react"
import { useRevalidator } from "react-router"

const EVERY_MS = 3_000

/** Asks again from time to time while the media worker is at something that is shown. */
export function useFreshList(isPreparing: boolean) {
  const { state, revalidate } = useRevalidator()
  const refresh = useEffectEvent(() => {
    if (state === "idle" && document.visibilityState === "visible") void revalidate()
  })
  useEffect(() => {
    if (!isPreparing) return
    const timer = setInterval(() => refresh(), EVERY_MS)
    return () => clearInterval(timer)
  }, [isPreparing])
}
