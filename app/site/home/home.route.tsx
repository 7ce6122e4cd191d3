import { data } from "react-router"
import { findHeroPicture } from "#app/base/settings/appearance/hero-picture.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import { formatRelativeDate } from "#app/kit/lib/dates.ts"
import { toPlainText } from "#app/kit/lib/markdown.server.ts"
import { loadPublicList } from "#app/kit/http/public-list.server.ts"
import { EmptyText } from "#app/kit/ui/empty-text.tsx"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { SEARCH_PATH } from "#app/kit/lib/search-path.ts"
import { EpisodeCard } from "#app/podcast/episodes/episode-card.tsx"
import { listPublishedEpisodes } from "#app/podcast/episodes/episodes.server.ts"
import { SubscribeLinks } from "#app/podcast/feed-out/listen/subscribe-links.tsx"
import { NewsCard } from "#app/writing/news/news-card.tsx"
import { listPublishedNews } from "#app/writing/news/news.server.ts"
import type { Route } from "./+types/home.route"
import { Hero } from "./hero.tsx"

export const handle = {
  cache: {
    parameters: [],
    shows: [
      "episodes",
      "news",
      "settings/podcast.description",
      "settings/presentation.concept",
      "settings/presentation.figures",
      "settings/presentation.audioLabel",
      "settings/presentation.audioUrl",
      "settings/presentation.hosts",
      "settings/appearance.heroPicture",
    ],
  },
} satisfies CachedPage

const LATEST_EPISODES = 4
const LATEST_NEWS = 3

export async function loader() {
  const [episodes, news, picture] = await Promise.all([
    loadPublicList(listPublishedEpisodes({ limit: LATEST_EPISODES })),
    loadPublicList(listPublishedNews({ limit: LATEST_NEWS })),
    findHeroPicture(),
  ])
  const now = new Date()
  const { podcast, presentation } = siteSettings()
  const shown = {
    description: podcast.description,
    concept: presentation.concept.map(({ word }) => word),
    figures: presentation.figures,
    picture,
    audio: { label: presentation.audioLabel, url: presentation.audioUrl },
    hosts: presentation.hosts.map(({ name }) => name),
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
    website: { name, searchPath: `${SEARCH_PATH}?q={search_term_string}` },
  })
}

export default function Home({ loaderData: { episodes, news, ...hero } }: Route.ComponentProps) {
  const { pageNames } = usePodcast()
  return (
    <>
      <Hero {...hero} />
      <section className="wrap pt-16 md:pt-24" aria-labelledby="derniers-episodes">
        <SectionHeading
          id="derniers-episodes"
          title={pageNames["/episodes"] ?? "Derniers épisodes"}
          to="/episodes"
          link={pageNames["/episodes"] ? "Tout voir" : "Tous les épisodes"}
        />
        {episodes.length === 0 && <EmptyText>Aucun épisode publié pour le moment.</EmptyText>}
        <ul className="mt-8 grid grid-cols-1 gap-7 sm:grid-cols-2 xl:grid-cols-4">
          {episodes.map(({ episode, when }) => (
            <li key={episode.id}>
              <EpisodeCard episode={episode} when={when} heading="h3" columns={{ sm: 2, xl: 4 }} />
            </li>
          ))}
        </ul>
      </section>
      <SubscribeLinks />
      <section className="wrap pt-20 md:pt-28" aria-labelledby="dernieres-actualites">
        <SectionHeading
          id="dernieres-actualites"
          title={pageNames["/news"] ?? "Dernières actualités"}
          to="/news"
          link={pageNames["/news"] ? "Tout voir" : "Toutes les actualités"}
        />
        {news.length === 0 && <EmptyText>Aucune actualité disponible pour le moment.</EmptyText>}
        <ul className="mt-8 grid grid-cols-1 gap-7 md:grid-cols-3">
          {news.map(({ item, when }) => (
            <li key={item.id}>
              <NewsCard item={item} when={when} heading="h3" columns={{ md: 3 }} />
            </li>
          ))}
        </ul>
      </section>
    </>
  )
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
