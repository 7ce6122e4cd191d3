import { useRef } from "react"
import { PlayerBar } from "./player-bar.tsx"
import { PlayerContext } from "./player-context.ts"
import { useLeaving } from "./use-leaving.ts"
import { useMediaSession } from "./use-media-session.ts"
import { useOnlyOneTab } from "./use-only-one-tab.ts"
import { usePlayback } from "./use-playback.ts"

/**
 * The one audio element around all pages, so that it plays on while one moves through the site, and its bar once
 * something was started. It knows no address before: nothing is asked of the audio's host.
 */
export function PlayerProvider({ children }: { children: React.ReactNode }) {
  const audioRef = useRef<HTMLAudioElement>(null)
  const { player, events, save } = usePlayback(audioRef)
  useLeaving(save)
  useOnlyOneTab(player.isPlaying, player.pause)
  useMediaSession(audioRef, player)

  return (
    <PlayerContext value={player}>
      {children}
      <audio ref={audioRef} preload="none" {...events} />
      {player.track && <PlayerBar audioRef={audioRef} track={player.track} />}
    </PlayerContext>
  )
}
