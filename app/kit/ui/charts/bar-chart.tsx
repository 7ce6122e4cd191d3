import { percent, spell } from "./scale.ts"

type Props = {
  /** Of what there is how much, in words; said before the list. */
  label: string
  rows: readonly {
    name: string
    value: number
    /** Beside the number, such as « 42 % ». */
    note?: string
  }[]
}

/** Names and numbers, with bars that compare them: the largest takes all the room. */
export function BarChart({ label, rows }: Props) {
  const most = rows.reduce((high, { value }) => Math.max(high, value), 0)
  return (
    <ul className="chart-bars" aria-label={label}>
      {rows.map(({ name, value, note }) => (
        <li key={name}>
          <span className="chart-bar-name">{name} </span>
          <Bar share={most > 0 ? value / most : 0} />
          <span className="chart-bar-value">
            {spell(value)}
            {note && <small> {note}</small>}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Beside a number that says the same, in a cell of a table as well. @param share from 0 to 1 */
export function Bar({ share }: { share: number }) {
  return (
    <svg className="chart-bar" aria-hidden>
      <rect width={percent(share)} height="100%" />
    </svg>
  )
}
