import { formatLongDate } from "#app/kit/lib/dates.ts"
import { PosterImage } from "#app/kit/ui/poster-image.tsx"
import type { BlogPostCard } from "./blog.server.ts"

type Props = {
  post: Omit<BlogPostCard, "slug"> & { author?: string | null }
  contentHtml: string
}

/** An article as its page shows it, and a preview of it. */
export function PostArticle({ post, contentHtml }: Props) {
  return (
    <article className="wrap pt-10 md:pt-16">
      <div className="sheet on-paper mx-auto max-w-4xl">
        <PosterImage
          src={post.coverImageUrl}
          picture={post.cover}
          fallback={null}
          variant={post.id}
          className="aspect-video sm:aspect-[2/1]"
          eager
          wide
        />
        <div className="mx-auto max-w-[76ch] px-5 py-8 sm:px-12 sm:py-12">
          <h1 className="poster text-poster-md break-words">{post.title}</h1>
          {post.excerpt && (
            <p className="mt-5 text-xl leading-snug font-semibold break-words">{post.excerpt}</p>
          )}
          {post.publishedAt && (
            <p className="mt-4 border-b-4 border-double border-ink pb-4 font-semibold text-paper-ink">
              {post.author && <span className="break-words">Par {post.author} · </span>}
              <time dateTime={post.publishedAt.toISOString()}>{formatLongDate(post.publishedAt)}</time>
            </p>
          )}
          <div className="prose mt-8 text-lg" dangerouslySetInnerHTML={{ __html: contentHtml }} />
        </div>
      </div>
    </article>
  )
}
