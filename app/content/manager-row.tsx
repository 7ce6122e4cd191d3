import { Fragment } from "react"
import { Link } from "react-router"
import { listAddress, type ListView } from "./list-view.ts"
import { HistoryLink } from "./history-link.tsx"
import type { Publication } from "./publication.ts"
import { ActionButton } from "#app/ui/action-button.tsx"
import { ConfirmButton } from "#app/ui/confirm-button.tsx"
import type { AuditKind } from "#app/lib/audit.ts"
import type { Question } from "#app/http/questions.ts"
import { StatusBadge } from "./status-badge.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { editLinkId } from "./use-focus-on-edit.ts"

type Props = Publication & {
  /** What the log calls it. */
  kind: AuditKind
  id: number
  title: string
  /** What tells it from others; each is kept in one line where it fits. */
  details: (string | false | null | undefined)[]
  /** Where the item is on the site, drafts included. */
  address?: string
  /** What is asked before it is deleted. */
  deletion: Question
  /** It is the one in the form. */
  isEdited: boolean
  path: string
  view: ListView
}

/** One item of a manager's list, and what can be done with it. */
export function ManagerRow(props: Props) {
  const { kind, id, title, details, status, scheduledFor, address, deletion, isEdited, path, view } = props
  const isPublished = status !== "draft"
  return (
    <li aria-current={isEdited || undefined} className="manager-row">
      <div className="manager-row-line">
        <p className="manager-row-title">
          {address ? (
            <Link to={address} className="hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <p className="manager-row-status">
          <StatusBadge status={status} scheduledFor={scheduledFor} />
        </p>
      </div>
      <div className="manager-row-line">
        <p className="manager-row-detail">
          {isEdited && <strong className="text-blood-dark">Dans le formulaire · </strong>}
          {details.filter(Boolean).map((detail, index) => (
            <Fragment key={index}>
              {index > 0 && " · "}
              <span className="inline-block max-w-full">{detail}</span>
            </Fragment>
          ))}
          {details.some(Boolean) && " · "}
          <HistoryLink kind={kind} id={id} subject={title} />
        </p>
        <div className="row-actions">
          <ActionButton
            label={isPublished ? "Dépublier" : "Publier"}
            icon={isPublished ? "eye-off" : "eye"}
            subject={title}
            fields={{ intent: isPublished ? "unpublish" : "publish", id: String(id) }}
          />
          <Link
            id={editLinkId(id)}
            to={listAddress(path, view, id)}
            preventScrollReset
            className="office-button"
          >
            <Icon name="pencil" />
            Modifier
            <span className="sr-only"> : {title}</span>
          </Link>
          <ConfirmButton label="Supprimer" icon="trash" subject={title} {...deletion} />
        </div>
      </div>
    </li>
  )
}
