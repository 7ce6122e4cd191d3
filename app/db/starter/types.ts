import type { StarterSound } from "./sounds.ts"

/** The shape of the content an empty site starts with. Times are given as an age, so that it is always recent. */
export type StarterEpisode = {
  /** None before the first publication. */
  number: number | null
  title: string
  /** Empty when there is no guest. */
  guest: string
  description: string
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
  content: string
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
  content: string
  coverImageUrl: string | null
  isPublished: boolean
  daysAgo: number
}
