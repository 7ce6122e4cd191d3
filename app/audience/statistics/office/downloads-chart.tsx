import { ChartTable } from "#app/kit/ui/charts/chart-table.tsx"
import { LineChart } from "#app/kit/ui/charts/line-chart.tsx"
import { spell } from "#app/kit/ui/charts/scale.ts"
import { nameSpan, type Period, shortenSpan } from "../../newsletter/growth/periods.ts"
import type { Step } from "../figures.server.ts"

type Props = {
  steps: readonly Step[]
  period: Period
  publications?: readonly { title: string; day: string }[]
  csv?: string
}

/** The downloads of days, weeks or months, with what was published in them. */
export function DownloadsChart({ steps, period, publications = [], csv }: Props) {
  const named = steps.map((step) => ({ ...step, name: nameSpan(period, step.start) }))
  const sum = steps.reduce((total, { count }) => total + count, 0)
  const starts = steps.map(({ start }) => start)
  const points = publications.flatMap(({ title, day }) => {
    const at = starts.findLastIndex((start) => start <= day)
    return at < 0 ? [] : [{ at, title: `Publié\u00a0: ${title}` }]
  })
  return (
    <>
      <LineChart
        summary={`${spell(sum)} téléchargements en tout\u202f; les nombres sont dans le tableau.`}
        steps={named.map(({ name, start }) => ({ name, short: shortenSpan(period, start) }))}
        series={[{ label: "Téléchargements", values: steps.map(({ count }) => count) }]}
        marks={points.length > 0 ? { label: "Publications", points } : undefined}
      />
      <ChartTable
        headers={["Période", "Téléchargements"]}
        rows={named.toReversed().map(({ name, count }) => ({ name, cells: [count] }))}
        csv={csv}
      />
    </>
  )
}
