import { createContext, use } from "react"
import type { Playback } from "./use-playback.ts"

export const PlayerContext = createContext<Playback | null>(null)

/** The site's one audio player: what it plays, and how to tell it what to do. */
export function usePlayer() {
  const player = use(PlayerContext)
  if (!player) throw new Error("usePlayer outside of PlayerProvider")
  return player
}
