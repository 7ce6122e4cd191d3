import { useId } from "react"
import { Link, PrefetchPageLinks, useLocation } from "react-router"
import { can, type Person } from "#app/kit/lib/rights.ts"
import { SignOutButton } from "#app/accounts/auth/sign-out-button.tsx"
import { SIGN_OUT, SIGN_OUT_LABEL } from "#app/accounts/auth/sign-out.copy.ts"
import { COLOR_SCHEMES, type ColorScheme } from "#app/kit/http/color-scheme.ts"
import { Icon, type IconName } from "#app/kit/ui/icon.tsx"
import { SCHEME_LABELS } from "../color-scheme.copy.ts"
import {
  countWaiting,
  findCurrent,
  type Group,
  SETTINGS,
  tellsOfFault,
  type Waiting,
} from "../sidebar-entries.ts"
import { MOST } from "../waiting/waiting.ts"

/** The id of the sidebar, which is a popover on narrow screens. */
export const SIDEBAR = "administration"
const TITLE = "administration-titre"

type Props = {
  person: Person
  groups: Group[]
  waiting?: Waiting
  isExpanded: boolean
  onToggle: () => void
  scheme: ColorScheme
  onChooseScheme: (scheme: ColorScheme) => void
}

export function Sidebar({ person, groups, waiting, isExpanded, onToggle, scheme, onChooseScheme }: Props) {
  const { pathname } = useLocation()
  const current = findCurrent(groups, pathname)
  return (
    <nav
      id={SIDEBAR}
      popover="auto"
      aria-labelledby={TITLE}
      data-collapsed={isExpanded ? undefined : ""}
      className="sidebar print:hidden"
    >
      <div className="sidebar-head">
        <h2 id={TITLE} className="sidebar-title poster text-lg tracking-wide">
          ADMINISTRATION
        </h2>
        <button
          type="button"
          onClick={onToggle}
          aria-expanded={isExpanded}
          aria-controls={SIDEBAR}
          aria-keyshortcuts="Control+B Meta+B"
          className="sidebar-toggle max-md:hidden noscript:hidden"
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
          className="sidebar-toggle md:hidden"
        >
          <Icon name="x" className="size-5" />
        </button>
      </div>
      {can(person, "writing") && (
        <Link to="/admin/episodes/new" onClick={closeDrawer} className="sidebar-main">
          <Icon name="plus" />
          <span className="sidebar-name">Nouvel épisode</span>
        </Link>
      )}
      <div className="sidebar-entries">
        {groups.map(({ label, entries }) => (
          <div key={label} role="group" aria-label={label}>
            <h3 className="sidebar-group">{label}</h3>
            <ul>
              {entries.map((entry) => (
                <EntryLink
                  key={entry.label}
                  {...entry}
                  isCurrent={current?.entry === entry}
                  count={countWaiting(entry.pages, waiting)}
                  isWrong={tellsOfFault(entry.pages, waiting)}
                />
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div className="sidebar-foot">
        <ul>
          <EntryLink {...SETTINGS} isCurrent={pathname.startsWith(SETTINGS.to)} />
        </ul>
        <ColorSchemeSelect scheme={scheme} onChoose={onChooseScheme} />
        {/* A script that cannot be loaded when it is needed would take the page away with it. */}
        <PrefetchPageLinks page={SIGN_OUT} />
        <SignOutButton className="sidebar-link" onSubmit={closeDrawer}>
          <Icon name="log-out" />
          <span className="sidebar-name">{SIGN_OUT_LABEL}</span>
        </SignOutButton>
      </div>
    </nav>
  )
}

type EntryLinkProps = {
  to: string
  label: string
  icon: IconName
  isCurrent: boolean
  count?: number
  isWrong?: boolean
}

function EntryLink({ to, label, icon, isCurrent, count = 0, isWrong }: EntryLinkProps) {
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
          {count > 0 && <CountInWords count={count} />}
        </span>
        {isWrong && <Fault />}
        {count > 0 && <Count count={count} className="sidebar-count" />}
      </Link>
    </li>
  )
}

type TabsProps = { groups: Group[]; waiting?: Waiting }

/** The pages of the sidebar's entry that is open, where it has several. */
export function SectionTabs({ groups, waiting }: TabsProps) {
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
            aria-current={page === current.tab ? "page" : undefined}
            className="section-tab"
          >
            {page.label}
            {count > 0 && (
              <>
                <CountInWords count={count} />
                <Count count={count} className="section-count" />
              </>
            )}
            {tellsOfFault([page], waiting) && <Fault />}
          </Link>
        )
      })}
    </nav>
  )
}

/** The way back from a page that its tab lists. */
export function BackLink({ groups }: Pick<TabsProps, "groups">) {
  const { pathname } = useLocation()
  const current = findCurrent(groups, pathname)
  if (!current || current.to === current.tab.to) return null
  return (
    <Link to={current.tab.to} className="back-link print:hidden">
      <Icon name="chevron-left" />
      {current.tab.label}
    </Link>
  )
}

type CountProps = { count: number; className: string }

function Count({ count, className }: CountProps) {
  return (
    <span aria-hidden="true" className={className}>
      {count > MOST ? `${MOST}+` : count}
    </span>
  )
}

/** Something is wrong there. */
const Fault = () => (
  <span className="fault-dot">
    <span className="sr-only"> (quelque chose ne va pas)</span>
  </span>
)

/** « 3 en attente », for who does not see the figure. */
const CountInWords = ({ count }: { count: number }) => (
  <span className="sr-only"> ({count > MOST ? `plus de ${MOST}` : count} en attente)</span>
)

export function closeDrawer() {
  const sidebar = document.getElementById(SIDEBAR)
  if (sidebar?.matches(":popover-open")) sidebar.hidePopover()
}

type ColorSchemeSelectProps = { scheme: ColorScheme; onChoose: (scheme: ColorScheme) => void }

/** How the back office looks, in this browser. Without scripts it is as the device. */
function ColorSchemeSelect({ scheme, onChoose }: ColorSchemeSelectProps) {
  const id = useId()
  return (
    <div className="sidebar-scheme noscript:hidden">
      <Icon name="sun-moon" />
      <label htmlFor={id} className="sr-only">
        Couleurs de l’administration
      </label>
      <select
        id={id}
        value={scheme}
        onChange={({ currentTarget }) =>
          onChoose(COLOR_SCHEMES.find((one) => one === currentTarget.value) ?? "auto")
        }
        className="sidebar-select"
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
