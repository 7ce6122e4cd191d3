import { SelectionBar } from "#app/content/selection-bar.tsx"
import type { Asking } from "#app/form/asking.ts"
import { ActionButton } from "#app/ui/action-button.tsx"
import { ConfirmButton } from "#app/ui/confirm-button.tsx"
import { deletionOf } from "./comment-questions.ts"
import type { moderationIntents } from "./moderation.schema.ts"

type Props = Pick<
  React.ComponentProps<typeof SelectionBar>,
  "path" | "kept" | "isAllSelected" | "onSelectAll"
> & { selected: { id: number; authorName: string }[] }

/** Selects all comments of the page, and does one thing with all that are selected. */
export function CommentSelection({ selected, ...bar }: Props) {
  const ids = selected.map(({ id }) => id).join(",")
  return (
    <SelectionBar
      {...bar}
      count={selected.length}
      label="Tout sélectionner"
      asked={[
        { value: "hide", label: HIDE },
        { value: "delete", label: DELETE },
      ]}
    >
      <ActionButton
        label={HIDE}
        icon="eye-off"
        fields={{ intent: "hide", ids } satisfies Asking<typeof moderationIntents>}
      />
      <ConfirmButton label={DELETE} icon="trash" {...deletionOf(selected)} />
    </SelectionBar>
  )
}

const HIDE = "Masquer la sélection"
const DELETE = "Supprimer la sélection"
