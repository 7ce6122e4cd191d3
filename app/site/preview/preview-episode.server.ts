import { illustrated } from "#app/content/illustrated.server.ts"
import { listPictures } from "#app/db/pictures.server.ts"
import { publicationTime } from "#app/kit/lib/dates.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import { renderMarkdown } from "#app/kit/lib/markdown.server.ts"
import { shownChapters, shownSoundbites } from "#app/podcast/chapters/chapters.server.ts"
import { episodeSchema, isGuestInWords } from "#app/podcast/episodes/episode-form.schema.ts"
import { type EpisodeDetails, findAnyEpisode } from "#app/podcast/episodes/episodes.server.ts"
import { findHeard } from "#app/podcast/episodes/sound.server.ts"
import { billingOf } from "#app/podcast/guests/people.server.ts"
import { presentPeople } from "#app/podcast/guests/public-guests.server.ts"
import { readLeniently } from "./read-leniently.ts"

/** An episode as it is saved, published or not. */
export async function previewEpisode(id: number) {
  const episode = await findAnyEpisode(id)
  if (!episode) return undefined
  const { views: _views, likes: _likes, isPublished: _isPublished, cues: _cues, reserved, ...rest } = episode
  const { description, credits, ...shown } = rest
  return present({ ...shown, ...(reserved && { reserved }) }, description, credits)
}

/**
 * An episode as a draft will make it.
 *
 * @param itemId the episode that it changes; null for a new one
 */
export async function previewDraftEpisode(values: Record<string, string>, itemId: number | null) {
  const form = readLeniently(episodeSchema, values)
  const { thumbnailUrl = null, audioUrl = null, publicationDay, publicationClock } = form
  const [stored, [picture = null], guests, heard] = await Promise.all([
    itemId === null ? undefined : findAnyEpisode(itemId),
    listPictures([mediaKey(thumbnailUrl)].filter((key) => key !== undefined)),
    presentPeople(form.people ?? []),
    findHeard(audioUrl),
  ])
  const now = new Date()
  const shown = {
    id: itemId ?? 0,
    title: frenchSpaces(form.title ?? "Sans titre"),
    guest: frenchSpaces(billingOf(form.guest ?? "", guests)),
    hasNoGuest: form.hasNoGuest || !isGuestInWords(form),
    season: form.season ?? null,
    number: form.number ?? null,
    subtitle: frenchSpaces(form.subtitle ?? ""),
    type: form.type ?? "full",
    isExplicit: form.isExplicit ?? false,
    commentsOpen: form.commentsOpen ?? ("automatic" as const),
    youtubeUrl: form.youtubeUrl ?? null,
    spotifyUrl: form.spotifyUrl ?? null,
    audioUrl,
    durationSeconds: form.duration ?? heard.durationSeconds,
    thumbnailUrl,
    picture,
    links: form.links ?? [],
    chapters: shownChapters(form.chapters?.length ? form.chapters : heard.chapters),
    soundbites: shownSoundbites(form.soundbites ?? []),
    hasChapters: false,
    bars: heard.bars,
    guests,
    publishedAt: publicationDay
      ? publicationTime(publicationDay, now, stored?.publishedAt, publicationClock)
      : (stored?.publishedAt ?? now),
  }
  return present(shown, form.description ?? "", form.credits ?? "")
}

type Shown = Omit<
  EpisodeDetails,
  "description" | "credits" | "audioType" | "cues" | "views" | "likes" | "isPublished" | "reserved"
>

async function present(
  shown: Shown & { reserved?: EpisodeDetails["reserved"] },
  description: string,
  credits: string,
) {
  const [descriptionHtml, creditsHtml] = await Promise.all([
    renderMarkdown(description).then(illustrated),
    renderMarkdown(credits),
  ])
  const episode = { ...shown, descriptionHtml, creditsHtml }
  return { kind: "episode" as const, title: episode.title, episode }
}
