import { ASKED } from "#app/kit/http/questions.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { onSelection } from "./bulk-action-questions.ts"
import { bulkActionsOf, formatCount } from "./list-type.ts"
import { listAddress, maxRows } from "./list-view.ts"
import { SelectionActions } from "./selection-actions.tsx"
import { SELECTION } from "./selection.ts"
import { type Choosing, type Selectable, SelectionContext, useSelection } from "./selection.tsx"

type Props = Choosing & {
  /** Those of the page that can be selected. */
  rows: Selectable[]
  /** What selects all of them. */
  label?: string
  children: React.ReactNode
}

/** A list's rows, of which several can be selected (`SelectBox`) and worked on at once. */
export function SelectableList({ rows, label = "Tout sélectionner", children, ...list }: Props) {
  const { type, view, total } = list
  const { selected, isAll, selectPage, selectAll, context } = useSelection(rows, listAddress(type.path, view))
  const isPage = selected.length === rows.length
  const hasMore = total > rows.length && total <= maxRows(view)
  const [, many] = type.nouns
  const e = type.isFeminine ? "e" : ""
  const count = isAll ? total : selected.length
  if (rows.length === 0) return children
  return (
    <SelectionContext value={context}>
      <div className="selectable">
        <div className="selection-head">
          <label hidden={count === 0} className="selection-all noscript:hidden">
            <input
              type="checkbox"
              className="tick"
              checked={isPage}
              ref={(box) => {
                if (box) box.indeterminate = selected.length > 0 && !isPage
              }}
              onChange={(event) => selectPage(event.currentTarget.checked)}
            />
            {label}
          </label>
          {isPage && hasMore && !isAll && (
            <button type="button" onClick={selectAll} className="office-button">
              Sélectionner les {formatCount(total)} {many}
            </button>
          )}
          <SelectionWithoutScripts {...list} />
        </div>
        <div role="status" className="sr-only">
          {count > 0 && `${formatCount(count)} sélectionné${e}${count > 1 ? "s" : ""}`}
        </div>
        <SelectionActions
          {...list}
          selected={selected}
          count={count}
          isAll={isAll}
          onLeave={() => selectPage(false)}
        />
        {children}
      </div>
    </SelectionContext>
  )
}

/** The form that the boxes of a list belong to where nobody knows what is ticked: the next page asks. */
function SelectionWithoutScripts({ type, view, total, newestId, only }: Choosing) {
  const { path, nouns } = type
  const bulkActions = bulkActionsOf(type, only)
  const hasMore = newestId !== undefined && total > 1 && total <= maxRows(view)
  const choice = bulkActions.find(([, { choose }]) => choose)?.[1].choose
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
      {bulkActions.map(([name, bulkAction]) => (
        <button key={name} type="submit" name={ASKED} value={name} className="office-button">
          {bulkAction.label} <span className="sr-only">{onSelection(bulkAction)}</span>
        </button>
      ))}
    </form>
  )
}
