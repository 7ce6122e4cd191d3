type Props = {
  /** What just happened to the rows. */
  news: string
  /** Nothing where there is nothing to undo. */
  onUndo: (() => void) | undefined
}

/** Below a field of rows: what was done, and how to undo it. */
export function RowsNews({ news, onUndo }: Props) {
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2 text-sm">
      <p role="status">{news}</p>
      {onUndo && (
        <button type="button" onClick={onUndo} className="office-button">
          Annuler
        </button>
      )}
    </div>
  )
}
