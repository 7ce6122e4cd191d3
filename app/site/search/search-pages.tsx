import { PageLink } from "#app/kit/ui/page-link.tsx"
import { pageNumbers } from "#app/kit/ui/page-numbers.ts"

type Props = { page: number; pageCount: number; makeAddress: (page: number) => string }

/** Links to the pages of the results; nothing where there is one. */
export function SearchPages({ page, pageCount, makeAddress }: Props) {
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
