import { PageLink } from "#app/kit/ui/page-link.tsx"
import { roundOf } from "../../podcast/episodes/episodes.schema.ts"
import { categoryLabel } from "../../writing/news/news.schema.ts"
import { usePodcast } from "../../base/settings/use-podcast.ts"
import { FoundMoments } from "./found-moments.tsx"
import { MarkedText } from "./marked-text.tsx"
import { KIND_LABELS } from "./search-view.ts"
import type { Result } from "./search.server.ts"

/** A bout of the bill: who and what, the words that were found, and when it was. */
export function SearchResult({ result }: { result: Result }) {
  const { kind, path, title, guest, passage, day, publishedAt, duration, category } = result
  const { texts } = usePodcast()
  const round = roundOf(result, texts.round)
  const label = category ? categoryLabel(category, texts.categories) : KIND_LABELS[kind]
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
