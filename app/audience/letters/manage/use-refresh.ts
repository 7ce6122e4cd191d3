import { useEffect, useEffectEvent } from "react"
import { useRevalidator } from "react-router"

/** While the page is looked at, what it shows is asked for anew, this often. @param ms null: not at all */
export function useRefresh(ms: number | null) {
  const { state, revalidate } = useRevalidator()
  const refresh = useEffectEvent(() => {
    if (state === "idle" && document.visibilityState === "visible") void revalidate()
  })
  useEffect(() => {
    if (ms === null) return
    const timer = setInterval(() => refresh(), ms)
    return () => clearInterval(timer)
  }, [ms])
}
