import { Link } from "react-router"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { Icon } from "#app/kit/ui/icon.tsx"

type Props = {
  list: { to: string; label: string }
  /** What tells the item from others. */
  detail: string
  title: string
  /** « Enregistré à 14:05 » */
  saved?: string
  /** Its state. */
  children?: React.ReactNode
}

/** What stands above the page of one thing: the way back to its list, and its name. */
export function ItemHead({ list, detail, title, saved, children }: Props) {
  return (
    <>
      <div className="item-top">
        <nav aria-label="Fil d’Ariane" className="item-trail">
          <Link to={list.to} className="underline">
            {list.label}
          </Link>
          <Icon name="chevron-right" className="size-4 flex-none" />
          {detail}
          {children}
        </nav>
        {saved && <p className="item-saved">{saved}</p>}
      </div>
      <h1 className="item-title">{frenchSpaces(title)}</h1>
    </>
  )
}
