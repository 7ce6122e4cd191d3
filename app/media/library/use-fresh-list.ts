import { useEffect, useEffectEvent, useSyncExternalStore } from "react"
import { useRefresh } from "#app/kit/ui/use-refresh.ts"
import { listNone, listSent, subscribe } from "../upload/upload-queue.ts"

const EVERY_MS = 3_000

/** Asks again when files of this page have become media and, while the media worker is at something that is shown, from time to time. */
export function useFreshList(isPreparing: boolean) {
  const sent = useSyncExternalStore(subscribe, listSent, listNone)
  const arrived = sent.filter(({ phase }) => phase === "done").length
  const onArrival = useEffectEvent(useRefresh(isPreparing ? EVERY_MS : null))
  useEffect(() => {
    if (arrived > 0) onArrival()
  }, [arrived])
}
