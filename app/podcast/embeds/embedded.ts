import type { Track } from "../player/track.ts"

/** What a player on another site needs of an episode; all else of it is written into the page. Its addresses are absolute. */
export type EmbeddedTrack = Omit<Track, "chapters" | "imageUrl"> & {
  imageUrl: string
  page: string
  /** Left out where there are some that are not written into the page. */
  chapters?: { start: number; title: string }[]
  hasTranscript: boolean
}

/** The element that holds them, as JSON. */
export const TRACKS = "tracks"
