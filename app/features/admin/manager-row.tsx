import { Eye, EyeOff, Pencil, Trash2 } from "lucide-react"
import { Link } from "react-router"
import { listAddress, type ListView } from "#app/lib/list-view.ts"
import type { PublicationStatus } from "#app/lib/publication.ts"
import { ActionButton } from "#app/ui/action-button.tsx"
import { ConfirmButton } from "#app/ui/confirm-button.tsx"
import { StatusBadge } from "#app/ui/status-badge.tsx"

type Props = {
  id: number
  title: string
  detail: React.ReactNode
  status: PublicationStatus
  /** Where the item is on the site, drafts included. */
  address?: string
  /** The question before it is deleted. */
  question: string
  /** It is the one in the form. */
  isEdited: boolean
  path: string
  view: ListView
}

/** One item of a manager's list, and what can be done with it. */
export function ManagerRow(props: Props) {
  const { id, title, detail, status, address, question, isEdited, path, view } = props
  const isPublished = status !== "draft"
  return (
    <li
      className={`flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-rule py-3 ${isEdited ? "bg-paper-shade/60 shadow-[-0.5rem_0_0_var(--color-blood)]" : ""}`}
    >
      <div className="min-w-0 flex-[1_1_18rem]">
        <p className="font-semibold break-words">
          {address ? (
            <Link to={address} className="hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <p className="mt-0.5 text-sm break-words text-paper-ink">{detail}</p>
      </div>
      <div className="sm:w-24">
        <StatusBadge status={status} />
      </div>
      <div className="row-actions xl:min-w-92 xl:justify-end">
        <ActionButton
          label={isPublished ? "Dépublier" : "Publier"}
          icon={isPublished ? EyeOff : Eye}
          subject={title}
          fields={{ intent: isPublished ? "unpublish" : "publish", id: String(id) }}
        />
        <Link to={listAddress(path, view, id)} className="office-button">
          <Pencil aria-hidden="true" />
          Modifier
          <span className="sr-only"> : {title}</span>
        </Link>
        <ConfirmButton
          label="Supprimer"
          icon={Trash2}
          subject={title}
          question={question}
          detail={`« ${title} » sera supprimé. Cette action est définitive.`}
          fields={{ intent: "delete", id: String(id) }}
        />
      </div>
    </li>
  )
}
