import { Link } from "react-router"
import { editLinkId } from "#app/kit/form/use-focus-on-edit.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { MoreMenu } from "#app/kit/ui/more-menu.tsx"
import { ROW } from "#app/kit/ui/row-keys.ts"
import { askDeletion } from "./ask-deletion.ts"
import { HistoryLink } from "./history-link.tsx"
import { LetterLink } from "./letter-link.tsx"
import { listAddress, type ListView } from "./lists/list-view.ts"
import { SelectBox } from "./lists/selection.tsx"
import { itemAddress, type ManagedRow, type RowBadge, type ShownType } from "./managed-type.ts"

type Props = { type: ShownType; row: ManagedRow; isEdited: boolean; view: ListView }

/** One item of a manager's list, and what can be done with it. */
export function ManagerRow({ type, row, isEdited, view }: Props) {
  const { id, title, isPublished, isFixed, badge, picture, figure } = row
  const { path } = type
  const facts = [badge?.until, ...row.details].filter(Boolean)
  return (
    <li
      {...{ [ROW]: "" }}
      aria-current={isEdited || undefined}
      data-pictured={picture === undefined ? undefined : ""}
      className="list-row"
    >
      <SelectBox id={id} subject={title} />
      {picture !== undefined && <RowPicture address={picture} />}
      <p className="list-row-title">
        <Link {...{ [`${ROW}-title`]: "" }} to={itemAddress(path, id)} className="hover:underline">
          {title}
        </Link>
      </p>
      {badge && (
        <p className="list-row-state">
          <span data-state={badge.variant}>{badge.label}</span>
          {badge.until && <span className="sr-only"> pour le {badge.until}</span>}
        </p>
      )}
      <p className="list-row-facts">
        {isEdited && <strong className="text-blood-dark">Dans le formulaire · </strong>}
        {facts.join(" · ")}
      </p>
      {figure && (
        <p className="list-row-figure">
          {figure.value}
          <span className="sr-only"> {figure.words}</span>
        </p>
      )}
      <div className="list-row-actions">
        {isPublished !== undefined && !type.isDraftsOnly && (
          <ActionButton
            label={isPublished ? "Dépublier" : "Publier"}
            icon={isPublished ? "eye-off" : "eye"}
            subject={title}
            fields={{ intent: isPublished ? "unpublish" : "publish", id: String(id) }}
            shortcut="p"
            isIcon
          />
        )}
        {!isFixed && !(type.isDraftsOnly && isPublished) && (
          <EditIcon
            id={id}
            title={title}
            to={type.isWrittenOnPage ? itemAddress(path, id) : listAddress(path, view, id)}
            preventScrollReset={!type.isWrittenOnPage}
          />
        )}
      </div>
      <MoreMenu label={`Autres actions : ${title}`}>
        <MoreActions type={type} row={row} />
      </MoreMenu>
    </li>
  )
}

type EditProps = { id: number; title: string; to: string; preventScrollReset: boolean }

function EditIcon({ id, title, ...link }: EditProps) {
  return (
    <Link id={editLinkId(id)} {...link} data-key="e" title="Modifier" className="icon-button">
      <Icon name="pencil" />
      <span className="icon-word">Modifier</span>
      <span className="sr-only"> : {title}</span>
    </Link>
  )
}

function MoreActions({ type, row }: { type: ShownType; row: ManagedRow }) {
  const { id, title, address, isFixed, links = [], deletion = askDeletion(type, row) } = row
  return (
    <>
      {address && (
        <Link to={address} className="item-link">
          <Icon name="eye" />
          Voir sur le site
          <span className="sr-only"> : {title}</span>
        </Link>
      )}
      {links.map(({ to, label, icon }) => (
        <Link key={to} to={to} className="item-link">
          {icon && <Icon name={icon} />}
          {label}
          <span className="sr-only"> : {title}</span>
        </Link>
      ))}
      {type.letter && <LetterLink of={type.letter} id={id} subject={title} className="item-link" />}
      <HistoryLink kind={type.kind} id={id} subject={title} icon="history" className="item-link" />
      {!isFixed && !type.isDraftsOnly && (
        <ConfirmButton label="Supprimer" icon="trash" subject={title} className="item-link" {...deletion} />
      )}
    </>
  )
}

/** What an item looks like, as small as it is recognised. */
function RowPicture({ address }: { address: string | null }) {
  return address ? (
    <img src={address} alt="" width={40} height={40} loading="lazy" className="list-row-picture" />
  ) : (
    <span className="list-row-picture" />
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
