import { data } from "react-router"
import type { CachedPage } from "#app/content/cached-page.ts"
import { illustrated } from "#app/content/illustrated.server.ts"
import { renderMarkdown, toPlainText } from "#app/lib/markdown.server.ts"
import { redirectTo } from "#app/http/redirects.server.ts"
import { isSlug } from "#app/lib/slugs.ts"
import { viewerContext } from "../auth/viewer.server.ts"
import { DraftNotice } from "#app/content/draft-notice.tsx"
import type { Missing } from "#app/ui/missing-page.tsx"
import { pageMeta } from "#app/ui/page-meta.ts"
import { can } from "../auth/permissions.schema.ts"
import type { Route } from "./+types/page.route"
import { findBuiltInPage } from "./legal-pages.server.ts"
import { FORMER_PRIVACY, PRIVACY } from "./legal-pages.ts"
import { PageArticle } from "./page-article.tsx"
import { findAnyPage, findPublishedPage } from "./pages.server.ts"

export const handle = { cache: { parameters: [], shows: [] } } satisfies CachedPage

export async function loader({ context, params }: Route.LoaderArgs) {
  const find = can(context.get(viewerContext), "administration") ? findAnyPage : findPublishedPage
  const { slug } = params
  const page = isSlug(slug) ? ((await find(slug)) ?? findBuiltInPage(slug)) : undefined
  if (!page && slug === FORMER_PRIVACY) throw redirectTo(`/page/${PRIVACY}`, 301)
  if (!page) throw data(MISSING, { status: 404 })
  const { content, metaDescription, ...shown } = page
  return {
    page: shown,
    contentHtml: await illustrated(await renderMarkdown(content)),
    summary: metaDescription || toPlainText(content, 200),
  }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { page, summary } = loaderData
  const path = `/page/${page.slug}`
  return pageMeta(matches, {
    title: page.title,
    description: summary,
    path,
    breadcrumb: [{ name: page.title, path }],
    noIndex: !page.isPublished,
  })
}

export default function CustomPage({ loaderData: { page, contentHtml } }: Route.ComponentProps) {
  return (
    <>
      <DraftNotice
        status={page.isPublished ? "published" : "draft"}
        editAddress={`/admin/pages?edit=${page.id}`}
      />
      <PageArticle title={page.title} contentHtml={contentHtml} />
    </>
  )
}

const MISSING: Missing = {
  title: "Page non trouvée",
  text: "Cette page n'existe pas ou n'est pas publiée.",
  backTo: "/",
  backLabel: "Retour à l’accueil",
}
