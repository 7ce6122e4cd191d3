/** What it takes to play an episode, and to say everywhere what is playing. */
export type Track = {
  episodeId: number
  title: string
  /** Empty when nobody wrote it down. */
  guest: string
  audioUrl: string
  imageUrl: string | null
  /** As the feed says; the file itself knows better once it is loaded. */
  durationSeconds: number | null
}
