import { ChartTable } from "#app/kit/ui/charts/chart-table.tsx"
import { LineChart } from "#app/kit/ui/charts/line-chart.tsx"
import type { Curve } from "../episode-figures.server.ts"

type Props = {
  compared: readonly { id: number; title: string; curve: Curve }[]
  usual: { low: (number | null)[]; high: (number | null)[] }
}

/** How the downloads of episodes grew with their age. */
export function AgeChart({ compared, usual }: Props) {
  const days = Math.max(1, usual.low.length, ...compared.map(({ curve }) => curve.length))
  const steps = Array.from({ length: days }, (_, age) => ({
    name: age === 0 ? "le premier jour" : `en ${age + 1} jours`,
    short: `${age + 1} j`,
  }))
  const hasUsual = usual.low.some((value) => value !== null)
  const labelOf = ({ id, title }: { id: number; title: string }) =>
    compared.filter((one) => one.title === title).length > 1 ? `${title} (${id})` : title
  return (
    <>
      <LineChart
        summary={"Téléchargements de chaque épisode selon son âge\u202f; les nombres sont dans le tableau."}
        steps={steps}
        series={compared.map((one) => ({ label: labelOf(one), values: one.curve }))}
        band={hasUsual ? { label: "D’habitude", ...usual } : undefined}
      />
      <ChartTable
        headers={["Âge", ...compared.map(labelOf)]}
        rows={steps.map(({ name }, age) => ({
          name,
          cells: compared.map(({ curve }) => curve[age] ?? null),
        }))}
      />
    </>
  )
}
