import { data } from "react-router"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import { allIllustrated } from "#app/content/illustrated.server.ts"
import { loadOr, loadPublicList } from "#app/kit/http/public-list.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { ofName } from "#app/kit/lib/french.ts"
import { renderMarkdown, toPlainText } from "#app/kit/lib/markdown.server.ts"
import { parsePageNumber } from "#app/kit/lib/numbers.ts"
import { toPage } from "#app/kit/lib/paging.ts"
import { BadgeLink } from "#app/kit/ui/badge-link.tsx"
import { EmptyText } from "#app/kit/ui/empty-text.tsx"
import { MoreLink } from "#app/kit/ui/more-link.tsx"
import { PageHeading } from "#app/kit/ui/page-heading.tsx"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { useMore } from "#app/kit/ui/use-more.ts"
import type { Route } from "./+types/news.route"
import { Gallery } from "./gallery.tsx"
import { NewsCard } from "./news-card.tsx"
import { countFurtherMedia } from "./news-media.server.ts"
import {
  categoryLabel,
  EXCERPT_LENGTH,
  NEWS_PER_PAGE,
  newsAddress,
  type NewsView,
  parseNewsView,
} from "./news.schema.ts"
import { countNewsByCategory, listPublishedNews, type NewsItem } from "./news.server.ts"

export const handle = {
  cache: { parameters: ["tab", "category", "page"], shows: ["news"] },
} satisfies CachedPage

export async function loader({ url }: Route.LoaderArgs) {
  const view = parseNewsView(url.searchParams)
  const number = parsePageNumber(url.searchParams.get("page"))
  const onlyMedia = view.tab === "galeries"
  const [news, categories, further] = await Promise.all([
    loadPublicList(
      listPublishedNews({
        category: view.category,
        onlyMedia,
        limit: NEWS_PER_PAGE + 1,
        offset: (number - 1) * NEWS_PER_PAGE,
      }),
    ),
    loadPublicList(countNewsByCategory()),
    onlyMedia ? loadOr(countFurtherMedia(view.category), 0) : { value: 0 },
  ])
  const status = Math.max(news.status, categories.status)
  if (news.items.length === 0 && number > 1 && status === 200) throw redirectTo(newsAddress(view))

  const shown = categories.items.filter(
    (category) => view.category === undefined || category.category === view.category,
  )
  const cards = onlyMedia ? news.items.map(toMedia) : await toCards(news.items)
  return data(
    {
      view,
      number,
      categories: categories.items
        .filter((category) => !onlyMedia || category.media > 0)
        .map(({ category }) => category),
      mediaTotal: shown.reduce((total, category) => total + category.media, further.value),
      page: toPage(cards, NEWS_PER_PAGE, number, url),
    },
    { status },
  )
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { view, number } = loaderData ?? {
    view: { tab: "actualites" as const, category: undefined },
    number: 1,
  }
  const { podcast } = matches[0].loaderData
  const name = view.tab === "galeries" ? "Galeries" : podcast.texts.newsTitle
  const path = newsAddress({ tab: view.tab, category: undefined }, number)
  return pageMeta(matches, {
    title: number > 1 ? `${name}, page ${number}` : name,
    description: podcast.texts.newsDescription
      ? `${podcast.texts.newsDescription}, choisis par ${podcast.name}.`
      : `Les actualités ${ofName(podcast.name)}.`,
    path,
    breadcrumb: [{ name: "Actualités", path: "/news" }],
    noIndex: view.category !== undefined,
  })
}

export default function News({ loaderData }: Route.ComponentProps) {
  const { view, categories, mediaTotal, page } = loaderData
  const { texts } = usePodcast()
  return (
    <div className="wrap pt-10 md:pt-16">
      <PageHeading title={texts.newsTitle} />
      <NewsFilters view={view} categories={categories} />
      {view.tab === "galeries" ? (
        <Gallery key={view.category} page={page} total={mediaTotal} />
      ) : (
        <NewsGrid key={view.category} page={page} />
      )}
    </div>
  )
}

type NewsFiltersProps = { view: NewsView; categories: string[] }

/** The two tabs and the category badges: links, since both are in the address. */
function NewsFilters({ view, categories }: NewsFiltersProps) {
  const {
    texts: { categories: labels },
    pageNames,
  } = usePodcast()
  return (
    <>
      <nav aria-label="Rubriques" className="mt-6 flex gap-2">
        <Tab
          to={newsAddress({ tab: "actualites", category: undefined })}
          isActive={view.tab === "actualites"}
        >
          {pageNames["/news"] ?? "Actualités"}
        </Tab>
        <Tab to={newsAddress({ tab: "galeries", category: undefined })} isActive={view.tab === "galeries"}>
          Galeries
        </Tab>
      </nav>
      {categories.length > 0 && (
        <nav aria-label="Catégories" className="mt-6 flex flex-wrap gap-x-3 gap-y-2">
          <BadgeLink
            to={newsAddress({ ...view, category: undefined })}
            isActive={view.category === undefined}
          >
            Tout
          </BadgeLink>
          {categories.map((category) => (
            <BadgeLink
              key={category}
              to={newsAddress({ ...view, category })}
              isActive={view.category === category}
            >
              {categoryLabel(category, labels)}
            </BadgeLink>
          ))}
        </nav>
      )}
    </>
  )
}

type LinkProps = { to: string; isActive: boolean; children: React.ReactNode }

function Tab({ to, isActive, children }: LinkProps) {
  const look = isActive ? "bg-paper text-ink" : "bg-ink-raised text-paper-dim hover:text-paper"
  return (
    <PageLink
      to={to}
      aria-current={isActive ? "page" : undefined}
      preventScrollReset
      className={`poster flex h-14 items-center px-6 pt-1 text-xl ${look}`}
    >
      {children}
    </PageLink>
  )
}

function NewsGrid({ page }: { page: Route.ComponentProps["loaderData"]["page"] }) {
  const { items, ...more } = useMore(page)
  if (items.length === 0) return <EmptyText>Aucune actualité disponible pour le moment.</EmptyText>
  return (
    <>
      <ul className="mt-9 grid grid-cols-1 items-start gap-x-7 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((item, index) => (
          <li key={item.id} id={`actualite-${item.id}`}>
            <NewsCard item={item} eager={index === 0} />
          </li>
        ))}
      </ul>
      <MoreLink {...more} label="Afficher plus d’actualités" loadingText="Chargement..." />
    </>
  )
}

/** How wide the text of a card is. */
const TEXT_SIZES =
  "(width < 40rem) calc(92vw - 2.5rem), (width < 64rem) calc(45vw - 2.5rem), min(27vw, 23rem)"

/** A card carries the excerpt and what it was made from: news have no page of their own. */
async function toCards(items: NewsItem[]) {
  const rendered = await Promise.all(items.map(({ content }) => renderMarkdown(content)))
  const texts = await allIllustrated(rendered, TEXT_SIZES)
  return items.map(({ content, ...item }, index) => ({
    ...item,
    excerpt: toPlainText(content, EXCERPT_LENGTH),
    contentHtml: texts[index] ?? "",
  }))
}

function toMedia({ content: _content, ...item }: NewsItem) {
  return { ...item, excerpt: "", contentHtml: "" }
}
