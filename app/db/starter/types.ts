import type { Chapter } from "#app/kit/lib/chapters.ts"
import type { Cue } from "#app/kit/lib/cues.ts"

/** Half a minute, spoken by a machine over a beat of its own (scripts/make-starter-sounds.ts). Times are in milliseconds. */
export type StarterSound = {
  audioUrl: string
  audioBytes: number
  durationSeconds: number
  chapters: Chapter[]
  cues: Cue[]
}

/** The facts of what an empty site starts with. Times are given as an age, so that it is always recent. */
export type StarterEpisode = {
  /** None before the first publication. */
  number: number | null
  title: string
  /** Empty when there is no guest. */
  guest: string
  daysAgo: number
  views: number
  thumbnailUrl: string | null
  youtubeUrl: string | null
  spotifyUrl: string | null
  isPublished: boolean
  /** Of those that nobody can hear here. */
  durationSeconds?: number
  sound?: StarterSound
}

export type StarterNewsItem = {
  title: string
  mediaType: "article" | "image" | "video"
  mediaUrl: string | null
  thumbnailUrl: string | null
  category: "cko-news" | "interview" | "event" | "music" | "hip-hop-culture"
  externalUrl: string | null
  isPublished: boolean
  daysAgo: number
}

export type StarterArticle = {
  slug: string
  title: string
  excerpt: string
  coverImageUrl: string | null
  isPublished: boolean
  daysAgo: number
}
