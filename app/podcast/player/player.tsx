import { useEffect, useEffectEvent, useRef } from "react"
import { PlayerBar } from "./player-bar.tsx"
import { PlayerContext } from "./player-context.ts"
import { useMediaSession } from "./use-media-session.ts"
import { usePlayback } from "./use-playback.ts"

/**
 * The one audio element around all pages, so that it plays on while one moves through the site, and its bar once
 * something was started. It knows no address before: nothing is asked of the audio's host.
 */
export function PlayerProvider({ children }: { children: React.ReactNode }) {
  const audioRef = useRef<HTMLAudioElement>(null)
  const { player, events, save, tell } = usePlayback(audioRef)
  useLeaving((isGone) => {
    save()
    // Behind another page one still listens.
    if (isGone) tell()
  })
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

/** Does something when the page may be about to go: it is closed or left, or put behind another one. */
function useLeaving(onLeave: (isGone: boolean) => void) {
  const leave = useEffectEvent(onLeave)

  useEffect(() => {
    const listener = ({ type }: Event) => leave(type === "pagehide")
    window.addEventListener("pagehide", listener)
    document.addEventListener("visibilitychange", listener)
    return () => {
      window.removeEventListener("pagehide", listener)
      document.removeEventListener("visibilitychange", listener)
    }
  }, [])
}

const CHANNEL = "cko-player"

/** One voice at a time: the tab that starts tells those that play. */
function useOnlyOneTab(isPlaying: boolean, pause: () => void) {
  const onOther = useEffectEvent(pause)

  useEffect(() => {
    if (!isPlaying) return
    const channel = new BroadcastChannel(CHANNEL)
    channel.postMessage(null)
    channel.onmessage = () => onOther()
    return () => channel.close()
  }, [isPlaying])
}
