import { Link } from "react-router"
import { findSettings } from "#app/base/settings/find-settings.server.ts"
import { countSteps, FIRST_STEPS } from "#app/base/settings/first-steps.ts"
import { groupAddress, SETTING_PAGES, type SettingPage } from "#app/base/settings/groups.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { ListSearch } from "#app/kit/ui/list-search.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { loadFirstSteps } from "../first-steps/steps.server.ts"
import { seeAddress } from "../health/health.server.ts"
import { MAINTENANCE } from "../sidebar-entries.ts"
import type { Route } from "./+types/manage-site.route"
import { PresentCard } from "../maintenance/present-card.tsx"
import { readPresentSettings } from "./present.server.ts"

const TITLE = "Réglages"

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const search = url.searchParams.get("q")?.trim().slice(0, 100) ?? ""
  const [present, { value: steps }] = await Promise.all([
    readPresentSettings(seeAddress(context, request)),
    loadOr(loadFirstSteps(), null),
  ])
  return {
    search,
    found: search ? findSettings(search) : [],
    present,
    steps: steps && countSteps(steps.states),
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, TITLE)
}

export default function ManageSite({ loaderData }: Route.ComponentProps) {
  const { search, found, present, steps } = loaderData
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="poster text-poster-sm">{TITLE}</h1>
        {steps && steps.done < steps.all && (
          <Link to={FIRST_STEPS} className="office-button">
            <Icon name="list-checks" />
            Premiers pas&nbsp;: {steps.done} sur {steps.all}
          </Link>
        )}
      </div>
      <div className="manager mt-4 grid gap-6">
        <ListSearch label="Rechercher un réglage" placeholder="slogan, couleur, commentaires…" />
        {search && <Found settings={found} />}
        <ul className="grid gap-4 lg:grid-cols-2">
          {Object.entries(SETTING_PAGES).map(([name, { title, text, icon, groups }]) => (
            <PresentCard
              key={name}
              {...{ title, text, icon }}
              to={groupAddress(groups[0])}
              present={present[name as SettingPage]}
            />
          ))}
          <PresentCard
            {...{ to: MAINTENANCE, icon: "heart-pulse", title: "Entretien" }}
            text="Santé, sauvegardes, travaux, journal, redirections, fichiers"
            present={present.maintenance}
          />
        </ul>
      </div>
    </>
  )
}

function Found({ settings }: { settings: ReturnType<typeof findSettings> }) {
  return (
    <Panel title={settings.length === 0 ? "Aucun réglage trouvé" : "Réglages trouvés"}>
      {settings.length === 0 && <p>Essayez un autre mot, ou parcourez les pages ci-dessous.</p>}
      <ul className="grid gap-1">
        {settings.map(({ to, label, group, help }) => (
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
  )
}
