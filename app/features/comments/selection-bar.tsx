import type { Asking } from "#app/form/asking.ts"
import { ASKED } from "#app/http/questions.ts"
import { ActionButton } from "#app/ui/action-button.tsx"
import { ConfirmButton } from "#app/ui/confirm-button.tsx"
import { HiddenFields } from "#app/ui/hidden-fields.tsx"
import { deletionOf } from "./comment-questions.ts"
import { SELECTION } from "./moderation.copy.ts"
import type { moderationIntents } from "./moderation.schema.ts"

type Props = {
  path: string
  /** The parameters of the list that is shown. */
  kept: Record<string, string>
  selected: { id: number; authorName: string }[]
  isAllSelected: boolean
  onSelectAll: (isSelected: boolean) => void
}

/** Selects all comments of the page, and does one thing with all that are selected. */
export function SelectionBar({ path, kept, selected, isAllSelected, onSelectAll }: Props) {
  const count = selected.length
  const ids = selected.map(({ id }) => id).join(",")
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
        Tout sélectionner
      </label>
      <div role="status" className="text-sm text-paper-ink">
        {count > 0 && `${count} sélectionné${count > 1 ? "s" : ""}`}
      </div>
      {count > 0 && (
        <div className="row-actions sm:ml-auto">
          <ActionButton
            label="Masquer la sélection"
            icon="eye-off"
            fields={{ intent: "hide", ids } satisfies Asking<typeof moderationIntents>}
          />
          <ConfirmButton label="Supprimer la sélection" icon="trash" {...deletionOf(selected)} />
        </div>
      )}
      {/* The same without scripts, where nobody knows what is ticked: the next page asks. */}
      <form id={SELECTION} method="get" action={path} className="hidden gap-2 noscript:flex">
        <HiddenFields fields={kept} />
        <button type="submit" name={ASKED} value="hide" className="office-button">
          Masquer la sélection
        </button>
        <button type="submit" name={ASKED} value="delete" className="office-button">
          Supprimer la sélection
        </button>
      </form>
    </div>
  )
}
