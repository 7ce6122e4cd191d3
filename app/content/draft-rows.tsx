import { Link } from "react-router"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { ROW } from "#app/kit/ui/row-keys.ts"
import { itemAddress, type ShownType } from "./managed-type.ts"
import { DRAFT } from "./drafts/draft-parameters.ts"
import type { NewDraft } from "./drafts/form-drafts.server.ts"

type Props = {
  type: ShownType
  drafts: NewDraft[]
  /** The one in the form. */
  keptAs: number | null
  /** The rows below have pictures. */
  isPictured: boolean
}

/** What somebody began and never saved, as rows of its list. */
export function DraftRows({ type, drafts, keptAs, isPictured }: Props) {
  return drafts.map(({ id, title, savedAt }) => (
    <li
      key={`draft-${id}`}
      {...{ [ROW]: "" }}
      data-pictured={isPictured ? "" : undefined}
      aria-current={id === keptAs || undefined}
      className="list-row"
    >
      {isPictured && <span className="list-row-picture" />}
      <p className="list-row-title">
        <Link
          {...{ [`${ROW}-title`]: "" }}
          to={`${itemAddress(type.path, "new")}?${DRAFT}=${id}`}
          className="hover:underline"
        >
          {title}
        </Link>
      </p>
      <p className="list-row-state">
        <span data-state="outline">Non enregistré</span>
      </p>
      <p className="list-row-facts">
        {id === keptAs && <strong className="text-blood-dark">Dans le formulaire · </strong>}
        Gardé pour vous {savedAt}
      </p>
      <div className="list-row-actions">
        <ActionButton
          label="Jeter"
          icon="trash"
          subject={title}
          fields={{ intent: "discard", id: String(id) }}
          isIcon
        />
      </div>
    </li>
  ))
}
