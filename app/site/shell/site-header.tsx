import { PrefetchPageLinks, useLocation } from "react-router"
import { isStaff, type Person } from "#app/kit/lib/rights.ts"
import { SignOutButton } from "#app/accounts/auth/sign-out-button.tsx"
import { SIGN_OUT, SIGN_OUT_LABEL } from "#app/accounts/auth/sign-out.copy.ts"
import { LONGEST_ON_ONE_LINE, SiteMark } from "#app/base/settings/appearance/site-mark.tsx"
import { useLook } from "#app/base/settings/appearance/use-look.ts"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import { Stroke } from "#app/kit/ui/stroke.tsx"
import { SEARCH_PATH } from "#app/kit/lib/search-path.ts"
import { type BarFrom, barFrom } from "./header-fit.ts"
import { useMenus } from "./use-menus.ts"

type Props = {
  /** Who is signed in, if anybody. */
  viewer: Person | null
}

const MENU = "menu"

/** The fixed navigation bar. The mobile menu is a popover: it opens, closes and obeys Escape without JavaScript. */
export function SiteHeader({ viewer }: Props) {
  const { pathname } = useLocation()
  const { name } = usePodcast()
  const { header } = useMenus()
  const hasLogo = Boolean(useLook()?.logo)
  const entries = viewer ? [...header, ownEntry(viewer)] : header
  const labels = [...entries.map(({ label }) => label), ...(viewer ? [SIGN_OUT_LABEL] : [])]
  const { bar, menu, glass } = PLACES[barFrom({ name, hasLogo }, labels)]
  return (
    <header className="fixed inset-x-0 top-0 z-40 h-20 border-b-4 border-blood bg-ink">
      {/* A script that cannot be loaded when it is needed would take the page away with it. */}
      {viewer && <PrefetchPageLinks page={SIGN_OUT} />}
      <div className="wrap flex h-full items-center justify-between gap-4 lg:gap-6">
        <PageLink
          to="/"
          className={`poster flex min-h-11 items-center tracking-wide ${sizeOf(name)}`}
          viewTransition
        >
          <span className="sr-only">Accueil </span>
          <SiteMark name={name} />
        </PageLink>

        <nav aria-label="Navigation principale" className={`shrink-0 ${bar}`}>
          <ul className="flex gap-1 xl:gap-2">
            {entries.map((entry) => (
              <li key={entry.to}>
                <PageLink {...linkProps(entry.to, pathname, desktopLink)} viewTransition>
                  {entry.label}
                </PageLink>
              </li>
            ))}
            {viewer && (
              <li>
                <SignOutButton className={desktopLink({ isActive: false })} onSubmit={closeMenu} />
              </li>
            )}
          </ul>
        </nav>

        <PageLink
          to={SEARCH_PATH}
          aria-label="Recherche"
          aria-current={pathname === SEARCH_PATH ? "page" : undefined}
          className={`${desktopLink({ isActive: pathname === SEARCH_PATH })} w-12 shrink-0 justify-center ${glass}`}
          viewTransition
        >
          <Stroke path={MAGNIFIER} className="size-6" />
        </PageLink>

        <button
          type="button"
          popoverTarget={MENU}
          aria-label="Menu"
          className={`poster -mr-2 flex size-12 shrink-0 items-center justify-center ${menu}`}
        >
          <Stroke path={THREE_BARS} className="size-8" />
        </button>
        <nav
          id={MENU}
          popover="auto"
          aria-label="Menu mobile"
          className={`m-0 mt-20 h-[calc(100dvh-5rem)] w-full max-w-none bg-ink p-0 text-paper ${menu}`}
        >
          <ul className="wrap divide-y-2 divide-ink-line">
            {entries.map((entry) => (
              <li key={entry.to}>
                <PageLink {...linkProps(entry.to, pathname, mobileLink)} onClick={closeMenu}>
                  {entry.label}
                </PageLink>
              </li>
            ))}
            {viewer && (
              <li>
                <SignOutButton className={`${mobileLink({ isActive: false })} w-full`} onSubmit={closeMenu} />
              </li>
            )}
          </ul>
        </nav>
      </div>
    </header>
  )
}

/** What stands where: the navigation in the bar or behind the menu's button, and the glass beside the one or the other. */
const PLACES: Record<BarFrom, { bar: string; menu: string; glass: string }> = {
  md: {
    bar: "hidden md:ml-auto md:block",
    menu: "md:hidden",
    glass: "-mx-2 max-md:ml-auto md:-mr-3 lg:-mx-3",
  },
  lg: { bar: "hidden lg:ml-auto lg:block", menu: "lg:hidden", glass: "-mx-2 max-lg:ml-auto lg:-mx-3" },
  xl: { bar: "hidden xl:ml-auto xl:block", menu: "xl:hidden", glass: "-mx-2 max-xl:ml-auto xl:-mx-3" },
  never: { bar: "hidden", menu: "", glass: "-mx-2 ml-auto" },
}

/** A long name is smaller, and stands on two lines: the menu beside it stays in reach. */
function sizeOf(name: string) {
  const letters = [...name].length
  if (letters <= 8) return "shrink-0 text-4xl whitespace-nowrap"
  if (letters <= LONGEST_ON_ONE_LINE) return "shrink-0 text-2xl whitespace-nowrap xl:text-4xl"
  return "min-w-0 text-lg leading-tight md:max-w-56 xl:text-2xl"
}

/** The page that one is on, or below, is marked. */
function linkProps(to: string, pathname: string, look: (state: { isActive: boolean }) => string) {
  const path = pathname.toLowerCase()
  const isActive = path === to || (to !== "/" && path.startsWith(`${to}/`))
  return { to, className: look({ isActive }), "aria-current": isActive ? ("page" as const) : undefined }
}

/** Where the pages behind the sign-in begin for this person. */
function ownEntry(viewer: Person) {
  return isStaff(viewer) ? { to: "/admin", label: "Admin" } : { to: "/admin/settings", label: "Mon compte" }
}

function desktopLink({ isActive }: { isActive: boolean }) {
  const base =
    "poster flex h-12 items-center border-b-4 px-1.5 pt-1 text-[1.0625rem] tracking-wide lg:px-2 lg:text-lg xl:px-3 hover:border-paper"
  return `${base} ${isActive ? "border-blood" : "border-transparent"}`
}

function mobileLink({ isActive }: { isActive: boolean }) {
  const base = "poster flex min-h-16 items-center border-l-8 pl-4 text-3xl"
  return `${base} ${isActive ? "border-blood" : "border-transparent"}`
}

function closeMenu() {
  document.getElementById(MENU)?.hidePopover()
}

const MAGNIFIER = "m21 21-5.2-5.2M18 10.5a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0Z"
const THREE_BARS = "M2 5h20M2 12h20M2 19h20"
