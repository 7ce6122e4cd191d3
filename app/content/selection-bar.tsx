import { ASKED } from "#app/http/questions.ts"
import { HiddenFields } from "#app/ui/hidden-fields.tsx"
import { SELECTION } from "./lists/selection.ts"

type Props = {
  path: string
  /** The parameters of the list that is shown. */
  kept: Record<string, string>
  count: number
  /** What selects all that can be. */
  label: string
  isAllSelected: boolean
  onSelectAll: (isSelected: boolean) => void
  /** What can be done with the selected ones, as the address asks it where there are no scripts. */
  asked: { value: string; label: string }[]
  /** The same as buttons, once something is selected. */
  children: React.ReactNode
}

/** Selects all rows of a list's page, and does one thing with all that are selected. */
export function SelectionBar({ path, kept, count, label, isAllSelected, onSelectAll, ...doing }: Props) {
  return (
    <div className="mt-4 flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule py-1.5">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold noscript:hidden">
        <input
          type="checkbox"
          className="tick"
          checked={isAllSelected}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && !isAllSelected
          }}
          onChange={(event) => onSelectAll(event.currentTarget.checked)}
        />
        {label}
      </label>
      <div role="status" className="text-sm text-paper-ink">
        {count > 0 && `${count} sélectionné${count > 1 ? "s" : ""}`}
      </div>
      {count > 0 && <div className="row-actions sm:ml-auto">{doing.children}</div>}
      {/* The same without scripts, where nobody knows what is ticked: the next page asks. */}
      <form id={SELECTION} method="get" action={path} className="hidden gap-2 noscript:flex">
        <HiddenFields fields={kept} />
        {doing.asked.map((deed) => (
          <button key={deed.value} type="submit" name={ASKED} value={deed.value} className="office-button">
            {deed.label}
          </button>
        ))}
      </form>
    </div>
  )
}
