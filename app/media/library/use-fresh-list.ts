import { useEffect, useEffectEvent, useSyncExternalStore } from "react"
import { useRevalidator } from "react-router"
import { listNone, listSent, subscribe } from "../upload/upload-queue.ts"

const EVERY_MS = 3_000

/** Asks again when files of this page have become media and, while the media worker is at something that is shown, from time to time. */
export function useFreshList(isPreparing: boolean) {
  const { state, revalidate } = useRevalidator()
  const sent = useSyncExternalStore(subscribe, listSent, listNone)
  const arrived = sent.filter(({ phase }) => phase === "done").length
  const refresh = useEffectEvent(() => {
    if (state === "idle" && document.visibilityState === "visible") void revalidate()
  })
  useEffect(() => {
    if (arrived > 0) refresh()
  }, [arrived])
  useEffect(() => {
    if (!isPreparing) return
    const timer = setInterval(() => refresh(), EVERY_MS)
    return () => clearInterval(timer)
  }, [isPreparing])
}
