import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { formatShortDate } from "#app/kit/lib/dates.ts"
import { formatDuration, spellViews } from "#app/kit/lib/numbers.ts"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import { type Columns, cardSizes } from "#app/kit/ui/picture-sizes.ts"
import { PosterImage } from "#app/kit/ui/poster-image.tsx"
import { PlaySign } from "../player/play-sign.tsx"
import type { Track } from "../player/track.ts"
import { guestOf, roundOf, fallbackOf } from "./episodes.schema.ts"
import type { EpisodeCard as Episode } from "./episodes.server.ts"

type Props = {
  episode: Episode
  /** Replaces the date, on the home page. */
  when?: string
  /** The heading's level below the page's own. */
  heading?: "h2" | "h3"
  eager?: boolean
  /** How many of them stand in a row. */
  columns?: Columns
  /** The only one there is: from a tablet on its picture and its words stand side by side, across the page. */
  isAlone?: boolean
}

/** An episode as a fight poster: the guest is the headliner; without a known guest the title is. */
export function EpisodeCard(props: Props) {
  const { episode, when, heading: Heading = "h2", eager, columns = { sm: 2, lg: 3, xl: 4 }, isAlone } = props
  const track = cardTrack(episode)
  return (
    <article
      className={`sheet on-paper punch group relative flex h-full flex-col ${isAlone ? "episode-alone" : ""}`}
    >
      <p className="poster flex justify-between gap-4 border-b-4 border-double border-ink px-4 pt-2.5 pb-1.5 text-lg">
        <span className="text-blood-dark">{roundOf(episode, usePodcast().texts.round)}</span>
        <time dateTime={episode.publishedAt.toISOString()} className="text-base text-paper-ink normal-case">
          {when ?? formatShortDate(episode.publishedAt)}
        </time>
      </p>
      <div className="relative">
        <PosterImage
          src={episode.thumbnailUrl}
          picture={episode.picture}
          fallback={fallbackOf(episode)}
          variant={episode.id}
          eager={eager}
          sizes={isAlone ? "(width < 48rem) 92vw, min(55vw, 47rem)" : cardSizes(columns)}
        />
        {track && <PlaySign track={track} />}
      </div>
      <div className="flex flex-1 flex-col p-4 pt-3">
        <Heading className="flex flex-col">
          <PageLink to={`/episodes/${episode.id}`} className="after:absolute after:inset-0" viewTransition>
            {episode.guest ? (
              <>
                <span className="poster block text-poster-sm break-words">{episode.guest}</span>
                <span className="sr-only"> : </span>
                <span className="mt-1 line-clamp-3 text-lg leading-snug font-semibold">{episode.title}</span>
              </>
            ) : (
              <span className="poster line-clamp-5 text-2xl leading-[1.15]">{episode.title}</span>
            )}
          </PageLink>
        </Heading>
        <p className="mt-auto flex flex-wrap justify-between gap-x-4 pt-3 text-sm font-semibold text-paper-ink">
          <span>
            {episode.guest
              ? durationOf(episode)
              : [guestOf(episode), durationOf(episode)].filter(Boolean).join(" · ")}
          </span>
          <span suppressHydrationWarning>{spellViews(episode.views)}</span>
        </p>
      </div>
    </article>
  )
}

/** What the player needs of an episode that a page lists; nothing where there is no sound. */
export function cardTrack(episode: Episode): Track | undefined {
  if (!episode.audioUrl) return undefined
  const { id: episodeId, title, guest, audioUrl, thumbnailUrl: imageUrl, durationSeconds } = episode
  const known = { episodeId, title, guest, audioUrl, imageUrl, durationSeconds }
  return episode.hasChapters ? known : { ...known, chapters: [] }
}

function durationOf({ durationSeconds }: Episode) {
  return durationSeconds === null ? "" : formatDuration(durationSeconds)
}
