import { useEffect, useEffectEvent } from "react"
import { useRevalidator } from "react-router"

/**
 * While the page is looked at, what it shows is asked for anew.
 *
 * @param ms how often; null: not at all
 * @param isFree whether it may be changed just now
 * @returns does so at once
 */
export function useRefresh(ms: number | null, isFree = () => true) {
  const { state, revalidate } = useRevalidator()
  const refresh = () => {
    if (state === "idle" && document.visibilityState === "visible" && isFree()) void revalidate()
  }
  const onTick = useEffectEvent(refresh)
  useEffect(() => {
    if (ms === null) return
    const timer = setInterval(() => onTick(), ms)
    return () => clearInterval(timer)
  }, [ms])
  return refresh
}
