import { useEffect, useEffectEvent } from "react"
import { useRevalidator } from "react-router"
import { showToast } from "#app/kit/http/client-toast.ts"
import { findUnsaved } from "#app/kit/form/unsaved.ts"
import { SESSION_CHANNEL } from "./session-channel.ts"

/**
 * Signing in or out in one tab shows in all others: each tab says whose page it shows, and one that shows somebody
 * else's asks the server anew, unless something was typed there that would be lost.
 *
 * @param viewerId empty for nobody
 */
export function SessionSync({ viewerId }: { viewerId: string }) {
  const { revalidate } = useRevalidator()
  const compare = useEffectEvent((message: MessageEvent<string>) => {
    if (message.data === viewerId) return
    if (findUnsaved().length > 0) showToast(CHANGED_ELSEWHERE)
    else void revalidate()
  })

  useEffect(() => {
    const channel = new BroadcastChannel(SESSION_CHANNEL)
    channel.onmessage = compare
    channel.postMessage(viewerId)
    return () => channel.close()
  }, [viewerId])

  return null
}

const CHANGED_ELSEWHERE = {
  kind: "error",
  title: "Session fermée dans un autre onglet",
  description: "Votre saisie est intacte : reconnectez-vous dans un autre onglet avant de l’enregistrer ici.",
} as const
