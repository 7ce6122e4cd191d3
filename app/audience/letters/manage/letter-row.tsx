import { Link } from "react-router"
import { askDeletion } from "#app/content/ask-deletion.ts"
import type { ListView } from "#app/content/lists/list-view.ts"
import type { ManagedRow } from "#app/content/managed-type.ts"
import { EditRowLink, ListedRow } from "#app/content/manager-row.tsx"
import { FORM } from "#app/kit/form/use-focus-on-edit.ts"
import type { LetterState } from "#app/kit/lib/letters.ts"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { LetterBadge } from "./letter-badge.tsx"
import { LETTERS } from "./letter-list.ts"

export type LetterRowData = ManagedRow & { state: LetterState; leavesAt?: string }

type Props = { row: LetterRowData; isEdited: boolean; view: ListView }

/** One letter of the list, and what can be done with it. */
export function LetterRow({ row, isEdited, view }: Props) {
  const { id, title, address, details, state, leavesAt } = row
  const isEditable = state === "draft" || state === "scheduled"
  return (
    <ListedRow
      kind="letter"
      {...{ id, title, address, details, isEdited }}
      badge={<LetterBadge state={state} scheduledFor={leavesAt} />}
    >
      {isEditable && <EditRowLink id={id} title={title} path={LETTERS.path} view={view} />}
      <Link to={`${LETTERS.path}?copy=${id}#${FORM}`} className="office-button">
        <Icon name="copy" />
        Dupliquer
        <span className="sr-only"> : {title}</span>
      </Link>
      {isEditable && (
        <ConfirmButton label="Supprimer" icon="trash" subject={title} {...askDeletion(LETTERS, row)} />
      )}
    </ListedRow>
  )
}
