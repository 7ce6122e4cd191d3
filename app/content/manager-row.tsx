import { Fragment } from "react"
import { Link } from "react-router"
import { editLinkId } from "#app/kit/form/use-focus-on-edit.ts"
import type { Question } from "#app/kit/http/questions.ts"
import type { AuditKind } from "#app/kit/lib/audit.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { HistoryLink } from "./history-link.tsx"
import { listAddress, type ListView } from "./lists/list-view.ts"
import { SelectBox } from "./lists/selection.tsx"
import type { Publication, PublicationStatus } from "./publication.ts"

type RowProps = {
  /** What the log calls it. */
  kind: AuditKind
  id: number
  title: string
  /** What tells it from others; each is kept in one line where it fits. */
  details: (string | false | null | undefined)[]
  /** Where the item is on the site, drafts included. */
  address?: string
  /** It is the one in the form. */
  isEdited: boolean
  badge?: React.ReactNode
  /** Further links, after that to its history. */
  links?: React.ReactNode
  /** What can be done with it. */
  children: React.ReactNode
}

/** One item of a list beside a form. */
export function ListedRow({ kind, id, title, details, address, isEdited, badge, links, children }: RowProps) {
  return (
    <li aria-current={isEdited || undefined} className="manager-row">
      <SelectBox id={id} subject={title} />
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
        {badge && <p className="manager-row-status">{badge}</p>}
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
          {links && <> · {links}</>}
        </p>
        <div className="row-actions">{children}</div>
      </div>
    </li>
  )
}

type EditLinkProps = { id: number; title: string; path: string; view: ListView }

/** Takes an item of the list into the form. */
export function EditRowLink({ id, title, path, view }: EditLinkProps) {
  return (
    <Link id={editLinkId(id)} to={listAddress(path, view, id)} preventScrollReset className="office-button">
      <Icon name="pencil" />
      Modifier
      <span className="sr-only"> : {title}</span>
    </Link>
  )
}

type Props = Publication &
  Omit<RowProps, "badge" | "children"> &
  EditLinkProps & {
    /** What is asked before it is deleted. */
    deletion: Question
  }

/** One item of a manager's list, and what can be done with it. */
export function ManagerRow({ status, scheduledFor, deletion, path, view, ...row }: Props) {
  const { id, title } = row
  const isPublished = status !== "draft"
  return (
    <ListedRow {...row} badge={<StatusBadge status={status} scheduledFor={scheduledFor} />}>
      <ActionButton
        label={isPublished ? "Dépublier" : "Publier"}
        icon={isPublished ? "eye-off" : "eye"}
        subject={title}
        fields={{ intent: isPublished ? "unpublish" : "publish", id: String(id) }}
      />
      <EditRowLink id={id} title={title} path={path} view={view} />
      <ConfirmButton label="Supprimer" icon="trash" subject={title} {...deletion} />
    </ListedRow>
  )
}

const LOOKS = {
  published: { label: "Publié", variant: "default" },
  draft: { label: "Brouillon", variant: "outline" },
  scheduled: { label: "Programmé", variant: "secondary" },
} as const satisfies Record<PublicationStatus, object>

/** « Publié », « Brouillon », or « Programmé pour le 3 décembre 2026 à 00:00 ». */
function StatusBadge({ status, scheduledFor }: Publication) {
  const { label, variant } = LOOKS[status]
  return (
    <>
      <Badge variant={variant}>{label}</Badge>
      {scheduledFor && <span className="text-sm text-paper-ink"> pour le {scheduledFor}</span>}
    </>
  )
}
