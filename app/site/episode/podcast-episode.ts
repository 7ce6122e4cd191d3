import type { ShownEpisode } from "./episode-article.tsx"

/** An episode as search engines take it (schema.org). */
export function podcastEpisode(episode: ShownEpisode, summary: string, podcastName: string) {
  return {
    "@type": "PodcastEpisode",
    name: episode.title,
    description: summary,
    datePublished: episode.publishedAt.toISOString(),
    ...(episode.number !== null && { episodeNumber: episode.number }),
    ...(episode.season !== null && {
      partOfSeason: { "@type": "PodcastSeason", seasonNumber: episode.season },
    }),
    ...(episode.durationSeconds !== null && { timeRequired: `PT${episode.durationSeconds}S` }),
    ...(episode.guest && { actor: { "@type": "Person", name: episode.guest } }),
    ...(episode.audioUrl && { associatedMedia: { "@type": "MediaObject", contentUrl: episode.audioUrl } }),
    partOfSeries: { "@type": "PodcastSeries", name: podcastName },
  }
}
