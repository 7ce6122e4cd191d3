import { data } from "react-router"
import type { CachedPage } from "#app/content/cached-page.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { toPlainText } from "#app/kit/lib/markdown.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import type { Missing } from "#app/kit/ui/missing-page.tsx"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { ARCHIVE, letterAddress } from "./archive-addresses.ts"
import { archiveFeedLink } from "./archive-feed-link.ts"
import type { Route } from "./+types/letter.route"
import { renderLetterForSite } from "../template/render-for-site.server.ts"
import { findPublishedLetter } from "./published-letters.server.ts"

/** The cards of what a letter speaks of change with that. */
export const handle = { cache: { parameters: [], shows: ["published"] } } satisfies CachedPage

export async function loader({ params }: Route.LoaderArgs) {
  const letter = await findPublishedLetter(parseId(params.id) ?? 0)
  if (!letter) throw data(MISSING, { status: 404 })
  const { content, ...shown } = letter
  return {
    letter: shown,
    contentHtml: await renderLetterForSite(content),
    summary: letter.previewText || toPlainText(content, 200) || letter.title,
  }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { letter, summary } = loaderData
  const { name } = matches[0].loaderData.podcast
  const path = letterAddress(letter.id)
  return [
    ...pageMeta(matches, {
      title: letter.title,
      description: summary,
      path,
      type: "article",
      breadcrumb: [
        { name: "Lettres", path: ARCHIVE },
        { name: letter.title, path },
      ],
      jsonLd: {
        "@type": "Article",
        headline: letter.title,
        description: summary,
        inLanguage: "fr",
        datePublished: letter.publishedAt?.toISOString(),
        author: { "@type": "Organization", name },
        publisher: { "@type": "Organization", name },
      },
    }),
    archiveFeedLink(name),
  ]
}

export default function Letter({ loaderData: { letter, contentHtml } }: Route.ComponentProps) {
  return (
    <article className="wrap pt-10 md:pt-16">
      <div className="sheet on-paper mx-auto max-w-4xl">
        <div className="mx-auto max-w-[76ch] px-5 py-8 sm:px-12 sm:py-12">
          <h1 className="poster text-poster-md break-words">{letter.title}</h1>
          {letter.publishedAt && (
            <p className="mt-4 border-b-4 border-double border-ink pb-4 font-semibold text-paper-ink">
              <time dateTime={letter.publishedAt.toISOString()}>{formatLongDate(letter.publishedAt)}</time>
            </p>
          )}
          <div className="prose mt-8 text-lg" dangerouslySetInnerHTML={{ __html: contentHtml }} />
        </div>
      </div>
      <p className="mx-auto mt-8 flex max-w-4xl flex-wrap gap-4">
        <PageLink to="/newsletter" className="button button-paper">
          Recevoir les prochaines
        </PageLink>
        <PageLink to={ARCHIVE} className="button button-paper">
          Toutes les lettres
        </PageLink>
      </p>
    </article>
  )
}

const MISSING: Missing = {
  title: "Lettre non trouvée",
  text: "Cette lettre n’existe pas ou n’est pas dans les archives.",
  backTo: ARCHIVE,
  backLabel: "Toutes les lettres",
}
