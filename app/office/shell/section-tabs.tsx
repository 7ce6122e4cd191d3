import { Link, useLocation } from "react-router"
import { countWaiting, findCurrent, type Group, type Waiting } from "../sidebar-entries.ts"
import { MOST } from "../waiting/waiting.ts"

type Props = { groups: Group[]; waiting?: Waiting }

/** The pages of the sidebar's entry that is open, where it has several. */
export function SectionTabs({ groups, waiting }: Props) {
  const { pathname } = useLocation()
  const current = findCurrent(groups, pathname)
  if (!current || current.entry.pages.length < 2) return null
  const { label, pages } = current.entry
  return (
    <nav aria-label={label} className="section-tabs print:hidden">
      {pages.map((page) => {
        const count = countWaiting([page], waiting)
        return (
          <Link
            key={page.to}
            to={page.to}
            aria-current={page.to === current.to ? "page" : undefined}
            className="section-tab"
          >
            {page.label}
            {count > 0 && (
              <>
                <span className="sr-only"> ({count > MOST ? `plus de ${MOST}` : count} en attente)</span>
                <span aria-hidden="true" className="section-count">
                  {count > MOST ? `${MOST}+` : count}
                </span>
              </>
            )}
          </Link>
        )
      })}
    </nav>
  )
}
