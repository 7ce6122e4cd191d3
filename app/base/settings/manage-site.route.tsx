import { Link } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { ListSearch } from "#app/kit/ui/list-search.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { Route } from "./+types/manage-site.route"
import { findSettings } from "./find-settings.server.ts"
import { groupAddress, type GroupName, GROUPS } from "./groups.ts"

export function loader({ url }: Route.LoaderArgs) {
  const search = url.searchParams.get("q")?.trim().slice(0, 100) ?? ""
  return { search, found: search ? findSettings(search) : [] }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Réglages du site")
}

export default function ManageSite({ loaderData: { search, found } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="poster text-poster-sm">Réglages du site</h1>
      <p className="mt-1 max-w-[65ch]">Ce que le site dit du podcast, et comment il se comporte.</p>
      <div className="manager mt-6 grid gap-8">
        <ListSearch label="Rechercher un réglage" placeholder="slogan, couleur, commentaires…" />
        {search && (
          <Panel title={found.length === 0 ? "Aucun réglage trouvé" : "Réglages trouvés"}>
            {found.length === 0 && <p>Essayez un autre mot, ou parcourez les groupes ci-dessous.</p>}
            <ul className="grid gap-1">
              {found.map(({ to, label, group, help }) => (
                <li key={to}>
                  <Link to={to} className="flex min-h-11 flex-col justify-center underline">
                    {label}
                  </Link>
                  <p className="text-sm text-paper-ink">
                    {group}
                    {help && ` · ${help}`}
                  </p>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {Object.entries(GROUPS).map(([name, { title, text, icon }]) => (
            <li key={name} className="setting-group">
              <Icon name={icon} className="mt-1 size-6 text-blood-dark" />
              <div className="min-w-0">
                <h2 className="poster text-xl">
                  <Link to={groupAddress(name as GroupName)} className="after:absolute after:inset-0">
                    {title}
                  </Link>
                </h2>
                <p className="mt-1 text-sm text-paper-ink">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
