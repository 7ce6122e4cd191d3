import { ChartTable } from "#app/kit/ui/charts/chart-table.tsx"
import { LineChart } from "#app/kit/ui/charts/line-chart.tsx"
import { spell } from "#app/kit/ui/charts/scale.ts"
import { nameSpan, type Period, shortenSpan } from "../../newsletter/growth/periods.ts"
import type { StepBeside } from "../import/steps-beside.server.ts"

type Props = {
  steps: readonly StepBeside[]
  /** The hosts that counted what was imported. */
  from: readonly string[]
  period: Period
  publications?: readonly { title: string; day: string }[]
  csv?: string
}

/** The downloads of days, weeks or months, with what was published in them, and beside them what other hosts counted. */
export function DownloadsChart({ steps, from, period, publications = [], csv }: Props) {
  const named = steps.map((step) => ({ ...step, name: nameSpan(period, step.start) }))
  const series = [
    { label: "Téléchargements", values: steps.map(({ count }) => count) },
    ...(from.length > 0 ? [{ label: labelOf(from), values: steps.map(({ imported }) => imported) }] : []),
  ]
  const sums = series.map(({ values }) => spell(values.reduce<number>((sum, value) => sum + (value ?? 0), 0)))
  const starts = steps.map(({ start }) => start)
  const points = publications.flatMap(({ title, day }) => {
    const at = starts.findLastIndex((start) => start <= day)
    return at < 0 ? [] : [{ at, title: `Publié\u00a0: ${title}` }]
  })
  const beside = sums[1] === undefined ? "" : `\u202f; ${labelOf(from)}, ${sums[1]}`
  return (
    <>
      <LineChart
        summary={`${sums[0] ?? 0} téléchargements en tout${beside}\u202f; les nombres sont dans le tableau.`}
        steps={named.map(({ name, start }) => ({ name, short: shortenSpan(period, start) }))}
        series={series}
        marks={points.length > 0 ? { label: "Publications", points } : undefined}
      />
      <ChartTable
        headers={["Période", ...series.map(({ label }) => label)]}
        rows={named
          .map(({ name }, at) => ({ name, cells: series.map(({ values }) => values[at] ?? null) }))
          .toReversed()}
        csv={csv}
      />
    </>
  )
}

function labelOf([name, ...others]: readonly string[]) {
  return others.length > 0 ? "D’après d’autres hébergeurs" : `D’après ${name ?? ""}`
}
