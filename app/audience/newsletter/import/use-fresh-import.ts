import { useEffect, useEffectEvent } from "react"
import { useRevalidator } from "react-router"

const EVERY_MS = 2_000

/** While people are taken up, how far that is is looked for. */
export function useFreshImport(isRunning: boolean) {
  const { state, revalidate } = useRevalidator()
  const refresh = useEffectEvent(() => {
    if (state === "idle" && document.visibilityState === "visible") void revalidate()
  })
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => refresh(), EVERY_MS)
    return () => clearInterval(timer)
  }, [isRunning])
}
