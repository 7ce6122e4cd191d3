import { type RefObject, useEffect, useEffectEvent } from "react"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { durationOf, STEP_S } from "./audio-commands.ts"
import { useCurrentChapter } from "./use-current-chapter.ts"
import type { Playback } from "./use-playback.ts"

/** The lock screen, the headphones and the keyboard's media keys show what is played, and command it. */
export function useMediaSession(audioRef: RefObject<HTMLAudioElement | null>, player: Playback) {
  const { track, chapters, isPlaying } = player
  const chapter = chapters[useCurrentChapter(audioRef, chapters)]
  const { name, cover } = usePodcast()
  const command = useEffectEvent(({ action, seekOffset = STEP_S, seekTime }: MediaSessionActionDetails) => {
    if (action === "play") player.play()
    if (action === "pause") player.pause()
    if (action === "stop") player.stop()
    if (action === "seekbackward") player.skip(-seekOffset)
    if (action === "seekforward") player.skip(seekOffset)
    if (action === "previoustrack") player.skipChapter("earlier")
    if (action === "nexttrack") player.skipChapter("later")
    if (action === "seekto" && seekTime !== undefined) player.seek(seekTime)
  })

  useEffect(() => {
    const session = navigator.mediaSession
    if (!session || !track) return
    session.metadata = new MediaMetadata({
      title: chapter?.title ?? track.title,
      artist: track.guest || name,
      album: chapter ? track.title : name,
      artwork: artworkOf(chapter?.imageUrl, track.imageUrl, cover),
    })
  }, [track, chapter, name, cover])

  const isLoaded = track !== null
  const hasChapters = chapters.length > 0
  useEffect(() => {
    const session = navigator.mediaSession
    if (!session || !isLoaded) return
    // Where there is no chapter to go to, headphones have no button that does nothing.
    const actions = hasChapters ? [...ACTIONS, ...CHAPTER_ACTIONS] : ACTIONS
    setHandlers(session, actions, (details) => command(details))
    return () => {
      session.metadata = null
      setHandlers(session, actions, null)
    }
  }, [isLoaded, hasChapters])

  useEffect(() => {
    if (!navigator.mediaSession) return
    navigator.mediaSession.playbackState = track ? (isPlaying ? "playing" : "paused") : "none"
  }, [track, isPlaying])

  useEffect(() => {
    const element = audioRef.current
    if (!element || !track || !navigator.mediaSession?.setPositionState) return
    const tell = () => {
      const duration = durationOf(element, track)
      if (!duration) return
      const position = Math.min(element.currentTime, duration)
      navigator.mediaSession.setPositionState({ duration, position, playbackRate: element.playbackRate })
    }
    for (const event of POSITION_EVENTS) element.addEventListener(event, tell)
    return () => {
      for (const event of POSITION_EVENTS) element.removeEventListener(event, tell)
      navigator.mediaSession.setPositionState()
    }
  }, [audioRef, track])
}

/** The first picture that there is; an address that cannot be read as one would throw. */
export function artworkOf(...pictures: (string | null | undefined)[]) {
  const src = pictures.find((address) => address && URL.canParse(address, location.href))
  return src ? [{ src }] : []
}

const POSITION_EVENTS = ["durationchange", "playing", "pause", "seeked", "ratechange"]
const ACTIONS = ["play", "pause", "stop", "seekbackward", "seekforward", "seekto"] as const
const CHAPTER_ACTIONS = ["previoustrack", "nexttrack"] as const

function setHandlers(
  session: MediaSession,
  actions: readonly MediaSessionAction[],
  handler: MediaSessionActionHandler | null,
) {
  for (const action of actions) {
    try {
      session.setActionHandler(action, handler)
    } catch {
      // A browser throws on an action that it does not know yet; the others still work.
    }
  }
}
