import { keepPosition, readPosition } from "./positions.ts"
import { readSpeed } from "./speeds.ts"
import { IN_PREVIEW, type Track } from "./track.ts"

/** What « −15 » and « +15 » move by. */
export const STEP_S = 15

/**
 * Gives the element a file. This is the first the file's host hears of us.
 *
 * @param from in seconds; where its listener left it, unless told otherwise
 */
export function load(audio: HTMLAudioElement, track: Track, from = readPosition(track.episodeId) ?? 0) {
  audio.src = track.audioUrl
  audio.defaultPlaybackRate = audio.playbackRate = readSpeed()
  // Before a file is known, this is where it will begin (HTML: « default playback start position »).
  audio.currentTime = from
}

/** Takes the file away again, so that nothing more of it is loaded. */
export function unload(audio: HTMLAudioElement) {
  audio.pause()
  audio.removeAttribute("src")
  audio.load()
}

export function seek(audio: HTMLAudioElement, seconds: number) {
  const end = Number.isFinite(audio.duration) ? audio.duration : Infinity
  audio.currentTime = Math.min(Math.max(0, seconds), end)
}

export function savePosition(audio: HTMLAudioElement, track: Track) {
  // What never loaded was not heard: its older place stays.
  if (audio.readyState === HTMLMediaElement.HAVE_NOTHING || track.episodeId === IN_PREVIEW) return
  keepPosition(track.episodeId, audio.currentTime, durationOf(audio, track) ?? undefined)
}

/** In seconds; null when neither the file nor the feed has said it. */
export function durationOf(audio: Pick<HTMLAudioElement, "duration">, track: Pick<Track, "durationSeconds">) {
  return Number.isFinite(audio.duration) ? audio.duration : track.durationSeconds
}
