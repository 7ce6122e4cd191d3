import { SelectionBar } from "#app/content/selection-bar.tsx"
import { ConfirmButton } from "#app/ui/confirm-button.tsx"
import { MEDIA_PATH } from "./media.copy.ts"
import { deletionOf } from "./media-questions.ts"

type Props = Pick<React.ComponentProps<typeof SelectionBar>, "kept" | "isAllSelected" | "onSelectAll"> & {
  selected: { id: number; title: string }[]
}

/** Selects all media of the page that nothing uses, and deletes those that are selected. */
export function MediaSelection({ selected, ...bar }: Props) {
  return (
    <SelectionBar
      {...bar}
      path={MEDIA_PATH}
      count={selected.length}
      label="Sélectionner les inutilisés"
      asked={[{ value: "delete", label: DELETE }]}
    >
      <ConfirmButton label={DELETE} icon="trash" {...deletionOf(selected)} />
    </SelectionBar>
  )
}

const DELETE = "Supprimer la sélection"
