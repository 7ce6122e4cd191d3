import { data } from "react-router"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { noteEmptySearch } from "#app/audience/statistics/empty-searches.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { SEARCH_PATH } from "#app/kit/lib/search-path.ts"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { pageNumbers } from "#app/kit/ui/page-numbers.ts"
import { roundOf } from "#app/podcast/episodes/episodes.schema.ts"
import { usePlayer } from "#app/podcast/player/player-context.ts"
import { categoryLabel } from "#app/writing/news/news.schema.ts"
import type { Route } from "./+types/search.route"
import type { Segment } from "./highlight.ts"
import { SearchField } from "./search-field.tsx"
import { SearchFilters } from "./search-filters.tsx"
import { SearchNotice } from "./search-notice.tsx"
import { parseView, searchAddress } from "./search-view.ts"
import { listSearchedKinds } from "./searched-kinds.server.ts"
import { findNothing, pageCountOf, type Result, search } from "./search.server.ts"

export async function loader({ request, url }: Route.LoaderArgs) {
  const view = parseView(
    url.searchParams,
    listSearchedKinds().map(({ name }) => name),
  )
  const { value, failed } = await loadOr(search(view), findNothing())
  const pageCount = pageCountOf(value.count)
  if (view.page > Math.max(1, pageCount) && !failed) throw redirectTo(searchAddress(view))
  const isWhole = !view.kind && !view.guest && !view.year
  if (isWhole && value.count === 0 && !failed) noteEmptySearch(view.search, request)
  return data({ view, ...value, pageCount, failed }, { status: failed ? 503 : 200 })
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { search: typed, page } = loaderData?.view ?? { search: "", page: 1 }
  const suffix = page > 1 ? `, page ${page}` : ""
  const { name, pageNames } = matches[0].loaderData.podcast
  return pageMeta(matches, {
    title: typed ? `Recherche\u00a0: ${typed}${suffix}` : (pageNames[SEARCH_PATH] ?? "Recherche"),
    description: `Rechercher dans les épisodes, les actualités et les articles de ${name}.`,
    path: SEARCH_PATH,
    breadcrumb: [{ name: "Recherche", path: SEARCH_PATH }],
    noIndex: typed !== "",
  })
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { view, results, pageCount } = loaderData
  return (
    <div className="wrap pt-10 md:pt-16">
      <SearchForm search={view.search} />
      <SearchNotice {...loaderData} />
      {(results.length > 0 || view.kind || view.guest || view.year) && (
        <SearchFilters {...loaderData} hasResults={results.length > 0} />
      )}
      {results.length > 0 && (
        <ol className="mt-4 divide-y-2 divide-ink-line border-y-4 border-blood">
          {results.map((result) => (
            <li key={result.key}>
              <SearchResult result={result} />
            </li>
          ))}
        </ol>
      )}
      <SearchPages
        page={view.page}
        pageCount={pageCount}
        makeAddress={(page) => searchAddress(view, { page })}
      />
    </div>
  )
}

/** The notice on the wall: one asks, by name or by what they said. */
function SearchForm({ search }: { search: string }) {
  return (
    <form role="search" action={SEARCH_PATH} className="sheet on-paper mx-auto max-w-4xl">
      <div className="border-4 border-double border-ink px-4 pt-3 pb-5 text-center sm:px-8 sm:pb-7">
        <h1 className="poster leading-none">
          <span className="block text-xl tracking-[0.25em] text-blood-dark sm:text-3xl">Avis de</span>{" "}
          <span className="block text-poster-lg leading-[1.1]">Recherche</span>
        </h1>
        <div className="mt-3 flex flex-col gap-3 sm:flex-row sm:gap-0">
          <SearchField key={search} search={search} />
          <button type="submit" className="button button-blood min-h-16 px-8 text-2xl shadow-none">
            Chercher
          </button>
        </div>
      </div>
    </form>
  )
}

/** A bout of the bill: who and what, the words that were found, and when it was. */
function SearchResult({ result }: { result: Result }) {
  const { path, title, guest, passage, day, publishedAt, duration, category } = result
  const { texts } = usePodcast()
  const round = roundOf(result, texts.round)
  const label = category ? categoryLabel(category, texts.categories) : result.label
  return (
    <article className="relative grid gap-x-8 gap-y-2 py-6 sm:grid-cols-[8.5rem_1fr]">
      <p className="self-start">
        <span className="stamp text-base text-gold">{label}</span>
      </p>
      <div className="min-w-0">
        <h2>
          <PageLink to={path} className="group inline-block after:absolute after:inset-0" viewTransition>
            {guest.length > 0 && (
              <>
                <span className="poster block text-poster-sm break-words underline-offset-8 group-hover:underline">
                  <MarkedText segments={guest} />
                </span>
                <span className="sr-only"> : </span>
              </>
            )}
            <span
              className={
                guest.length > 0
                  ? "block text-lg leading-snug font-semibold"
                  : "poster block text-poster-sm break-words underline-offset-8 group-hover:underline"
              }
            >
              <MarkedText segments={title} />
            </span>
          </PageLink>
        </h2>
        {passage.length > 0 && (
          <p className="mt-2 max-w-[75ch] text-paper-dim">
            <MarkedText segments={passage} />
          </p>
        )}
        <FoundMoments {...result} />
        <p className="mt-2 flex flex-wrap gap-x-4 text-sm font-semibold text-paper-dim">
          {round && <span className="text-gold">{round}</span>}
          {day && <time dateTime={publishedAt}>{day}</time>}
          {duration && <span>{duration}</span>}
        </p>
      </div>
    </article>
  )
}

/** Where an episode says what was searched for: each plays from its time, and leads to its page without scripts. */
function FoundMoments({ path, moments, track }: Pick<Result, "path" | "moments" | "track">) {
  const { play } = usePlayer()
  if (moments.length === 0) return null
  return (
    // Over the link of the whole result.
    <ul aria-label="Dans la transcription" className="relative z-1 mt-3 grid max-w-[75ch] gap-1">
      {moments.map(({ seconds, clock, said }, index) => (
        <li key={index}>
          {seconds === null ? (
            <MarkedText segments={said} />
          ) : (
            <PageLink
              to={`${path}?t=${seconds}`}
              className="group flex min-h-11 items-baseline gap-4 py-1.5"
              onClick={(event) => {
                if (!track || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
                event.preventDefault()
                play(track, seconds)
              }}
            >
              <span className="poster w-14 shrink-0 text-lg text-gold">{clock}</span>{" "}
              <span className="underline-offset-4 group-hover:underline">
                <MarkedText segments={said} />
              </span>
            </PageLink>
          )}
        </li>
      ))}
    </ul>
  )
}

type SearchPagesProps = { page: number; pageCount: number; makeAddress: (page: number) => string }

/** Links to the pages of the results; nothing where there is one. */
function SearchPages({ page, pageCount, makeAddress }: SearchPagesProps) {
  if (pageCount <= 1) return null
  return (
    <nav aria-label="Pages de résultats" className="mt-8 flex flex-wrap justify-center gap-2">
      {page > 1 && (
        <PageLink to={makeAddress(page - 1)} rel="prev" className={LINK}>
          Précédents
        </PageLink>
      )}
      <ol className="flex flex-wrap justify-center gap-2">
        {pageNumbers(page, pageCount).map((number, index) =>
          number === null ? (
            <li key={`gap-${index}`} aria-hidden="true" className="flex w-4 items-center justify-center">
              …
            </li>
          ) : (
            <li key={number}>
              <PageLink
                to={makeAddress(number)}
                aria-label={`Page ${number}`}
                aria-current={number === page ? "page" : undefined}
                className={`${LINK} ${number === page ? "bg-blood text-on-blood" : ""}`}
              >
                {number}
              </PageLink>
            </li>
          ),
        )}
      </ol>
      {page < pageCount && (
        <PageLink to={makeAddress(page + 1)} rel="next" className={LINK}>
          Suivants
        </PageLink>
      )}
    </nav>
  )
}

const LINK =
  "poster flex min-h-11 min-w-11 items-center justify-center border-2 border-ink-line px-3 text-lg hover:border-paper"

/** A text with what was searched for marked in it. */
function MarkedText({ segments }: { segments: Segment[] }) {
  return segments.map(({ text, isMatch }, index) =>
    isMatch ? (
      <mark key={index} className="found">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
