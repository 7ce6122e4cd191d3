import { data } from "react-router"
import { ofName } from "#app/kit/lib/french.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { parsePageNumber } from "#app/kit/lib/numbers.ts"
import { toPage } from "#app/kit/lib/paging.ts"
import { loadPublicList } from "#app/kit/http/public-list.server.ts"
import { EmptyText } from "#app/kit/ui/empty-text.tsx"
import { MoreLink } from "#app/kit/ui/more-link.tsx"
import { PageHeading } from "#app/kit/ui/page-heading.tsx"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import { cardSizes } from "#app/kit/ui/picture-sizes.ts"
import { PosterImage } from "#app/kit/ui/poster-image.tsx"
import { useMore } from "#app/kit/ui/use-more.ts"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import type { Route } from "./+types/blog.route"
import { type BlogPostCard, listPublishedPosts } from "./blog.server.ts"

export const handle = { cache: { parameters: ["page"], shows: ["blog_posts"] } } satisfies CachedPage

const POSTS_PER_PAGE = 12

export async function loader({ url }: Route.LoaderArgs) {
  const number = parsePageNumber(url.searchParams.get("page"))
  const { items, status } = await loadPublicList(
    listPublishedPosts({ limit: POSTS_PER_PAGE + 1, offset: (number - 1) * POSTS_PER_PAGE }),
  )
  if (items.length === 0 && number > 1 && status === 200) throw redirectTo("/blog")
  return data({ number, page: toPage(items, POSTS_PER_PAGE, number, url) }, { status })
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const number = loaderData?.number ?? 1
  const { name, texts, pageNames } = matches[0].loaderData.podcast
  const title = pageNames["/blog"] ?? "Blog"
  const about = texts.blogDescription && ` : ${texts.blogDescription}`
  return pageMeta(matches, {
    title: number > 1 ? `${title}, page ${number}` : title,
    description: `Les articles ${ofName(name)}${about}.`,
    path: number > 1 ? `/blog?page=${number}` : "/blog",
    breadcrumb: [{ name: "Blog", path: "/blog" }],
  })
}

export default function Blog({ loaderData: { page } }: Route.ComponentProps) {
  const { items, ...more } = useMore(page)
  const { pageNames } = usePodcast()
  return (
    <div className="wrap pt-10 md:pt-16">
      <PageHeading title={pageNames["/blog"] ?? "Blog"} />
      {items.length === 0 ? (
        <EmptyText>Aucun article publié pour le moment.</EmptyText>
      ) : (
        <ul className="mt-10 grid grid-cols-1 gap-x-8 gap-y-10 md:grid-cols-2 xl:grid-cols-3">
          {items.map((post, index) => (
            <li key={post.slug}>
              <PostCard post={post} eager={index === 0} />
            </li>
          ))}
        </ul>
      )}
      <MoreLink {...more} label="Afficher plus d’articles" loadingText="Chargement..." />
    </div>
  )
}

function PostCard({ post, eager }: { post: BlogPostCard; eager: boolean }) {
  return (
    <article className="sheet on-paper punch relative flex h-full flex-col">
      <PosterImage
        src={post.coverImageUrl}
        picture={post.cover}
        fallback={null}
        variant={post.id}
        eager={eager}
        sizes={cardSizes({ md: 2, xl: 3 })}
      />
      <div className="flex flex-1 flex-col p-5">
        <h2 className="poster text-2xl break-words md:text-3xl">
          <PageLink to={`/blog/${post.slug}`} className="after:absolute after:inset-0" viewTransition>
            {post.title}
          </PageLink>
        </h2>
        {post.excerpt && <p className="mt-3 line-clamp-4 break-words">{post.excerpt}</p>}
        {post.publishedAt && (
          <time
            dateTime={post.publishedAt.toISOString()}
            className="mt-auto pt-4 text-sm font-semibold text-paper-ink"
          >
            {formatLongDate(post.publishedAt)}
          </time>
        )}
      </div>
    </article>
  )
}
