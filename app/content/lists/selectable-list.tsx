import { listAddress, maxRows } from "./list-view.ts"
import { formatCount } from "./list-type.ts"
import { type Choosing, type Selectable, SelectionContext, useSelection } from "./selection.tsx"
import { SelectionActions } from "./selection-actions.tsx"
import { SelectionWithoutScripts } from "./selection-without-scripts.tsx"

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
          <label className="selection-all noscript:hidden">
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
