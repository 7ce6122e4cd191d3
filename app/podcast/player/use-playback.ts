import { type RefObject, useEffect, useRef, useState } from "react"
import { type Chapter, chaptersOfJson } from "#app/kit/lib/chapters.ts"
import * as commands from "./audio-commands.ts"
import { type Listening, noteMove, noteSound, tellHeard } from "./heard-tenths.ts"
import { chapterBeside } from "./skip-chapter.ts"
import type { Track } from "./track.ts"

const SAVE_EVERY_S = 5

/** « loading » has been told to play and waits for the file. */
type Status = "paused" | "loading" | "playing" | "failed"

export type Playback = ReturnType<typeof usePlayback>["player"]

/** Drives the audio element; `events` belong on it, since it also obeys the keyboard's and the system's media keys. */
export function usePlayback(audioRef: RefObject<HTMLAudioElement | null>) {
  const [track, setTrack] = useState<Track | null>(null)
  const [status, setStatus] = useState<Status>("paused")
  const savedSeconds = useRef(0)
  const listening = useRef<Listening>({ spans: [] })
  const chapters = useChapters(track)

  const save = () => {
    if (!audioRef.current || !track) return
    commands.savePosition(audioRef.current, track)
    savedSeconds.current = audioRef.current.currentTime
  }
  const tell = () => {
    if (audioRef.current && track) tellHeard(listening.current, audioRef.current, track)
  }
  const move = () => audioRef.current && noteMove(listening.current, audioRef.current)
  const setPaused = () => setStatus((old) => (old === "failed" ? old : "paused"))

  /**
   * @param next nothing for what is in the player already
   * @param from in seconds; without it, where it was left
   */
  const play = (next: Track | null = track, from?: number) => {
    if (!audioRef.current || !next) return
    if (next.episodeId !== track?.episodeId || status === "failed") {
      save()
      tell()
      if (next.episodeId !== track?.episodeId) listening.current = { spans: [] }
      commands.load(audioRef.current, next, from)
      setTrack(next)
    } else if (from !== undefined) commands.seek(audioRef.current, from)
    setStatus("loading")
    // A file that cannot be played is an error event too; what remains is a browser that wants a press on « play ».
    audioRef.current.play().catch(() => audioRef.current?.paused && setPaused())
  }
  const pause = () => {
    audioRef.current?.pause()
    setPaused()
  }
  const seek = (seconds: number) => audioRef.current && commands.seek(audioRef.current, seconds)
  const skip = (seconds: number) => audioRef.current && seek(audioRef.current.currentTime + seconds)
  const skipChapter = (way: "earlier" | "later") => {
    const start = chapterBeside(chapters, audioRef.current?.currentTime ?? 0, way)
    if (start !== undefined) seek(start)
  }
  const stop = () => {
    if (!audioRef.current) return
    save()
    tell()
    setTrack(null)
    setStatus("paused")
    commands.unload(audioRef.current)
  }

  return {
    player: {
      audioRef,
      track,
      chapters,
      status,
      isPlaying: status === "playing" || status === "loading",
      play,
      pause,
      seek,
      skip,
      skipChapter,
      stop,
    },
    save,
    tell,
    events: {
      onPlaying: () => setStatus("playing"),
      onWaiting: () => setStatus((old) => (old === "playing" ? "loading" : old)),
      onError: () => {
        save()
        setStatus("failed")
      },
      // At the end too, where the place is forgotten.
      onPause: () => {
        save()
        setPaused()
      },
      onEnded: tell,
      onEmptied: move,
      onSeeking: move,
      onTimeUpdate: () => {
        if (audioRef.current) noteSound(listening.current, audioRef.current)
        const seconds = audioRef.current?.currentTime ?? 0
        if (Math.abs(seconds - savedSeconds.current) >= SAVE_EVERY_S) save()
      },
    },
  }
}

/** The chapters of what is in the player: those that it came with, else those that its page shows, once they are there. */
function useChapters(track: Track | null) {
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
