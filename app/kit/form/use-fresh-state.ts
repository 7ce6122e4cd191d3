import { useEffect, useEffectEvent } from "react"
import { useRevalidator } from "react-router"
import { findUnsaved } from "./unsaved.ts"

const EVERY_MS = 4_000

/** Asks again from time to time while something is under way, but not under somebody's hands who is typing. */
export function useFreshState(isUnderWay: boolean) {
  const { state, revalidate } = useRevalidator()
  const refresh = useEffectEvent(() => {
    const isSeen = document.visibilityState === "visible"
    if (state === "idle" && isSeen && findUnsaved().length === 0) void revalidate()
  })
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => refresh(), EVERY_MS)
    return () => clearInterval(timer)
  }, [isUnderWay])
}
