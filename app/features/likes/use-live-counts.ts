import { useEffect, useRef, useState, useSyncExternalStore } from "react"
import { showToast } from "#app/lib/client-toast.ts"
import type { LikeState } from "./likes.server.ts"
import { type Counts, openEpisode, post, Refused } from "./opening.ts"
import { getSessionId } from "./session-id.ts"

type Episode = { id: number; views: number; likes: number }

/**
 * What is live on an episode's page. Tells the server that the page was opened, which counts it, and takes over the
 * fresh counts; then likes and takes likes back.
 *
 * @param isPublic drafts are neither counted nor liked
 */
export function useLiveCounts({ id, views, likes }: Episode, isPublic: boolean) {
  // Unknown to the server, and so until the page runs.
  const session = useSyncExternalStore(subscribeToNothing, getSessionId, () => "")
  const [live, setLive] = useState<{ id: number; counts: Counts }>()
  const [isSending, setIsSending] = useState(false)
  const wasClicked = useRef(false)

  useEffect(() => {
    if (!isPublic || !session) return
    wasClicked.current = false
    let isGone = false
    openEpisode(id)
      .then((fresh) => {
        if (isGone) return
        // A like that was clicked meanwhile knows better than this answer.
        setLive((now) => ({
          id,
          counts: wasClicked.current && now ? { ...now.counts, views: fresh.views } : fresh,
        }))
      })
      // Offline, for example: the page stays as it was sent.
      .catch(() => {})
    return () => {
      isGone = true
    }
  }, [id, isPublic, session])

  const counts = live?.id === id ? live.counts : { views, likes, isLiked: false }

  async function toggleLike() {
    if (isSending || !session) return
    const isLiked = !counts.isLiked
    wasClicked.current = true
    setIsSending(true)
    setLive({ id, counts: { ...counts, isLiked, likes: Math.max(0, counts.likes + (isLiked ? 1 : -1)) } })
    const change = (state: LikeState) =>
      setLive((now) => now && (now.id === id ? { id, counts: { ...now.counts, ...state } } : now))
    try {
      change(await post<LikeState>(`/episodes/${id}/like`, { session, intent: isLiked ? "like" : "unlike" }))
    } catch (error) {
      change({ likes: counts.likes, isLiked: counts.isLiked })
      const what = isLiked ? "Impossible d'ajouter le like" : "Impossible de retirer le like"
      const why = error instanceof Refused ? `. ${error.message}` : ""
      showToast({ kind: "error", title: "Erreur", description: what + why })
    }
    setIsSending(false)
  }

  return { ...counts, isReady: isPublic && session !== "", isSending, toggleLike }
}

const subscribeToNothing = () => () => {}
