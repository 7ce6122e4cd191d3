import type { CSSProperties } from "react"
import { data } from "react-router"
import { hasAccounts } from "#app/accounts/users/manage-users.server.ts"
import { findHeroPicture } from "#app/base/settings/appearance/hero-picture.server.ts"
import { HeroPicture } from "#app/base/settings/appearance/hero-picture.tsx"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import { loadOr, loadPublicList } from "#app/kit/http/public-list.server.ts"
import { formatRelativeDate } from "#app/kit/lib/dates.ts"
import { toPlainText } from "#app/kit/lib/markdown.server.ts"
import type { Picture } from "#app/kit/lib/pictures.ts"
import { SEARCH_PATH } from "#app/kit/lib/search-path.ts"
import { Figures } from "#app/kit/ui/figures.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { isPlainClick, PageLink } from "#app/kit/ui/page-link.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import type { Columns } from "#app/kit/ui/picture-sizes.ts"
import { cardTrack, EpisodeCard } from "#app/podcast/episodes/episode-card.tsx"
import { listPublishedEpisodes } from "#app/podcast/episodes/episodes.server.ts"
import { LISTEN_PATH } from "#app/podcast/feed-out/feed-address.ts"
import { LATEST_EMBED } from "#app/podcast/embeds/embed-addresses.ts"
import { SubscribeLinks } from "#app/podcast/feed-out/listen/subscribe-links.tsx"
import { usePlayer } from "#app/podcast/player/player-context.ts"
import type { Track } from "#app/podcast/player/track.ts"
import { NewsCard } from "#app/writing/news/news-card.tsx"
import { listPublishedNews } from "#app/writing/news/news.server.ts"
import { footerPages } from "../shell/footer-pages.server.ts"
import type { Route } from "./+types/home.route"

export const handle = {
  cache: {
    parameters: [],
    shows: [
      "episodes",
      "news",
      "users",
      "settings/podcast.description",
      "settings/presentation.concept",
      "settings/presentation.figures",
      "settings/presentation.audioLabel",
      "settings/presentation.audioUrl",
      "settings/presentation.hosts",
      "settings/appearance.heroPicture",
      "settings/embeds.where",
    ],
  },
} satisfies CachedPage

const LATEST_EPISODES = 4
const LATEST_NEWS = 3

export async function loader() {
  const [episodes, news, picture, { value: isOwned }] = await Promise.all([
    loadPublicList(listPublishedEpisodes({ limit: LATEST_EPISODES })),
    loadPublicList(listPublishedNews({ limit: LATEST_NEWS })),
    findHeroPicture(),
    loadOr(hasAccounts(), true),
  ])
  const now = new Date()
  const { podcast, presentation, links, embeds } = siteSettings()
  const where = episodes.items.some(({ audioUrl }) => audioUrl) ? embeds.where : "nowhere"
  const shown = {
    description: podcast.description,
    concept: presentation.concept.map(({ word }) => word),
    figures: presentation.figures,
    picture,
    audio: { label: presentation.audioLabel, url: presentation.audioUrl },
    hosts: presentation.hosts.map(({ name }) => name),
    canSubscribe: links.platforms.length > 0 || footerPages().hasFeed,
    isOwned,
    where,
    episodes: episodes.items.map((episode) => ({
      episode,
      when: formatRelativeDate(episode.publishedAt, now),
    })),
    news: news.items.map(({ content, ...item }) => ({
      item: { ...item, excerpt: toPlainText(content, 140) },
      when: formatRelativeDate(item.publishedAt, now),
    })),
  }
  return data(shown, { status: Math.max(episodes.status, news.status) })
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { name, tagline } = matches[0].loaderData.podcast
  const { description, hosts } = loaderData
  return pageMeta(matches, {
    title: [name, tagline].filter(Boolean).join(" : "),
    description,
    path: "/",
    jsonLd: {
      "@type": "PodcastSeries",
      name,
      description,
      inLanguage: "fr",
      author: hosts.map((host) => ({ "@type": "Person", name: host })),
    },
    elsewhere: { where: loaderData.where, player: LATEST_EMBED, height: 180 },
    website: { name, searchPath: `${SEARCH_PATH}?q={search_term_string}` },
  })
}

export default function Home({ loaderData: { episodes, news, isOwned, ...hero } }: Route.ComponentProps) {
  const { pageNames } = usePodcast()
  const [newest] = episodes
  const { className, columns } = GRIDS[episodes.length] ?? GRID
  return (
    <>
      <Hero {...hero} track={newest && cardTrack(newest.episode)} />
      {!isOwned && <FirstAccount />}
      {newest && (
        <section className="wrap pt-16 md:pt-24" aria-labelledby="derniers-episodes">
          <SectionHeading
            id="derniers-episodes"
            title={pageNames["/episodes"] ?? "Derniers épisodes"}
            to="/episodes"
            link={pageNames["/episodes"] ? "Tout voir" : "Tous les épisodes"}
          />
          <ul className={`mt-8 grid grid-cols-1 gap-7 ${className}`}>
            {episodes.map(({ episode, when }) => (
              <li key={episode.id}>
                <EpisodeCard
                  episode={episode}
                  when={when}
                  heading="h3"
                  columns={columns}
                  isAlone={episodes.length === 1}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {hero.canSubscribe && <SubscribeLinks />}
      {news.length > 0 && (
        <section className="wrap pt-20 md:pt-28" aria-labelledby="dernieres-actualites">
          <SectionHeading
            id="dernieres-actualites"
            title={pageNames["/news"] ?? "Dernières actualités"}
            to="/news"
            link={pageNames["/news"] ? "Tout voir" : "Toutes les actualités"}
          />
          <ul className="mt-8 grid grid-cols-1 gap-7 md:grid-cols-3">
            {news.map(({ item, when }) => (
              <li key={item.id}>
                <NewsCard item={item} when={when} heading="h3" columns={{ md: 3 }} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** How a site begins that nobody has an account of yet. */
function FirstAccount() {
  return (
    <section
      aria-labelledby="premier-compte"
      className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-4 pt-14"
    >
      <div className="max-w-[60ch]">
        <h2 id="premier-compte" className="poster text-poster-sm">
          Ce site attend son premier compte
        </h2>
        <p className="mt-2">
          C’est le vôtre&#8239;? Créez votre compte&nbsp;: le premier administre le site.
        </p>
      </div>
      <PageLink to="/auth?onglet=inscription" className="button button-blood">
        Créer le compte
      </PageLink>
    </section>
  )
}

type Grid = { className: string; columns: Columns }

const GRID: Grid = { className: "sm:grid-cols-2 xl:grid-cols-4", columns: { sm: 2, xl: 4 } }
/** By how many episodes there are: a young podcast's poster has no hole. */
const GRIDS: Record<number, Grid> = {
  1: { className: "", columns: {} },
  2: { className: "sm:grid-cols-2", columns: { sm: 2 } },
  3: { className: "md:grid-cols-3", columns: { md: 3 } },
}

type HeadingProps = { id: string; title: string; to: string; link: string }

function SectionHeading({ id, title, to, link }: HeadingProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2 border-b-4 border-blood pb-3">
      <h2 id={id} className="poster text-poster-md">
        {title}
      </h2>
      <PageLink
        to={to}
        className="poster inline-flex min-h-11 items-center text-xl text-gold hover:underline"
        viewTransition
      >
        {link} <span aria-hidden="true">&nbsp;→</span>
      </PageLink>
    </div>
  )
}

type Props = {
  /** The words on the poster; without any it shows the podcast's name. */
  concept: string[]
  figures: { prefix: string; value: string; label: string }[]
  audio: { label: string; url: string }
  canSubscribe: boolean
  /** In the poster's place. */
  picture: Picture | null
  /** The newest episode, where it has a sound. */
  track: Track | undefined
}

/** The poster itself: the three words, the tagline, the ways in, and the tale of the tape. */
function Hero({ concept, figures, audio, canSubscribe, picture, track }: Props) {
  const { name, tagline } = usePodcast()
  const words = concept.length > 0 ? concept : inWords(name)
  return (
    <section aria-label={name}>
      {picture && <HeroPicture picture={picture} />}
      <div className="on-paper hero-poster relative overflow-hidden text-ink">
        {!picture && (
          <>
            <div className="hero-sun max-md:hidden" aria-hidden="true" />
            <HangingMicrophone />
          </>
        )}
        <div className="wrap relative pt-8 pb-10 md:pt-10 md:pb-14">
          <p className="poster flex items-center gap-4 text-xl text-blood-dark md:text-2xl">
            <span aria-hidden="true">★</span> {name}, le podcast <span aria-hidden="true">★</span>
          </p>
          <h1 className="poster hero-title mt-2 leading-[1.02]" style={fitted(words)}>
            {words.map((word, index) => (
              <span key={`${index} ${word}`} className="block">
                {word}{" "}
              </span>
            ))}
          </h1>
          {tagline && <p className="mt-6 max-w-xl text-xl font-semibold md:text-2xl">{tagline}</p>}
          <div className="mt-7 flex flex-wrap gap-4">
            {track && <ListenToNewest track={track} />}
            <PageLink to="/episodes" className="button button-ink" viewTransition>
              Voir les épisodes
            </PageLink>
            {audio.url && (
              <a
                href={audio.url}
                className={`button ${track ? "button-ink" : "button-blood"}`}
                rel="noopener"
              >
                {audio.label || "Écouter"}
              </a>
            )}
            {canSubscribe && (
              <PageLink to={LISTEN_PATH} className="button button-paper" viewTransition>
                S’abonner
              </PageLink>
            )}
          </div>
        </div>
      </div>
      <div className="ropes" />
      {figures.length > 0 && (
        <div className="wrap">
          <Figures figures={figures} />
        </div>
      )}
    </section>
  )
}

/** Plays it in the bar; without scripts it leads to its page. */
function ListenToNewest({ track }: { track: Track }) {
  const player = usePlayer()
  const isPlaying = player.isPlaying && player.track?.episodeId === track.episodeId
  return (
    <PageLink
      to={`/episodes/${track.episodeId}`}
      data-scripted
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        if (isPlaying) player.pause()
        else player.play(track)
      }}
      className="button button-blood"
    >
      <Icon name={isPlaying ? "pause" : "play"} className="size-5 fill-current" />
      {isPlaying ? "Mettre en pause" : "Écouter le dernier épisode"}
    </PageLink>
  )
}

/** The size is made for three short words: longer ones, and more of them, are smaller. */
function fitted(words: string[]): CSSProperties | undefined {
  const longest = Math.max(
    ...words
      .join(" ")
      .split(/\s+/)
      .map((word) => word.length),
  )
  const total = words.join(" ").length
  const scale = (most: number) => Math.min(1, most / longest, Math.sqrt(24 / total))
  // On a wide screen the words after the first share a line, as long as there is room for them.
  const [narrow, wide] = [scale(7.5), Math.min(scale(12), 3 / words.length)].map(
    (value) => Math.round(value * 1000) / 1000,
  )
  if (narrow === 1 && wide === 1) return undefined
  return { "--hero-scale": narrow, "--hero-scale-wide": wide } as CSSProperties
}

const MOST_WORDS = 4

/** A short name stands on the poster word by word, a long one as it is. */
function inWords(name: string) {
  const words = name.split(" ").filter(Boolean)
  return words.length <= MOST_WORDS ? words : [name]
}

/** The microphone that comes down into the ring for the announcer. */
function HangingMicrophone() {
  return (
    <svg
      viewBox="0 0 120 400"
      className="absolute top-0 right-[9%] h-[62%] max-md:hidden"
      fill="currentColor"
      aria-hidden="true"
    >
      <path d="M57 0h6v196h-6z" />
      <path d="M44 186h32v22H44z" />
      <path d="M22 204h76v20H22z" className="text-gold" />
      <path d="M18 228h84v88a42 42 0 0 1-84 0z" />
      <path
        d="M26 244h68v8H26zM26 262h68v8H26zM26 280h68v8H26zM26 298h68v8H26zM28 316h64v8H28zM34 334h52v8H34z"
        className="text-paper-shade"
      />
      <path d="M55 228h10v130H55z" />
    </svg>
  )
}
