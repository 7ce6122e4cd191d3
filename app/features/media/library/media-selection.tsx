import { ASKED } from "#app/http/questions.ts"
import { ConfirmButton } from "#app/ui/confirm-button.tsx"
import { HiddenFields } from "#app/ui/hidden-fields.tsx"
import { MEDIA_PATH, SELECTION } from "./media.copy.ts"
import { deletionOf } from "./media-questions.ts"

type Props = {
  /** The parameters of the list that is shown. */
  kept: Record<string, string>
  selected: { id: number; title: string }[]
  isAllSelected: boolean
  onSelectAll: (isSelected: boolean) => void
}

/** Selects all media of the page that nothing uses, and deletes those that are selected. */
export function MediaSelection({ kept, selected, isAllSelected, onSelectAll }: Props) {
  const count = selected.length
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
        Sélectionner les inutilisés
      </label>
      <div role="status" className="text-sm text-paper-ink">
        {count > 0 && `${count} sélectionné${count > 1 ? "s" : ""}`}
      </div>
      {count > 0 && (
        <div className="row-actions sm:ml-auto">
          <ConfirmButton label="Supprimer la sélection" icon="trash" {...deletionOf(selected)} />
        </div>
      )}
      {/* The same without scripts, where nobody knows what is ticked: the next page asks. */}
      <form id={SELECTION} method="get" action={MEDIA_PATH} className="hidden gap-2 noscript:flex">
        <HiddenFields fields={kept} />
        <button type="submit" name={ASKED} value="delete" className="office-button">
          Supprimer la sélection
        </button>
      </form>
    </div>
  )
}
