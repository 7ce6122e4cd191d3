import type { Chapter } from "#app/kit/lib/chapters.ts"

/** What the player needs of an episode; all else of it is written into the page. Addresses are absolute. */
export type EmbeddedTrack = {
  id: number
  title: string
  guest: string
  page: string
  sound: string
  picture: string
  /** As the feed says; the file itself knows better once it is loaded. */
  durationSeconds: number | null
  /** Null where there are some that are not written into the page. */
  chapters: Pick<Chapter, "start" | "title">[] | null
  hasTranscript: boolean
}

/** The element that holds them, as JSON. */
export const TRACKS = "tracks"
