import { spell } from "#app/kit/ui/charts/scale.ts"

type Props = {
  label: string
  /** Null where it is not known. */
  value: number | null
  /** The same of as much time before; left out where it says nothing. */
  before?: number
  /** Instead of the change. */
  note?: string
}

/** One number, large, with how it changed. */
export function Figure({ label, value, before, note }: Props) {
  return (
    <div className="figure">
      <dt>{label}</dt>
      <dd>{spell(value)}</dd>
      {(note ?? (before !== undefined && before > 0)) && (
        <dd>{note ?? spellChange(value ?? 0, before ?? 0)}</dd>
      )}
    </div>
  )
}

const CHANGE = new Intl.NumberFormat("fr-FR", {
  style: "percent",
  signDisplay: "exceptZero",
  maximumFractionDigits: 0,
})

/** « +12 % par rapport à avant », as signs alone are not read out. */
function spellChange(value: number, before: number) {
  const share = (value - before) / before
  if (Math.abs(share) < 0.005) return "comme avant"
  // Of a few more than none a share says nothing.
  return before < 10
    ? `${spell(before)} avant`
    : `${CHANGE.format(share).replace("-", "\u2212")} (${spell(before)} avant)`
}
