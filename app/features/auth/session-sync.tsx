import { useEffect, useEffectEvent } from "react"
import { useRevalidator } from "react-router"
import { SESSION_CHANNEL } from "./session-channel.ts"

/**
 * Signing in or out in one tab shows in all others: each tab says whose page it shows, and one that shows somebody
 * else's asks the server anew.
 *
 * @param viewerId empty for nobody
 */
export function SessionSync({ viewerId }: { viewerId: string }) {
  const { revalidate } = useRevalidator()
  const compare = useEffectEvent((message: MessageEvent<string>) => {
    if (message.data !== viewerId) void revalidate()
  })

  useEffect(() => {
    const channel = new BroadcastChannel(SESSION_CHANNEL)
    channel.onmessage = compare
    channel.postMessage(viewerId)
    return () => channel.close()
  }, [viewerId])

  return null
}
