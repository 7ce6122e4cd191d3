import { useEffect, useRef, useState, useSyncExternalStore } from "react"
import { showToast } from "#app/kit/http/client-toast.ts"
import type { LikeState } from "./likes.server.ts"
import { type Counts, openEpisode, post, Refused } from "./record-view.ts"
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
  const view = useRef<Promise<Counts>>(undefined)

  useEffect(() => {
    if (!isPublic || !session) return
    let isGone = false
    view.current = openEpisode(id)
    view.current
      .then((fresh) => {
        if (!isGone) setLive({ id, counts: fresh })
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
    setIsSending(true)
    // Only the opening's answer says whether this browser likes the episode already.
    const before = live?.id === id ? counts : ((await view.current?.catch(() => counts)) ?? counts)
    const isLiked = !before.isLiked
    // Meanwhile the page may have become another episode's.
    const change = (state: LikeState) =>
      setLive((now) => (now && now.id !== id ? now : { id, counts: { ...before, ...now?.counts, ...state } }))
    change({ isLiked, likes: Math.max(0, before.likes + (isLiked ? 1 : -1)) })
    try {
      change(await post<LikeState>(`/episodes/${id}/like`, { session, intent: isLiked ? "like" : "unlike" }))
    } catch (error) {
      change({ likes: before.likes, isLiked: before.isLiked })
      const what = isLiked ? "Impossible d'ajouter le like" : "Impossible de retirer le like"
      const why = error instanceof Refused ? `. ${error.message}` : ""
      showToast({ kind: "error", title: "Erreur", description: what + why })
    }
    setIsSending(false)
  }

  return { ...counts, isReady: isPublic && session !== "", isSending, toggleLike }
}

const subscribeToNothing = () => () => {}
