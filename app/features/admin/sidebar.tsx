import { Link, useLocation } from "react-router"
import { Icon } from "#app/ui/icon.tsx"
import type { Role } from "#app/lib/roles.ts"
import { can } from "../auth/permissions.schema.ts"
import { ENTRIES, FIRST_STEPS_ENTRY, MAX_WAITING, SETTINGS, type Waiting } from "./sidebar-entries.ts"

/** The id of the sidebar, which is a popover on narrow screens. */
export const SIDEBAR = "administration"
const TITLE = "administration-titre"

type Props = {
  role: Role
  waiting?: Waiting
  hasFirstSteps?: boolean
  isExpanded: boolean
  onToggle: () => void
}

export function Sidebar({ role, waiting, hasFirstSteps, isExpanded, onToggle }: Props) {
  return (
    <nav
      id={SIDEBAR}
      popover="auto"
      aria-labelledby={TITLE}
      data-collapsed={isExpanded ? undefined : ""}
      className="sidebar print:hidden"
    >
      <div className="sidebar-head flex min-h-14 items-center justify-between border-b border-rule">
        <h2 id={TITLE} className="sidebar-title poster px-4 text-lg tracking-wide">
          ADMINISTRATION
        </h2>
        <button
          type="button"
          onClick={onToggle}
          aria-expanded={isExpanded}
          aria-controls={SIDEBAR}
          aria-keyshortcuts="Control+B Meta+B"
          className="flex size-11 items-center justify-center hover:bg-paper max-md:hidden noscript:hidden"
        >
          <Icon name={isExpanded ? "panel-left-close" : "panel-left-open"} className="size-5" />
          <span className={isExpanded ? "sr-only" : "sidebar-name"}>
            {isExpanded ? "Réduire le menu" : "Ouvrir le menu"}
          </span>
        </button>
        <button
          type="button"
          popoverTarget={SIDEBAR}
          popoverTargetAction="hide"
          aria-label="Fermer le menu"
          className="mr-1.5 flex size-11 items-center justify-center hover:bg-paper md:hidden"
        >
          <Icon name="x" className="size-5" />
        </button>
      </div>
      <ul className="flex-1 overflow-y-auto py-2">
        {hasFirstSteps && <Entry {...FIRST_STEPS_ENTRY} />}
        {ENTRIES.filter(({ permission }) => can({ role }, permission)).map((entry) => (
          <Entry key={entry.to} {...entry} count={entry.waiting && waiting?.[entry.waiting]} />
        ))}
      </ul>
      <ul className="border-t border-rule py-2">
        <Entry {...SETTINGS} />
      </ul>
    </nav>
  )
}

/** The manager shown at `/admin` itself. */
const INDEX = "/admin/episodes"

function Entry({ to, label, icon, count = 0 }: typeof SETTINGS & { count?: number }) {
  const { pathname } = useLocation()
  const here = pathname === "/admin" ? INDEX : pathname
  const isCurrent = here === to || here.startsWith(`${to}/`)
  return (
    <li>
      <Link
        to={to}
        aria-current={isCurrent ? "page" : undefined}
        onClick={closeDrawer}
        className="sidebar-link"
      >
        <Icon name={icon} />
        <span className="sidebar-name">
          {label}
          {count > 0 && (
            <span className="sr-only">
              {" "}
              ({count > MAX_WAITING ? `plus de ${MAX_WAITING}` : count} en attente)
            </span>
          )}
        </span>
        {count > 0 && (
          <span aria-hidden="true" className="sidebar-count">
            {count > MAX_WAITING ? `${MAX_WAITING}+` : count}
          </span>
        )}
      </Link>
    </li>
  )
}

export function closeDrawer() {
  const sidebar = document.getElementById(SIDEBAR)
  if (sidebar?.matches(":popover-open")) sidebar.hidePopover()
}
