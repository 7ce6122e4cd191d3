import { Link } from "react-router"
import { Icon } from "./icon.tsx"
import { pageNumbers } from "./page-numbers.ts"

type Props = {
  /** From 1. */
  page: number
  pageCount: number
  makeAddress: (page: number) => string
}

/** Links to a list's pages; nothing when there is only one. */
export function Pagination({ page, pageCount, makeAddress }: Props) {
  if (pageCount <= 1) return null
  return (
    <nav aria-label="Pages de la liste" className="flex flex-wrap items-center justify-between gap-2">
      <Step to={page > 1 && makeAddress(page - 1)} className="order-1">
        <Icon name="chevron-left" />
        Précédent
      </Step>
      <ol className="flex justify-center gap-1 max-sm:order-first max-sm:w-full sm:order-2">
        {pageNumbers(page, pageCount).map((number, index) =>
          number === null ? (
            <li key={`gap-${index}`} aria-hidden="true" className="flex w-5 items-center justify-center">
              …
            </li>
          ) : (
            <li key={number}>
              <Link
                to={makeAddress(number)}
                aria-label={`Page ${number}`}
                aria-current={number === page ? "page" : undefined}
                className={`office-button px-1 tabular-nums ${number === page ? "office-button-main" : "office-button-quiet"}`}
              >
                {number}
              </Link>
            </li>
          ),
        )}
      </ol>
      <Step to={page < pageCount && makeAddress(page + 1)} className="order-3">
        Suivant
        <Icon name="chevron-right" />
      </Step>
    </nav>
  )
}

/** At the end of the way it keeps its place, so that the numbers do not move. */
function Step({
  to,
  className,
  children,
}: {
  to: string | false
  className: string
  children: React.ReactNode
}) {
  const look = `office-button ${className}`
  if (to === false) return <span className={`${look} invisible`}>{children}</span>
  return (
    <Link to={to} className={look}>
      {children}
    </Link>
  )
}
