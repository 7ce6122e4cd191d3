import { SUPPORTERS_PAGE } from "#app/audience/supporters/feed/supporter-paths.ts"
import { SUPPORT } from "#app/audience/supporters/support-address.ts"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { formatDuration, spellViews } from "#app/kit/lib/numbers.ts"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import { PosterImage } from "#app/kit/ui/poster-image.tsx"
import { ChapterList } from "#app/podcast/chapters/chapter-list.tsx"
import { SoundbiteList } from "#app/podcast/chapters/soundbites/soundbite-list.tsx"
import { fallbackOf, guestOf, roundOf } from "#app/podcast/episodes/episodes.schema.ts"
import { integrateAddress } from "#app/podcast/player/link-times.ts"
import type { EpisodeDetails } from "#app/podcast/episodes/episodes.server.ts"
import { LISTEN_PATH } from "#app/podcast/feed-out/feed-address.ts"
import { ListenButton } from "#app/podcast/player/listen-button.tsx"
import { CopyPlaceButton, ShareButton } from "#app/podcast/player/share-buttons.tsx"
import { IN_PREVIEW, type Track } from "#app/podcast/player/track.ts"
import { VideoStill } from "#app/podcast/player/video-still.tsx"
import { Waveform } from "#app/podcast/player/waveform.tsx"
import { Transcript, TRANSCRIPT, unfoldTranscript } from "#app/podcast/transcripts/transcript.tsx"
import { useFooterPages } from "../shell/use-menus.ts"
import { EpisodeGuests } from "./episode-guests.tsx"

/** An episode as its article shows it: all of its columns but the Markdown, which comes rendered. */
export type ShownEpisode = Omit<
  EpisodeDetails,
  "description" | "credits" | "audioType" | "cues" | "views" | "likes" | "isPublished" | "reserved"
> & {
  reserved?: EpisodeDetails["reserved"]
  descriptionHtml: string
  creditsHtml: string
}

export type ShownTranscript = Pick<React.ComponentProps<typeof Transcript>, "html" | "formats">

/** What only a page of its own has: without it nothing is counted, and guests have no link to their pages. */
type Live = {
  isPublished: boolean
  isEmbeddable: boolean
  views: number
  like: React.ReactNode
  transcript: ShownTranscript | null
}

type Props = {
  episode: ShownEpisode
  live?: Live
  /** Stands above it all. */
  notice?: React.ReactNode
}

/** All that an episode's page says of it, also in a preview: it asks for nothing but a player around it. */
export function EpisodeArticle({ episode, live, notice }: Props) {
  const track = trackOf(episode, !live)
  return (
    <article data-episode={live?.isPublished ? episode.id : undefined}>
      {notice}
      <header className="border-b-4 border-blood bg-ink-raised">
        <div className="wrap grid gap-x-12 gap-y-6 py-7 md:gap-y-8 md:py-14 lg:grid-cols-[1.15fr_1fr] lg:items-center">
          <div className="min-w-0 lg:order-2">
            <div className="shadow-pasted -rotate-1 border-8 border-paper">
              <VideoStill key={episode.id} address={episode.youtubeUrl} title={episode.title}>
                <PosterImage
                  src={episode.thumbnailUrl}
                  picture={episode.picture}
                  fallback={fallbackOf(episode)}
                  variant={episode.id}
                  eager
                  wide
                  sizes="(width < 64rem) 90vw, min(40.5vw, 34.5rem)"
                />
              </VideoStill>
            </div>
          </div>
          <div className="min-w-0">
            <Stamps episode={episode} />
            <Headline episode={episode} />
            {episode.subtitle && (
              <p className="mt-4 max-w-2xl text-lg leading-snug break-words md:text-xl">{episode.subtitle}</p>
            )}
            <p className="mt-6 flex flex-wrap gap-x-6 gap-y-1 font-semibold text-paper-dim">
              {live && (
                <span data-live="views" suppressHydrationWarning>
                  {spellViews(live.views)}
                </span>
              )}
              <time dateTime={episode.publishedAt.toISOString()}>{formatLongDate(episode.publishedAt)}</time>
              {episode.durationSeconds !== null && <span>{formatDuration(episode.durationSeconds)}</span>}
            </p>
            <div className="mt-7" key={episode.id}>
              {episode.reserved && <Reserved until={episode.reserved.until} />}
              {track && <ListenButton track={track} />}
              <AtHand episode={episode} live={live} />
              {track && episode.bars && <Waveform track={track} bars={episode.bars} />}
            </div>
            <div className="mt-4 flex flex-wrap gap-4">
              {live?.like}
              {episode.youtubeUrl && (
                <a href={episode.youtubeUrl} className={youtubeButton(episode)} rel="noopener">
                  Voir sur YouTube
                </a>
              )}
              {episode.spotifyUrl && (
                <a href={episode.spotifyUrl} className="button button-paper" rel="noopener">
                  Écouter sur Spotify
                </a>
              )}
              {live?.isPublished && <CopyPlaceButton episodeId={episode.id} />}
            </div>
          </div>
        </div>
      </header>
      <SoundbiteList soundbites={episode.soundbites} track={track} />
      <ChapterList chapters={episode.chapters} track={track} />
      {episode.descriptionHtml && (
        <div className="wrap pt-12">
          <section
            aria-label="Description"
            className="sheet on-paper mx-auto max-w-4xl px-5 py-8 sm:px-12 sm:py-12"
          >
            <div className="prose mx-auto" dangerouslySetInnerHTML={{ __html: episode.descriptionHtml }} />
          </section>
        </div>
      )}
      {live?.transcript && (
        <Transcript key={episode.id} {...live.transcript} episode={episode} track={track} />
      )}
      <EpisodeGuests guests={episode.guests} haveOwnPages={live?.isPublished ?? false} />
      <EpisodeNotes links={episode.links} creditsHtml={episode.creditsHtml} />
    </article>
  )
}

const TYPES = { full: "", trailer: "Bande-annonce", bonus: "Bonus" }

/** The round, and what kind of episode it is where it is none like the others. */
function Stamps({ episode }: { episode: ShownEpisode }) {
  const { texts } = usePodcast()
  const stamps = [roundOf(episode, texts.round), TYPES[episode.type], episode.isExplicit ? "Explicite" : ""]
  const [round] = stamps
  if (!stamps.some(Boolean)) return null
  return (
    <p className="flex flex-wrap items-center gap-x-5 gap-y-3">
      {stamps.filter(Boolean).map((stamp) => (
        <span
          key={stamp}
          className={`stamp ${stamp === round ? "text-2xl text-gold" : "text-lg text-paper"}`}
        >
          {stamp}
        </span>
      ))}
    </p>
  )
}

function Headline({ episode }: { episode: ShownEpisode }) {
  const guest = guestOf(episode)
  if (!guest) {
    return <h1 className={`poster mt-5 break-words ${headlineSize(episode.title)}`}>{episode.title}</h1>
  }
  return (
    <div className="mt-5 flex flex-col">
      <h1 className="order-2 mt-4 text-2xl leading-tight font-bold break-words md:text-3xl">
        {episode.title}
      </h1>
      <p className={`poster order-1 break-words ${guestSize(episode.guest)}`}>
        <span className="font-sans text-xl font-semibold text-paper-dim normal-case">avec </span>
        {guest}
      </p>
    </div>
  )
}

/** A round table is no name: it leaves room for the rest of the poster. */
function guestSize(guest: string) {
  if (guest === "" || guest.length > 120) return "text-poster-sm"
  return guest.length > 60 ? "text-poster-md" : "text-poster-lg"
}

/** As large as a guest's name where it is as short as one. */
function headlineSize(title: string) {
  if (title.length <= 30) return "text-poster-lg"
  return title.length <= 90 ? "text-poster-md" : "text-poster-sm"
}

/** What else one may come for, each where the episode has it. */
function AtHand({ episode, live }: Pick<Props, "episode" | "live">) {
  return (
    <ul className="at-hand">
      <li>
        <PageLink to={LISTEN_PATH} viewTransition>
          S’abonner
        </PageLink>
      </li>
      {live?.transcript && (
        <li>
          <a href={`#${TRANSCRIPT}`} data-scripted onClick={unfoldTranscript}>
            Transcription
          </a>
        </li>
      )}
      {episode.chapters.length > 0 && (
        <li>
          <a href="#chapitres">Chapitres</a>
        </li>
      )}
      {episode.audioUrl && (
        <li>
          <a href={episode.audioUrl} download>
            Télécharger
          </a>
        </li>
      )}
      {live?.isPublished && (
        <li className="noscript:hidden">
          <ShareButton episodeId={episode.id} title={episode.title} />
        </li>
      )}
      {live?.isEmbeddable && (
        // On a phone the row is full, and nobody writes a page there.
        <li className="max-md:hidden">
          <PageLink to={integrateAddress(episode.id)}>Intégrer</PageLink>
        </li>
      )}
    </ul>
  )
}

/** What the player needs of it; nothing where there is no sound. */
function trackOf({ audioUrl, ...episode }: ShownEpisode, isPreview: boolean): Track | undefined {
  if (!audioUrl) return undefined
  const { id, title, guest, thumbnailUrl, durationSeconds, chapters } = episode
  const episodeId = isPreview ? IN_PREVIEW : id
  return { episodeId, title, guest, audioUrl, imageUrl: thumbnailUrl, durationSeconds, chapters }
}

/** One red button: the video's where nothing can be heard on the page. */
function youtubeButton({ audioUrl }: ShownEpisode) {
  return `button ${audioUrl ? "button-paper" : "button-blood"}`
}

type EpisodeNotesProps = { links: EpisodeDetails["links"]; creditsHtml: string }

/** What the episode speaks of, and who made it. */
function EpisodeNotes({ links, creditsHtml }: EpisodeNotesProps) {
  if (links.length === 0 && !creditsHtml) return null
  return (
    <div className="wrap pt-14">
      <div className="mx-auto grid max-w-4xl gap-x-14 gap-y-10 md:auto-cols-fr md:grid-flow-col">
        {links.length > 0 && (
          <section aria-labelledby="liens" className="min-w-0">
            <h2 id="liens" className="poster text-poster-sm">
              Liens
            </h2>
            <ul className="mt-3">
              {links.map(({ label, url }, index) => (
                <li key={index} className="border-b border-ink-line">
                  <a
                    href={url}
                    rel="noopener"
                    className="inline-flex min-h-11 items-center py-2 break-words underline decoration-gold underline-offset-4 hover:text-gold"
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
        {creditsHtml && (
          <section aria-labelledby="credits" className="min-w-0">
            <h2 id="credits" className="poster text-poster-sm">
              Crédits
            </h2>
            <div className="prose mt-3" dangerouslySetInnerHTML={{ __html: creditsHtml }} />
          </section>
        )}
      </div>
    </div>
  )
}

/** In the place of the sound of an episode that is for supporters. */
function Reserved({ until }: { until: string | null }) {
  const { hasSupport } = useFooterPages()
  return (
    <div className="max-w-2xl border-l-4 border-gold pl-5">
      <p className="stamp text-2xl text-gold">Réservé aux soutiens</p>
      <p className="mt-3">
        {until
          ? `À écouter par tout le monde le ${until} ; d’ici là, par celles et ceux qui soutiennent le podcast.`
          : "À écouter par celles et ceux qui soutiennent le podcast."}
      </p>
      <p className="mt-4 flex flex-wrap gap-4">
        {hasSupport && (
          <PageLink to={SUPPORT} className="button button-blood">
            Soutenir
          </PageLink>
        )}
        <PageLink to={SUPPORTERS_PAGE} className="button button-paper">
          Déjà soutien
        </PageLink>
      </p>
    </div>
  )
}
