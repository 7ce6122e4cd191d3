import { useEffect, useEffectEvent } from "react"

const CHANNEL = "cko-player"

/** One voice at a time: the tab that starts tells those that play. */
export function useOnlyOneTab(isPlaying: boolean, pause: () => void) {
  const onOther = useEffectEvent(pause)

  useEffect(() => {
    if (!isPlaying) return
    const channel = new BroadcastChannel(CHANNEL)
    channel.postMessage(null)
    channel.onmessage = () => onOther()
    return () => channel.close()
  }, [isPlaying])
}
