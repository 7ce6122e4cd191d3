import { Icon } from "#app/kit/ui/icon.tsx"

type Act = "split" | "merge" | "insert" | "remove"

const ACTS: { act: Act; label: string }[] = [
  { act: "split", label: "Couper ici" },
  { act: "merge", label: "Joindre à la précédente" },
  { act: "insert", label: "Ajouter après" },
  { act: "remove", label: "Supprimer" },
]

type Props = {
  canUndo: boolean
  canRedo: boolean
  onStep: (command: "undo" | "redo") => void
  /** The row that has, or had, the caret; -1 before there is one. */
  row: number
  onAct: (act: Act) => void
}

/** What can be undone, and what can be done with one sentence. Beside the rows, which would move if it were in them. */
export function RowTools({ canUndo, canRedo, onStep, row, onAct }: Props) {
  return (
    <div className="cue-tools">
      <button type="button" aria-disabled={!canUndo} onClick={() => onStep("undo")} className="office-button">
        <Icon name="undo" />
        Annuler
      </button>
      <button type="button" aria-disabled={!canRedo} onClick={() => onStep("redo")} className="office-button">
        <Icon name="redo" />
        Rétablir
      </button>
      {ACTS.map(({ act, label }) => (
        <button
          key={act}
          type="button"
          aria-disabled={act === "merge" ? row < 1 : row < 0}
          // The caret stays where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onAct(act)}
          className="office-button"
        >
          {label}
          {row >= 0 && <span className="sr-only"> : phrase {row + 1}</span>}
        </button>
      ))}
    </div>
  )
}
