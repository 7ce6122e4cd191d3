import { data, Link } from "react-router"
import { z } from "zod"
import { guard } from "#app/accounts/auth/guard.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { respondToClick } from "#app/kit/http/responses.server.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { spell } from "#app/kit/ui/charts/scale.ts"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { listShares, sumLast } from "../figures.server.ts"
import { Method } from "../method.tsx"
import { countAside, listAside } from "../set-aside.server.ts"
import type { Route } from "./+types/method-page.route"
import { IMPORT_PAGE } from "./paths.ts"

export const middleware: Route.MiddlewareFunction[] = [guard("administration")]

/** What a host may do here. */
const intents = { "count-aside": z.object({ day: z.iso.date("Jour inconnu") }) }

export async function loader() {
  const { value, failed } = await loadOr(load(), undefined)
  return data({ failed, figures: value }, { status: failed ? 503 : 200 })
}

async function load() {
  const [aside, unknown, refused, sums] = await Promise.all([
    listAside(),
    listShares("unknown", 30),
    listShares("refused", 30),
    sumLast(["downloads", "early", "unverified"]),
  ])
  const refusedAs = (name: string) => refused.find(({ label }) => label === name)?.count ?? 0
  return {
    aside: aside.map((row) => ({ ...row, said: formatLongDate(new Date(row.day)) })),
    unknown,
    outcomes: [
      { name: "Comptés", count: sums("downloads").month },
      { name: "Robots et aperçus", count: refusedAs("bot") },
      { name: "Réseaux exclus", count: refusedAs("network") },
      { name: "Demandés avant la publication", count: sums("early").month },
      {
        name: "Non vérifiés\u00a0: renvoyés vers un stockage, rien de plus n’est connu",
        count: sums("unverified").month,
      },
    ],
  }
}

export async function action({ request }: Route.ActionArgs) {
  const asked = parseIntent(await readForm(request), intents)
  const count = async () => {
    const counted = asked.ok ? await countAside(asked.value.day) : 0
    return counted > 0 && `${spell(counted)} téléchargements comptés`
  }
  return respondToClick(async () => (await count()) || undefined, "Ce jour est déjà compté")
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Méthode")
}

/** How it is counted, and what was not: a host who knows both may trust the figures. */
export default function MethodPage({ loaderData: { failed, figures } }: Route.ComponentProps) {
  return (
    <ManagerPage title="Méthode">
      <div className="manager mt-4 grid grid-cols-1 gap-8">
        {failed && <FailureNotice what="Impossible de charger ce qui n’est pas compté" />}
        {figures && (
          <>
            <Panel title="Ce qui est devenu des demandes, 30 jours">
              <ul>
                {figures.outcomes.map(({ name, count }) => (
                  <li
                    key={name}
                    className="flex justify-between gap-4 border-t border-rule py-2 first:border-t-0"
                  >
                    {name} <span className="font-semibold tabular-nums">{spell(count)}</span>
                  </li>
                ))}
              </ul>
            </Panel>
            <Aside days={figures.aside} />
            <Panel title="Applications inconnues, 30 jours">
              {figures.unknown.length === 0 && <p>Toutes les applications ont été reconnues.</p>}
              <ul>
                {figures.unknown.map(({ label, count }) => (
                  <li
                    key={label}
                    className="flex justify-between gap-4 border-t border-rule py-2 first:border-t-0"
                  >
                    <span className="min-w-0 wrap-anywhere">{label || "Autres"}</span>
                    <span className="tabular-nums">{spell(count)}</span>
                  </li>
                ))}
              </ul>
            </Panel>
          </>
        )}
        <Panel
          title="Comment c’est compté"
          aside={
            <Link to="/admin/site/audience" className="office-button">
              Réglages
            </Link>
          }
        >
          <Method />
        </Panel>
        <Panel
          title="Chiffres d’un autre hébergeur"
          aside={
            <Link to={IMPORT_PAGE} className="office-button">
              Importer
            </Link>
          }
        >
          <p>
            Ce qui a été compté ailleurs avant votre arrivée peut être vu dans les mêmes courbes, sans y être
            ajouté.
          </p>
        </Panel>
      </div>
    </ManagerPage>
  )
}

type AsideProps = { days: readonly { day: string; said: string; count: number; apps: string[] }[] }

/** Who takes more than anybody hears may be a school all the same. */
function Aside({ days }: AsideProps) {
  return (
    <Panel title="Mis de côté">
      {days.length === 0 && <p>Personne n’a pris plus de 50 épisodes en un jour.</p>}
      <ul>
        {days.map(({ day, said, count, apps }) => (
          <li
            key={day}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-rule py-2 first:border-t-0"
          >
            <span className="mr-auto min-w-0">
              {said}
              {"\u00a0: "}
              {spell(count)} téléchargements ({apps.map((app) => app || "application inconnue").join(", ")})
            </span>
            <ActionButton label="Compter quand même" subject={said} fields={{ intent: "count-aside", day }} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
