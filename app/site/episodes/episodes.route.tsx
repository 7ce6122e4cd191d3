import { data, Form, useNavigation } from "react-router"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { ofName } from "#app/kit/lib/french.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import { MAX_SEARCH_LENGTH, parseSearch } from "#app/content/lists/list-view.ts"
import { parsePageNumber } from "#app/kit/lib/numbers.ts"
import { toPage } from "#app/kit/lib/paging.ts"
import { noteEmptySearch } from "#app/audience/statistics/empty-searches.server.ts"
import { loadOr, loadPublicList } from "#app/kit/http/public-list.server.ts"
import { EmptyText } from "#app/kit/ui/empty-text.tsx"
import { MoreLink } from "#app/kit/ui/more-link.tsx"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import { PageHeading } from "#app/kit/ui/page-heading.tsx"
import { useMore } from "#app/kit/ui/use-more.ts"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { EpisodeCard } from "#app/podcast/episodes/episode-card.tsx"
import { EPISODES_PER_PAGE } from "#app/podcast/episodes/episodes.schema.ts"
import { listPublishedEpisodes } from "#app/podcast/episodes/episodes.server.ts"
import { searchAddress, spellResults } from "../search/search-view.ts"
import { countFound, isCapped } from "../search/search.server.ts"
import type { Route } from "./+types/episodes.route"

export const handle = {
  cache: {
    parameters: ["q", "page"],
    shows: ["episodes", "settings/podcast.description"],
    // Where no episode is found: how much of the site is.
    showsFound: ["published", "transcripts"],
  },
} satisfies CachedPage

export async function loader({ request, url }: Route.LoaderArgs) {
  const search = parseSearch(url.searchParams.get("q"))
  const number = parsePageNumber(url.searchParams.get("page"))
  const { items, status } = await loadPublicList(
    listPublishedEpisodes({
      search,
      limit: EPISODES_PER_PAGE + 1,
      offset: (number - 1) * EPISODES_PER_PAGE,
    }),
  )
  if (items.length === 0 && number > 1 && status === 200) throw redirectTo("/episodes")
  const { description } = siteSettings().podcast
  return data(
    {
      search,
      number,
      description,
      page: toPage(items, EPISODES_PER_PAGE, number, url),
      elsewhere: search && items.length === 0 && status === 200 ? await findElsewhere(search, request) : null,
    },
    { status },
  )
}

/** What the search of the whole site has of it: also what is said, and words that do not stand beside each other. */
async function findElsewhere(search: string, request: Request) {
  const { value: count, failed } = await loadOr(countFound(search), 0)
  if (count === 0 && !failed) noteEmptySearch(search, request)
  return count > 0 ? { count, isCapped: isCapped(count) } : null
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { search, number, description } = loaderData ?? { search: "", number: 1, description: "" }
  const { name, pageNames } = matches[0].loaderData.podcast
  const title = pageNames["/episodes"] ?? "Tous les épisodes"
  const page = pageMeta(matches, {
    title: search ? `Recherche : ${search}` : number > 1 ? `${title}, page ${number}` : title,
    description: [`Tous les épisodes ${ofName(name)}`, description].filter(Boolean).join(" : "),
    path: number > 1 ? `/episodes?page=${number}` : "/episodes",
    breadcrumb: [{ name: "Épisodes", path: "/episodes" }],
    noIndex: search !== "",
  })
  return search ? [...page, feedOf(search, name)] : page
}

/** What is found is a feed as well: who follows a guest hears of their next episode. */
function feedOf(search: string, name: string) {
  return {
    tagName: "link",
    rel: "alternate",
    type: "application/rss+xml",
    title: `«\u00a0${search}\u00a0» · ${name}`,
    href: `/episodes.xml?${new URLSearchParams({ q: search })}`,
  }
}

export default function Episodes({ loaderData: { search, number, page, elsewhere } }: Route.ComponentProps) {
  const { pageNames } = usePodcast()
  return (
    <div className="wrap pt-10 md:pt-16">
      <PageHeading title={pageNames["/episodes"] ?? "Épisodes"}>
        <SearchForm search={search} />
      </PageHeading>
      <EpisodeGrid key={`${number} ${search}`} page={page} search={search} />
      {elsewhere && (
        <p className="mt-6 text-center">
          <PageLink to={searchAddress({ search })} className="button button-paper">
            Voir {spellResults(elsewhere.count, elsewhere.isCapped)} dans tout le site
          </PageLink>
        </p>
      )}
    </div>
  )
}

function SearchForm({ search }: { search: string }) {
  const isSearching = useNavigation().location?.pathname === "/episodes"
  return (
    <Form role="search" action="/episodes" className="on-paper flex w-full max-w-2xl" aria-busy={isSearching}>
      <input
        key={search}
        type="search"
        name="q"
        defaultValue={search}
        maxLength={MAX_SEARCH_LENGTH}
        aria-label="Rechercher un épisode ou un invité"
        placeholder="Rechercher un épisode ou un invité..."
        className="h-14 w-full min-w-0 flex-1 bg-paper px-4 text-lg text-ink placeholder:text-paper-ink"
      />
      <button type="submit" className="button button-blood h-14 shadow-none">
        Chercher
      </button>
    </Form>
  )
}

type Page = Route.ComponentProps["loaderData"]["page"]

function EpisodeGrid({ page, search }: { page: Page; search: string }) {
  const { items, ...more } = useMore(page)
  if (items.length === 0) {
    return (
      <EmptyText>
        {search ? `Aucun épisode trouvé pour "${search}"` : "Aucun épisode publié pour le moment."}
      </EmptyText>
    )
  }
  return (
    <>
      <ul className="mt-10 grid grid-cols-1 gap-x-7 gap-y-9 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {items.map((episode, index) => (
          <li key={episode.id}>
            <EpisodeCard episode={episode} eager={index === 0} />
          </li>
        ))}
      </ul>
      <MoreLink {...more} label="Afficher plus d’épisodes" loadingText="Chargement des épisodes..." />
    </>
  )
}
