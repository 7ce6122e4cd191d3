import { data } from "react-router"
import { guard } from "#app/accounts/auth/guard.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { Choice } from "#app/kit/ui/choice.tsx"
import { listShares, listWeekdays } from "../figures.server.ts"
import type { Route } from "./+types/listening.route"
import { AudiencePage } from "./audience-page.tsx"
import { countryName, deviceName, WEEKDAYS } from "./names.ts"
import { LISTENING } from "./paths.ts"
import { Shares } from "./shares.tsx"
import { parseDays, SPANS } from "./spans.ts"

export const middleware: Route.MiddlewareFunction[] = [guard("writing-all")]

export async function loader({ url }: Route.LoaderArgs) {
  const days = parseDays(url.searchParams.get("jours"))
  const { value, failed } = await loadOr(
    Promise.all([
      listShares("app", days),
      listShares("device", days),
      listShares("country", days),
      listShares("source", days),
      listShares("play", days),
      listWeekdays(days),
    ]),
    undefined,
  )
  const [apps, devices, countries, sources, players, weekdays] = value ?? []
  return data(
    { days, failed, apps, devices, countries, sources, players, weekdays },
    { status: failed ? 503 : 200 },
  )
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Comment on écoute")
}

/** By what, where and when. No hour of the day: apps fetch by themselves. */
export default function Listening({ loaderData }: Route.ComponentProps) {
  const { days, failed, apps = [], devices = [], countries = [], sources = [], weekdays = [] } = loaderData
  const players = loaderData.players?.filter(({ label }) => label !== "") ?? []
  return (
    <AudiencePage
      title="Comment on écoute"
      failed={failed}
      isEmpty={apps.length === 0 && days === 365}
      aside={
        <Choice
          label="Période"
          options={SPANS}
          chosen={String(days)}
          addressOf={(value) => `${LISTENING}?jours=${value}`}
        />
      }
    >
      <div className="manager mt-4 grid grid-cols-1 items-start gap-8 lg:grid-cols-2">
        <Shares title="Applications" rows={apps} nameOf={(label) => label || "Inconnue"} />
        <Shares title="Appareils" rows={devices} nameOf={deviceName} />
        <Shares title="Pays" rows={countries} nameOf={countryName} />
        <Shares
          title="Sites où l’on écoute"
          rows={sources}
          nameOf={(label) => label}
          empty="Aucun navigateur n’a dit d’où il venait."
        />
        <Shares
          title="Lecteur sur d’autres sites"
          rows={players}
          nameOf={(label) => label}
          empty="Aucun autre site n’a dit qu’on y écoutait."
        />
        <Shares
          title="Jour de la semaine"
          rows={weekdays}
          nameOf={(label) => WEEKDAYS[Number(label)] ?? ""}
          isInOrder
        />
      </div>
    </AudiencePage>
  )
}
