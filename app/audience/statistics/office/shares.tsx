import { BarChart } from "#app/kit/ui/charts/bar-chart.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"

type Props = {
  title: string
  rows: readonly { label: string; count: number }[]
  nameOf: (label: string) => string
  /** Said where there are none. */
  empty?: string
  /** The rows have an order of their own, and no share of a whole. */
  isInOrder?: boolean
  aside?: React.ReactNode
}

const SHARE = new Intl.NumberFormat("fr-FR", { style: "percent", maximumFractionDigits: 0 })

/** How much of a whole is whose. */
export function Shares({
  title,
  rows,
  nameOf,
  empty = "Rien pendant ce temps.",
  isInOrder = false,
  aside,
}: Props) {
  const sum = rows.reduce((total, { count }) => total + count, 0)
  return (
    <Panel title={title} aside={aside}>
      {sum === 0 ? (
        <p>{empty}</p>
      ) : (
        <BarChart
          label={title}
          rows={rows.map(({ label, count }) => ({
            name: nameOf(label),
            value: count,
            ...(!isInOrder && { note: SHARE.format(count / sum) }),
          }))}
        />
      )}
    </Panel>
  )
}
