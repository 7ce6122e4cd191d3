/** One episode as its feed tells it: plain JSON, so that it can travel between processes. */
export type FeedItem = {
  /** The number that its episode is to have: only of what was one in a table, and where it is free. */
  id?: number
  /** The item's GUID, or the address of its enclosure where it has none. */
  guid: string
  title: string
  /** Empty when neither `podcast:person` nor the title names a guest. */
  guest: string
  /** Markdown. */
  description: string
  audioUrl: string | null
  audioType: string | null
  audioBytes: number | null
  durationSeconds: number | null
  season: number | null
  number: number | null
  /** A trailer or a bonus, which is no round. Left out otherwise, so that items of before have the digest they had. */
  isExtra?: true
  /** A line each (app/kit/lib/chapters.ts), in order. Left out where there are none. */
  chapters?: string
  /** Where the feed has what is said, and chapters as a file. Left out where it has none. */
  transcriptUrl?: string
  chaptersUrl?: string
  /** A line each (app/kit/lib/soundbites.ts), in order. Left out where there are none. */
  soundbites?: string
  thumbnailUrl: string | null
  youtubeUrl: string | null
  spotifyUrl: string | null
  /** ISO 8601, UTC. */
  publishedAt: string
  /** Only as remembered: the fields that hosts had filled themselves, though the feed may have come to say the same. */
  hostsOwn?: string[]
}
