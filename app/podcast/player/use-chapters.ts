import { useEffect, useState } from "react"
import { type Chapter, chaptersOfJson } from "#app/kit/lib/chapters.ts"
import type { Track } from "./track.ts"

/** The chapters of what is in the player: those that it came with, else those that its page shows, once they are there. */
export function useChapters(track: Track | null) {
  const [fetched, setFetched] = useState<{ episodeId: number; chapters: Chapter[] }>()
  const episodeId = track && !track.chapters ? track.episodeId : null

  useEffect(() => {
    if (episodeId === null) return
    const controller = new AbortController()
    fetchChapters(episodeId, controller.signal).then(
      (chapters) => setFetched({ episodeId, chapters }),
      // One listens as well without.
      () => {},
    )
    return () => controller.abort()
  }, [episodeId])

  return track?.chapters ?? (fetched && fetched.episodeId === episodeId ? fetched.chapters : NONE)
}

const NONE: Chapter[] = []

async function fetchChapters(episodeId: number, signal: AbortSignal) {
  const response = await fetch(`/episodes/${episodeId}/chapters.json`, { signal })
  if (!response.ok) return NONE
  return chaptersOfJson(await response.json()).filter(({ isHidden }) => !isHidden)
}
