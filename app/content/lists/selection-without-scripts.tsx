import { ASKED } from "#app/kit/http/questions.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { listAddress, maxRows } from "./list-view.ts"
import { onSelection } from "./deed-questions.ts"
import { deedsOf, formatCount } from "./list-type.ts"
import { SELECTION } from "./selection.ts"
import type { Choosing } from "./selection.tsx"

/** The form that the boxes of a list belong to where nobody knows what is ticked: the next page asks. */
export function SelectionWithoutScripts({ type, view, total, newestId, only }: Choosing) {
  const { path, nouns } = type
  const deeds = deedsOf(type, only)
  const hasMore = newestId !== undefined && total > 1 && total <= maxRows(view)
  const choice = deeds.find(([, { choose }]) => choose)?.[1].choose
  return (
    <form
      id={SELECTION}
      method="get"
      action={path}
      className="hidden flex-wrap items-center gap-2 noscript:flex"
    >
      <HiddenFields fields={Object.fromEntries(new URLSearchParams(listAddress("", view)))} />
      {hasMore && (
        <label className="selection-all">
          <input type="checkbox" name="upTo" value={newestId} className="tick" />
          Les {formatCount(total)} {nouns[1]}
        </label>
      )}
      {choice && (
        <select name="value" aria-label={choice.label} defaultValue="" className="control w-auto">
          <option value="">{choice.label}…</option>
          {choice.choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
      {deeds.map(([name, deed]) => (
        <button key={name} type="submit" name={ASKED} value={name} className="office-button">
          {deed.label} <span className="sr-only">{onSelection(deed)}</span>
        </button>
      ))}
    </form>
  )
}
