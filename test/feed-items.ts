import type { FeedItem } from "#app/db/schema/feed-item.ts"

const FIRST = Date.parse("2020-01-01T12:00:00.000Z")

/** The n-th item of a feed that has one a day, unless told otherwise. */
export function createFeedItem(n: number, values: Partial<FeedItem> = {}): FeedItem {
  return {
    guid: `guid-${n}`,
    title: `Épisode ${n}`,
    guest: `Invitée ${n}`,
    description: "Une **heure** de conversation.",
    audioUrl: `https://audio.example/${n}.mp3`,
    audioType: "audio/mpeg",
    audioBytes: 12_345_678_901,
    durationSeconds: 3_600,
    season: 1,
    number: n,
    thumbnailUrl: `https://images.example/${n}.jpg`,
    youtubeUrl: null,
    spotifyUrl: null,
    publishedAt: new Date(FIRST + n * 86_400_000).toISOString(),
    ...values,
  }
}
