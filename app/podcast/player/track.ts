import type { Chapter } from "#app/kit/lib/chapters.ts"

/** Instead of an episode's number: there is no page to lead to, and no place to be kept. */
export const IN_PREVIEW = 0

/** What it takes to play an episode, and to say everywhere what is playing. */
export type Track = {
  /** `IN_PREVIEW` where it has no page yet. */
  episodeId: number
  title: string
  /** Empty when nobody wrote it down. */
  guest: string
  audioUrl: string
  imageUrl: string | null
  /** As the feed says; the file itself knows better once it is loaded. */
  durationSeconds: number | null
  /** In order; left out where there are some that are not known yet: the player asks for them. */
  chapters?: Chapter[]
}
