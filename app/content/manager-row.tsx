import { Fragment } from "react"
import { Link } from "react-router"
import { editLinkId } from "#app/kit/form/use-focus-on-edit.ts"
import type { AuditKind } from "#app/kit/lib/audit.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { askDeletion } from "./ask-deletion.ts"
import { HistoryLink } from "./history-link.tsx"
import { LetterLink } from "./letter-link.tsx"
import { listAddress, type ListView } from "./lists/list-view.ts"
import { SelectBox } from "./lists/selection.tsx"
import type { ManagedRow, RowBadge, ShownType } from "./managed-type.ts"

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

type Props = { type: ShownType; row: ManagedRow; isEdited: boolean; view: ListView }

/** One item of a manager's list, and what can be done with it. */
export function ManagerRow({ type, row, isEdited, view }: Props) {
  const { id, title, isPublished, isFixed, badge, links = [], deletion = askDeletion(type, row) } = row
  const { kind, path, letter } = type
  return (
    <ListedRow
      {...row}
      kind={kind}
      isEdited={isEdited}
      badge={badge && <StateBadge {...badge} />}
      links={letter && <LetterLink of={letter} id={id} subject={title} isInline />}
    >
      {isPublished !== undefined && (
        <ActionButton
          label={isPublished ? "Dépublier" : "Publier"}
          icon={isPublished ? "eye-off" : "eye"}
          subject={title}
          fields={{ intent: isPublished ? "unpublish" : "publish", id: String(id) }}
        />
      )}
      {!isFixed && <EditRowLink id={id} title={title} path={path} view={view} />}
      {links.map(({ to, label, icon }) => (
        <Link key={to} to={to} className="office-button">
          {icon && <Icon name={icon} />}
          {label}
          <span className="sr-only"> : {title}</span>
        </Link>
      ))}
      {!isFixed && <ConfirmButton label="Supprimer" icon="trash" subject={title} {...deletion} />}
    </ListedRow>
  )
}

/** « Publié », or « Programmé pour le 3 décembre 2026 à 00:00 ». */
export function StateBadge({ label, variant, until }: RowBadge) {
  return (
    <>
      <Badge variant={variant}>{label}</Badge>
      {until && <span className="text-sm text-paper-ink"> pour le {until}</span>}
    </>
  )
}
