import { DraftNotice } from "#app/content/draft-notice.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import type { loadPage } from "./load-page.server.ts"
import { PageArticle } from "./page-article.tsx"

type Loaded = Awaited<ReturnType<typeof loadPage>>

export function customPageMeta(matches: Parameters<typeof pageMeta>[0], { page, summary }: Loaded) {
  const path = `/page/${page.slug}`
  return pageMeta(matches, {
    title: page.title,
    description: summary,
    path,
    breadcrumb: [{ name: page.title, path }],
    noIndex: !page.isPublished,
  })
}

/** A page that hosts wrote, or the site itself. */
export function CustomPage({ page, contentHtml }: Loaded) {
  return (
    <>
      <DraftNotice
        status={page.isPublished ? "published" : "draft"}
        editAddress={`/admin/pages/${page.id}`}
      />
      <PageArticle title={page.title} contentHtml={contentHtml} />
    </>
  )
}
