import { data } from "react-router"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { SEARCH_PATH } from "#app/kit/lib/search-path.ts"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import type { Route } from "./+types/search.route"
import { SearchFilters } from "./search-filters.tsx"
import { SearchForm } from "./search-form.tsx"
import { SearchNotice } from "./search-notice.tsx"
import { SearchPages } from "./search-pages.tsx"
import { SearchResult } from "./search-result.tsx"
import { findNothing, pageCountOf, search } from "./search.server.ts"
import { parseView, searchAddress } from "./search-view.ts"

export async function loader({ url }: Route.LoaderArgs) {
  const view = parseView(url.searchParams)
  const { value, failed } = await loadOr(search(view), findNothing())
  const pageCount = pageCountOf(value.count)
  if (view.page > Math.max(1, pageCount) && !failed) throw redirectTo(searchAddress(view))
  return data({ view, ...value, pageCount, failed }, { status: failed ? 503 : 200 })
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { search: typed, page } = loaderData?.view ?? { search: "", page: 1 }
  const suffix = page > 1 ? `, page ${page}` : ""
  return pageMeta(matches, {
    title: typed ? `Recherche\u00a0: ${typed}${suffix}` : "Recherche",
    description: `Rechercher dans les épisodes, les actualités et les articles de ${matches[0].loaderData.podcast.name}.`,
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
