import { EyeOff, Trash2 } from "lucide-react"
import { ActionButton } from "#app/ui/action-button.tsx"
import { ConfirmButton } from "#app/ui/confirm-button.tsx"

type Props = {
  selectedIds: number[]
  isAllSelected: boolean
  onSelectAll: (isSelected: boolean) => void
}

/** Selects all comments of the page, and does one thing with all that are selected. */
export function SelectionBar({ selectedIds, isAllSelected, onSelectAll }: Props) {
  const count = selectedIds.length
  const ids = selectedIds.join(",")
  return (
    <div className="mt-4 flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule py-1.5 noscript:hidden">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
        <input
          type="checkbox"
          className="tick"
          checked={isAllSelected}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && !isAllSelected
          }}
          onChange={(event) => onSelectAll(event.currentTarget.checked)}
        />
        Tout sélectionner
      </label>
      <div role="status" className="text-sm text-paper-ink">
        {count > 0 && `${count} sélectionné${count > 1 ? "s" : ""}`}
      </div>
      {count > 0 && (
        <div className="row-actions sm:ml-auto">
          <ActionButton label="Masquer la sélection" icon={EyeOff} fields={{ intent: "hide", ids }} />
          <ConfirmButton
            label="Supprimer la sélection"
            icon={Trash2}
            question={count === 1 ? "Supprimer ce commentaire ?" : `Supprimer ces ${count} commentaires ?`}
            fields={{ intent: "delete", ids }}
          />
        </div>
      )}
    </div>
  )
}
