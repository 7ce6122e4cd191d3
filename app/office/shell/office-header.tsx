import { Link } from "react-router"
import { LONGEST_ON_ONE_LINE, SiteMark } from "#app/base/settings/appearance/site-mark.tsx"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { letterOf } from "#app/kit/lib/placeholders.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { SearchLink } from "../search/search-link.tsx"
import { SETTINGS } from "../sidebar-entries.ts"
import { SIDEBAR } from "./sidebar.tsx"

type Props = {
  /** Of the site, where the page does not know it. */
  name?: string
  /** Of who is signed in; unknown where the page could not be loaded. */
  email?: string
  /** Where the office begins for them. */
  home: string
  onSearch: () => void
}

/** The back office's bar: the site, the search, and the person; on narrow screens also what opens the sidebar. */
export function OfficeHeader({ name: given, email, home, onSearch }: Props) {
  const podcast = usePodcast()
  const name = given ?? podcast.name
  return (
    <header className="office-header print:hidden">
      <Link to={home} className={`office-mark poster ${sizeOf(name)}`}>
        <span className="sr-only">Accueil de l’administration, </span>
        <SiteMark name={name} isSmall />
      </Link>
      <search className="office-search">
        <SearchLink onOpen={onSearch} className="office-search-link">
          <span className="office-search-name">Rechercher un épisode, un réglage, une action</span>
          <kbd aria-hidden="true">Ctrl K</kbd>
        </SearchLink>
      </search>
      <Link to="/" className="office-visit">
        Voir le site
      </Link>
      <Link
        to={SETTINGS.to}
        aria-label={email ? `Mon compte\u00a0: ${email}` : "Mon compte"}
        className="office-person"
      >
        <span aria-hidden="true">{email ? letterOf(email) : <Icon name="user" />}</span>
      </Link>
      <button type="button" popoverTarget={SIDEBAR} aria-label="Menu" className="office-menu">
        <Icon name="menu" />
      </button>
    </header>
  )
}

function sizeOf(name: string) {
  const letters = [...name].length
  if (letters <= 8) return "text-3xl whitespace-nowrap"
  if (letters <= LONGEST_ON_ONE_LINE) return "text-xl whitespace-nowrap"
  // The longest take three lines of a bar that is no higher.
  return letters <= 40 ? "text-base leading-tight" : "text-sm leading-none"
}
