import { ListRow, RowStart } from "#app/content/lists/list-row.tsx"
import { Link } from "react-router"
import { HistoryLink } from "#app/content/history-link.tsx"
import type { Asking } from "#app/kit/form/asking.ts"
import { ofName } from "#app/kit/lib/french.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { editLinkId, FORM } from "#app/kit/form/use-focus-on-edit.ts"
import { REPLY_TO } from "./comment-addresses.ts"
import { banOfAuthor, deletionOf, deletionOfAuthor } from "./comment-questions.ts"
import { CommentText } from "./comment-text.tsx"
import { STATUS_LABELS } from "./moderation.copy.ts"
import type { CommentStatus } from "./moderation.server.ts"
import type { moderationIntents } from "./moderation.schema.ts"

type Comment = {
  id: number
  authorName: string
  content: string
  status: CommentStatus
  createdOn: string
  episodeId: number
  episodeTitle: string
  isPodcast: boolean
  isReply: boolean
  repliesTo: string | null
  isAnswered: boolean
}

type Props = {
  comment: Comment
  path: string
  /** The list as it is. */
  listPath: string
}

/** One comment of the moderators' list, and what can be done with it and with its author. */
export function CommentRow({ comment, path, listPath }: Props) {
  const { authorName, content, status, createdOn, episodeId, episodeTitle, isPodcast } = comment
  const subject = `le commentaire ${ofName(authorName)}`
  const facts = [isPodcast && "Le podcast", comment.isAnswered && "Répondu", createdOn, episodeTitle]
  return (
    <ListRow
      id={comment.id}
      subject={subject}
      title={
        <>
          <bdi>{authorName}</bdi> <RowStart text={content} />
        </>
      }
      whole={<CommentText text={content} />}
      facts={[...facts, describeReply(comment)].filter(Boolean).join(" · ")}
      state={status !== "visible" && <span data-state={STATES[status]}>{STATUS_LABELS[status]}</span>}
      action={
        status === "visible" ? (
          <ReplyLink comment={comment} listPath={listPath} isIcon />
        ) : (
          <StatusButton comment={comment} subject={subject} />
        )
      }
      more={
        <>
          {status === "visible" ? (
            <StatusButton comment={comment} subject={subject} className="item-link" />
          ) : (
            (isPodcast || status === "pending") && <ReplyLink comment={comment} listPath={listPath} />
          )}
          <Link to={`/episodes/${episodeId}`} className="item-link">
            <Icon name="mic" />
            Voir l’épisode<span className="sr-only"> : {episodeTitle}</span>
          </Link>
          <Link to={`${path}?episode=${episodeId}`} className="item-link">
            <Icon name="message-square" />
            Ses commentaires<span className="sr-only"> : {episodeTitle}</span>
          </Link>
          <HistoryLink
            kind="comment"
            id={comment.id}
            subject={subject}
            icon="history"
            className="item-link"
          />
          <ConfirmButton
            label="Supprimer"
            icon="trash"
            subject={subject}
            className="item-link"
            {...deletionOf([comment])}
          />
          {!isPodcast && (
            <>
              <ConfirmButton
                label="Tout supprimer de cet auteur"
                icon="user-x"
                subject={authorName}
                className="item-link"
                {...deletionOfAuthor(comment)}
              />
              <ConfirmButton
                label="Bloquer cet auteur"
                icon="ban"
                subject={authorName}
                className="item-link"
                {...banOfAuthor(comment)}
              />
            </>
          )}
        </>
      }
    />
  )
}

/** What waits for somebody stands out. */
const STATES = { pending: "secondary", hidden: "outline" } as const

function describeReply({ isReply, repliesTo }: Comment) {
  if (!isReply) return null
  return repliesTo ? `En réponse à ${repliesTo}` : "En réponse à un commentaire supprimé"
}

type ReplyProps = { comment: Comment; listPath: string; isIcon?: boolean }

function ReplyLink({ comment: { id, authorName, isPodcast }, listPath, isIcon = false }: ReplyProps) {
  const label = isPodcast ? "Modifier" : "Répondre"
  return (
    <Link
      id={editLinkId(id)}
      to={`${listPath}${listPath.includes("?") ? "&" : "?"}${REPLY_TO}=${id}#${FORM}`}
      preventScrollReset
      title={isIcon ? label : undefined}
      className={isIcon ? "icon-button" : "item-link"}
    >
      <Icon name={isPodcast ? "pencil" : "reply"} />
      <span className={isIcon ? "icon-word" : "contents"}>{label}</span>
      <span className="sr-only">{isPodcast ? " : la réponse du podcast" : ` à ${authorName}`}</span>
    </Link>
  )
}

type StatusProps = { comment: Comment; subject: string; className?: string }

function StatusButton({ comment: { id, status }, subject, className }: StatusProps) {
  const isVisible = status === "visible"
  const fields = { intent: isVisible ? "hide" : "show", ids: String(id) } satisfies Asking<
    typeof moderationIntents
  >
  return (
    <ActionButton
      label={isVisible ? "Masquer" : status === "pending" ? "Approuver" : "Afficher"}
      icon={isVisible ? "eye-off" : "eye"}
      subject={subject}
      fields={fields}
      isIcon={status === "hidden"}
      className={className}
    />
  )
}
