import { data } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { Choice } from "#app/kit/ui/choice.tsx"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { REASON_LABELS } from "../newsletter.copy.ts"
import { SUBSCRIBERS } from "../subscriber-list.ts"
import type { Route } from "./+types/growth.route"
import { GrowthChart } from "./growth-chart.tsx"
import { listGrowth, listReasons } from "./growth.server.ts"
import { parsePeriod, PERIODS } from "./periods.ts"

const PATH = "/admin/newsletter/growth"

export async function loader({ url }: Route.LoaderArgs) {
  const period = parsePeriod(url.searchParams.get("par"))
  const { value, failed } = await loadOr(Promise.all([listGrowth(period), listReasons()]), null)
  const [spans, reasons] = value ?? [[], { counts: [], words: [] }]
  return data(
    {
      period,
      failed,
      spans,
      reasons: {
        ...reasons,
        words: reasons.words.map(({ day, ...row }) => ({ ...row, said: formatLongDate(new Date(day)) })),
      },
    },
    { status: failed ? 503 : 200 },
  )
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Évolution de la newsletter")
}

export default function Growth({ loaderData: { period, failed, spans, reasons } }: Route.ComponentProps) {
  const isEmpty = spans.every(({ joined, gone, total }) => joined + gone + total === 0)
  return (
    <ManagerPage title="Évolution de la newsletter" action={{ to: SUBSCRIBERS.path, label: "Abonnés" }}>
      <Panel
        title="Abonnés confirmés"
        aside={
          <Choice
            label="Période"
            options={PERIODS}
            chosen={period}
            addressOf={(value) => `${PATH}?par=${value}`}
          />
        }
      >
        {failed && <FailureNotice what="Impossible de charger l’évolution" />}
        {!failed && isEmpty && (
          <p className="py-8 text-center">Personne n’a encore confirmé son inscription.</p>
        )}
        {!failed && !isEmpty && <GrowthChart spans={spans} period={period} />}
      </Panel>
      {!failed && <Reasons {...reasons} />}
    </ManagerPage>
  )
}

type ReasonsProps = Route.ComponentProps["loaderData"]["reasons"]

function Reasons({ counts, words }: ReasonsProps) {
  return (
    <Panel title="Pourquoi l’on part">
      {counts.length === 0 && (
        <p>Personne ne l’a dit ces douze derniers mois. Qui se désabonne peut le dire, sans y être obligé.</p>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {counts.map(({ reason, count }) => (
          <div key={reason} className="contents">
            <dd className="text-right font-semibold">{count.toLocaleString("fr-FR")}</dd>
            <dt>{REASON_LABELS[reason]}</dt>
          </div>
        ))}
      </dl>
      {words.length > 0 && (
        <>
          <h3 className="mt-6 font-semibold">Dans leurs mots</h3>
          <ul>
            {words.map(({ id, said, words }) => (
              <li key={id} className="border-t border-rule py-2 first:border-t-0">
                <p className="wrap-anywhere whitespace-pre-line">{words}</p>
                <p className="text-sm text-paper-ink">{said}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
