import { useId } from "react"
import { Link, useLocation } from "react-router"
import { can } from "#app/accounts/auth/permissions.schema.ts"
import { COLOR_SCHEMES, type ColorScheme } from "#app/kit/http/color-scheme.ts"
import type { Role } from "#app/kit/lib/roles.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { SCHEME_LABELS } from "../color-scheme.copy.ts"
import { SearchLink } from "../search/search-link.tsx"
import { entriesWith, SETTINGS, type TypeEntry, type Waiting } from "../sidebar-entries.ts"
import { MOST } from "../waiting/waiting.ts"

/** The id of the sidebar, which is a popover on narrow screens. */
export const SIDEBAR = "administration"
const TITLE = "administration-titre"

type Props = {
  role: Role
  types: TypeEntry[]
  waiting?: Waiting
  isExpanded: boolean
  onToggle: () => void
  onSearch: () => void
  scheme: ColorScheme
  onChooseScheme: (scheme: ColorScheme) => void
}

export function Sidebar({
  role,
  types,
  waiting,
  isExpanded,
  onToggle,
  onSearch,
  scheme,
  onChooseScheme,
}: Props) {
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
        <li>
          <SearchLink onOpen={onSearch} className="sidebar-link">
            <span className="sidebar-name">Rechercher</span>
          </SearchLink>
        </li>
        {entriesWith(types)
          .filter(({ permission }) => can({ role }, permission))
          .map((entry) => (
            <Entry key={entry.to} {...entry} count={entry.waiting && waiting?.[entry.waiting]} />
          ))}
      </ul>
      <ul className="border-t border-rule pt-2">
        <Entry {...SETTINGS} />
      </ul>
      <ColorSchemeSelect scheme={scheme} onChoose={onChooseScheme} />
    </nav>
  )
}

/** The first page is the manager of episodes. */
const INDEX = "/admin"
const SHOWN_THERE = "/admin/episodes"

function Entry({ to, label, icon, count = 0 }: typeof SETTINGS & { count?: number }) {
  const { pathname } = useLocation()
  const shown = pathname === INDEX ? SHOWN_THERE : pathname
  const isCurrent = shown === to || shown.startsWith(`${to}/`)
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
            <span className="sr-only"> ({count > MOST ? `plus de ${MOST}` : count} en attente)</span>
          )}
        </span>
        {count > 0 && (
          <span aria-hidden="true" className="sidebar-count">
            {count > MOST ? `${MOST}+` : count}
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

type ColorSchemeSelectProps = { scheme: ColorScheme; onChoose: (scheme: ColorScheme) => void }

/** How the back office looks, in this browser. Without scripts it is as the device. */
function ColorSchemeSelect({ scheme, onChoose }: ColorSchemeSelectProps) {
  const id = useId()
  return (
    <div className="sidebar-scheme flex items-center gap-3 px-4 pt-1 pb-2 noscript:hidden">
      <Icon name="sun-moon" className="size-5 flex-none" />
      <label htmlFor={id} className="sr-only">
        Couleurs du back-office
      </label>
      <select
        id={id}
        value={scheme}
        onChange={({ currentTarget }) =>
          onChoose(COLOR_SCHEMES.find((one) => one === currentTarget.value) ?? "auto")
        }
        className="control min-w-0"
      >
        {COLOR_SCHEMES.map((one) => (
          <option key={one} value={one}>
            {SCHEME_LABELS[one]}
          </option>
        ))}
      </select>
    </div>
  )
}
