import { ChartTable } from "#app/kit/ui/charts/chart-table.tsx"
import { ColumnChart } from "#app/kit/ui/charts/column-chart.tsx"
import { LineChart } from "#app/kit/ui/charts/line-chart.tsx"
import { spell } from "#app/kit/ui/charts/scale.ts"
import type { Span } from "./growth.server.ts"
import { nameSpan, type Period, shortenSpan } from "./periods.ts"

type Props = { spans: readonly Span[]; period: Period }

/** How the list grew: a curve for all who get letters, below it who came and who left, and the same as numbers. */
export function GrowthChart({ spans, period }: Props) {
  const named = spans.map((span) => ({ ...span, name: nameSpan(period, span.start) }))
  const steps = named.map(({ name, start }) => ({ name, short: shortenSpan(period, start) }))
  const sum = (key: "joined" | "gone") => spans.reduce((total, span) => total + span[key], 0)
  return (
    <>
      <LineChart
        summary={`De ${spell(spans[0]?.total)} à ${spell(spans.at(-1)?.total)} abonnés confirmés ; les nombres sont dans le tableau.`}
        steps={steps}
        series={[{ label: "Abonnés confirmés", values: spans.map(({ total }) => total) }]}
      />
      <ColumnChart
        summary={`${spell(sum("joined"))} arrivées et ${spell(sum("gone"))} départs ; les nombres sont dans le tableau.`}
        steps={steps}
        up={{ label: "Arrivées", values: spans.map(({ joined }) => joined) }}
        down={{ label: "Départs", values: spans.map(({ gone }) => gone) }}
      />
      <ChartTable
        headers={["Période", "Arrivées", "Départs", "En tout"]}
        rows={named
          .toReversed()
          .map(({ name, joined, gone, total }) => ({ name, cells: [joined, gone, total] }))}
      />
    </>
  )
}
