import { data } from "react-router"
import { viewerContext } from "#app/accounts/auth/viewer.server.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import { illustrated } from "#app/content/illustrated.server.ts"
import { renderMarkdown, toPlainText } from "#app/kit/lib/markdown.server.ts"
import { publicationOf } from "#app/content/publication.ts"
import { isSlug } from "#app/kit/lib/slugs.ts"
import { DraftNotice } from "#app/content/draft-notice.tsx"
import type { Missing } from "#app/kit/ui/missing-page.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { withPlayers } from "#app/podcast/embeds/players-in-text.server.ts"
import type { Route } from "./+types/blog-post.route"
import { findPostFor } from "./blog.server.ts"
import { PostArticle } from "./post-article.tsx"

export const handle = {
  cache: { parameters: [], shows: ["blog_posts"] },
} satisfies CachedPage

export async function loader({ context, params }: Route.LoaderArgs) {
  const post = isSlug(params.slug) ? await findPostFor(context.get(viewerContext), params.slug) : undefined
  if (!post) throw data(MISSING, { status: 404 })
  const { content, ...shown } = post
  return {
    post: shown,
    ...publicationOf(post, new Date()),
    contentHtml: await withPlayers(await illustrated(await renderMarkdown(content))),
    summary: post.excerpt || toPlainText(content, 200),
  }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { post, status, summary } = loaderData
  const path = `/blog/${post.slug}`
  return pageMeta(matches, {
    title: post.title,
    description: summary,
    path,
    image: post.coverImageUrl,
    noIndex: status !== "published",
    type: "article",
    breadcrumb: [
      { name: "Blog", path: "/blog" },
      { name: post.title, path },
    ],
    jsonLd: {
      "@type": "Article",
      headline: post.title,
      description: summary,
      inLanguage: "fr",
      datePublished: post.publishedAt?.toISOString(),
      dateModified: post.updatedAt.toISOString(),
      author: post.author
        ? { "@type": "Person", name: post.author }
        : { "@type": "Organization", name: matches[0].loaderData.podcast.name },
      publisher: { "@type": "Organization", name: matches[0].loaderData.podcast.name },
    },
  })
}

export default function BlogPost({
  loaderData: { post, status, scheduledFor, contentHtml },
}: Route.ComponentProps) {
  return (
    <>
      <DraftNotice status={status} scheduledFor={scheduledFor} editAddress={`/admin/blog/${post.id}`} />
      <PostArticle post={post} contentHtml={contentHtml} />
    </>
  )
}

const MISSING: Missing = {
  title: "Article non trouvé",
  text: "Cet article n'existe pas ou n'est pas publié.",
  backTo: "/blog",
  backLabel: "Tous les articles",
}
