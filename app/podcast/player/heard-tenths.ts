import { durationOf } from "./audio-commands.ts"
import { IN_PREVIEW, type Track } from "./track.ts"

/**
 * An episode in the player, until it is closed or another one comes: where it sounded, in seconds, and which tenths the server
 * was told; undefined before the first time. Nothing of it is kept in the browser.
 *
 * The browser's own `played` would say the same, but for an episode that is taken up again: Chromium has it played from 0 on.
 */
export type Listening = { spans: [from: number, to: number][]; told?: number[] }

type Place = Pick<HTMLAudioElement, "currentTime" | "seeking">

/** The sound goes on elsewhere: what lies between is not heard. */
export function noteMove({ spans }: Listening, { currentTime }: Place) {
  spans.push([currentTime, currentTime])
}

/** The sound has come to a place by playing, at whatever speed and however long ago the last one was. */
export function noteSound(listening: Listening, audio: Place) {
  const last = listening.spans.at(-1)
  if (!last) noteMove(listening, audio)
  else if (!audio.seeking) last[1] = audio.currentTime
}

/**
 * Tells the server what was heard. It is a play once; later only what is new of it is told.
 *
 * @param send where it is not this site's own player that tells it
 */
export function tellHeard(
  listening: Listening,
  audio: Pick<HTMLAudioElement, "duration">,
  track: Pick<Track, "episodeId" | "durationSeconds">,
  // It goes on when the page is left; some browsers are told not to have it.
  send = (fields: URLSearchParams) =>
    void navigator.sendBeacon?.(`/episodes/${track.episodeId}/plays`, fields),
) {
  const { spans, told } = listening
  if (track.episodeId === IN_PREVIEW || spans.every(([from, to]) => from >= to)) return
  const heard = heardTenths(spans, durationOf(audio, track) ?? 0)
  const fresh = heard.filter((tenth) => !told?.includes(tenth))
  if (told && fresh.length === 0) return
  const fields = new URLSearchParams({ tenths: fresh.join(","), ...(told && { again: "1" }) })
  send(fields)
  listening.told = [...(told ?? []), ...fresh]
}

/** So much of a tenth is heard before it counts, or half of one that is shorter than two of these. */
const ENOUGH_S = 1
const TENTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** The tenths of an episode in which it sounded. @param duration in seconds; of 0, which is unknown, there are none */
export function heardTenths(spans: Listening["spans"], duration: number) {
  const length = duration / 10
  const enough = Math.min(ENOUGH_S, length / 2)
  const secondsOf = (tenth: number) =>
    spans
      .map(([from, to]) => Math.min(to, tenth * length) - Math.max(from, (tenth - 1) * length))
      .reduce((sum, seconds) => sum + Math.max(0, seconds), 0)
  return duration > 0 ? TENTHS.filter((tenth) => secondsOf(tenth) >= enough) : []
}
