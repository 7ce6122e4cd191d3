import { data, Link } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { listAddress, parseSearch } from "#app/content/lists/list-view.ts"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { Icon, type IconName } from "#app/kit/ui/icon.tsx"
import { ListSearch } from "#app/kit/ui/list-search.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { Route } from "./+types/search.route"
import { listTypeEntries } from "#app/content/types.server.ts"
import { findActions } from "./search-actions.ts"
import { searchOffice } from "./search-office.server.ts"

/** All that `?q=` finds, on a page: for who has no scripts, or wants to keep it open. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = getViewer(context)
  const search = parseSearch(url.searchParams.get("q"))
  const { meant, ...found } = await searchOffice(context, search)
  const named = findActions(viewer, listTypeEntries(viewer), search).flatMap((action) =>
    "to" in action ? [{ label: action.label, icon: action.icon, to: action.to }] : [],
  )
  return data({ search, actions: [...named, ...meant], ...found }, { status: found.isPartial ? 503 : 200 })
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Recherche")
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { search, actions, groups, isPartial } = loaderData
  const isEmpty = actions.length === 0 && groups.length === 0
  return (
    <>
      <h1 className="poster text-poster-sm">Recherche</h1>
      <div className="mt-6 grid gap-8">
        <Panel title="Dans toute l’administration">
          <ListSearch label="Un contenu, une personne, une action" />
          {isPartial && (
            <div className="mt-4">
              <FailureNotice what="Impossible de tout parcourir" />
            </div>
          )}
          {search && isEmpty && !isPartial && <p className="py-8 text-center">Rien ne correspond.</p>}
        </Panel>
        {groups.map(({ kind, label, icon, path, hits }) => (
          <Panel
            key={kind}
            title={label}
            aside={
              <Link to={listAddress(path, { search, page: 1, filters: {} })} className="office-button">
                Voir dans la liste<span className="sr-only"> : {label}</span>
              </Link>
            }
          >
            <Places icon={icon} places={hits.map(({ title, ...hit }) => ({ label: title, ...hit }))} />
          </Panel>
        ))}
        {actions.length > 0 && (
          <Panel title="Actions">
            <ul className="grid gap-x-6 sm:grid-cols-2">
              {actions.map((action) => (
                <PlaceItem key={action.to} {...action} />
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </>
  )
}

type Place = { label: string; detail?: string; to: string }

function Places({ icon, places }: { icon: IconName; places: (Place & { id: string })[] }) {
  return (
    <ul className="grid">
      {places.map(({ id, ...place }) => (
        <PlaceItem key={id} icon={icon} {...place} />
      ))}
    </ul>
  )
}

function PlaceItem({ icon, label, detail, to }: Place & { icon: IconName }) {
  return (
    <li>
      <Link to={to} className="search-option">
        <Icon name={icon} className="size-5 flex-none" />
        <span className="min-w-0">
          <span className="block font-semibold break-words">{label}</span>
          {detail && <span className="block text-sm break-words text-paper-ink">{detail}</span>}
        </span>
      </Link>
    </li>
  )
}
