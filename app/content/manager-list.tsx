import { Link } from "react-router"
import { listAddress, type ListView, maxRows, narrowing, ROWS_PER_PAGE } from "./lists/list-view.ts"
import type { Choice, ListType } from "./lists/list-type.ts"
import { ListTools, StateChips, type States } from "./lists/list-tools.tsx"
import type { TypeLink } from "./managed-type.ts"
import { LIST } from "#app/kit/form/use-focus-on-edit.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { ListSearch } from "#app/kit/ui/list-search.tsx"
import { MoreMenu } from "#app/kit/ui/more-menu.tsx"
import { Pagination } from "#app/kit/ui/pagination.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"

type Props = {
  title: string
  path: string
  view: ListView
  /** How many rows there are on all pages; more than `maxRows` when nobody counted further. */
  total: number
  /** How many rows stand above them of what was never saved. */
  begun?: number
  /** Why there are none, when they could not be loaded. */
  failure: string | undefined
  /** What the rows are called, one and many. */
  nouns: readonly [string, string]
  searchLabel: string
  /** Shown while there is nothing at all. */
  emptyText: string
  aside?: React.ReactNode
  /** Behind « … »: what else can be done with all of it. */
  more?: TypeLink[]
  /** Where all that it finds is as a table for spreadsheets. */
  csv?: string
  /** How it is narrowed down and sorted. */
  type?: ListType
  /** Those that the list can be narrowed down to by a click. */
  states?: States
  /** Its rows have lines of their own (`list-rows`), as where there are `states`. */
  isPlain?: boolean
  /** By filter, what the page found to choose from. */
  choices?: Record<string, readonly Choice[]>
  /** Below the search: what else narrows the list down. */
  tools?: React.ReactNode
  children: React.ReactNode
}

/** The card of a manager's list: search, count, rows and pages. */
export function ManagerList(props: Props) {
  const { title, path, view, total, failure, nouns, searchLabel, emptyText, aside, tools, children } = props
  const { type, choices, states, isPlain = states !== undefined, csv, more = [], begun = 0 } = props
  const most = maxRows(view)
  const pageCount = Math.ceil(Math.min(total, most) / ROWS_PER_PAGE)
  const isNarrowed = view.search !== "" || Object.keys(view.filters).length > 0
  const isPastTheEnd = total > 0 && view.page > pageCount
  // What is seen at a glance is neither searched nor filtered.
  const hasTools = isNarrowed || view.sort !== undefined || total + begun >= FEW || failure !== undefined
  const links: TypeLink[] = [
    ...more,
    ...(csv && total > 0
      ? [
          {
            to: listAddress(csv, { ...view, page: 1 }),
            label: "Exporter en CSV",
            icon: "download",
            isFile: true,
          } as const,
        ]
      : []),
  ]
  return (
    <Panel
      id={LIST}
      title={title}
      aside={
        <>
          {aside}
          {links.length > 0 && <ListMenu title={title} links={links} />}
        </>
      }
      isPlain={isPlain}
    >
      {hasTools && (
        <div className="list-bar">
          <ListSearch label={searchLabel} filters={narrowing(view)} />
          {type && states && <StateChips type={type} view={view} states={states} />}
          {type && <ListTools type={type} view={view} choices={choices} />}
        </div>
      )}
      {tools}
      {failure && (
        <div className="mt-4">
          <FailureNotice what={failure} />
        </div>
      )}
      {total + begun === 0 && !failure && (
        <p className="py-8 text-center">
          {isNarrowed ? "Rien ne correspond." : emptyText}{" "}
          {isNarrowed && (
            <Link to={path} className="underline">
              Tout afficher
            </Link>
          )}
        </p>
      )}
      {isPastTheEnd && (
        <p className="py-8 text-center">
          Cette page de la liste n’existe plus.{" "}
          <Link to={listAddress(path, { ...view, page: 1 })} className="underline">
            Revenir au début
          </Link>
        </p>
      )}
      {children}
      <div className="list-end">
        <p role="status" className={total === 0 && !isNarrowed ? "sr-only" : undefined}>
          {total > most && "Plus de "}
          {Math.min(total, most).toLocaleString("fr-FR")} {nouns[total > 1 ? 1 : 0]}
          {view.search && ` pour « ${view.search} »`}
          {total > most && " : une recherche plus précise trouve les autres"}
          {total > most && view.sort && ", et seuls ceux-ci sont triés"}
        </p>
        {pageCount > 1 && (
          <Pagination
            page={view.page}
            pageCount={pageCount}
            makeAddress={(page) => `${listAddress(path, { ...view, page })}#${LIST}`}
          />
        )}
      </div>
    </Panel>
  )
}

const FEW = 10

function ListMenu({ title, links }: { title: string; links: TypeLink[] }) {
  return (
    <MoreMenu label={`Autres actions : ${title}`}>
      {links.map(({ to, label, icon, isFile }) => (
        <Link key={to} to={to} reloadDocument={isFile} className="item-link">
          {icon && <Icon name={icon} />}
          {label}
        </Link>
      ))}
    </MoreMenu>
  )
}
