import { can } from "#app/kit/lib/rights.ts"
import { useViewer } from "#app/kit/http/use-viewer.ts"
import { SelectBox } from "#app/content/lists/selection.tsx"
import { Link } from "react-router"
import { HistoryLink } from "#app/content/history-link.tsx"
import type { Asking } from "#app/kit/form/asking.ts"
import { ofName } from "#app/kit/lib/french.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { editLinkId, FORM } from "#app/kit/form/use-focus-on-edit.ts"
import { REPLY_TO } from "./comment-addresses.ts"
import { banOfAuthor, deletionOf, deletionOfAuthor } from "./comment-questions.ts"
import { CommentText } from "./comment-text.tsx"
import { STATUS_LABELS } from "./moderation.copy.ts"
import type { CommentStatus } from "./moderation.server.ts"
import type { moderationIntents } from "./moderation.schema.ts"

type Props = {
  comment: {
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
  path: string
  /** The list as it is. */
  listPath: string
}

const BADGES = { pending: "default", hidden: "secondary" } as const

/** One comment of the moderators' list, and what can be done with it and with its author. */
export function CommentRow({ comment, path, listPath }: Props) {
  const { authorName, status, episodeId, episodeTitle, isPodcast, isReply, repliesTo } = comment
  const isAdmin = can(useViewer(), "administration")
  const id = String(comment.id)
  const subject = `le commentaire ${ofName(authorName)}`
  return (
    <li className="flex border-t border-rule py-4">
      <SelectBox id={comment.id} subject={subject} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="font-semibold break-words">
            <bdi>{authorName}</bdi>
          </p>
          {isPodcast && <Badge variant="outline">Le podcast</Badge>}
          {comment.isAnswered && <Badge variant="outline">Répondu</Badge>}
          {status !== "visible" && <Badge variant={BADGES[status]}>{STATUS_LABELS[status]}</Badge>}
          <p className="text-sm text-paper-ink">{comment.createdOn}</p>
        </div>
        <p className="text-sm break-words text-paper-ink">
          <Link to={`/episodes/${episodeId}`} className="underline">
            {episodeTitle}
          </Link>
          {" · "}
          <Link to={`${path}?episode=${episodeId}`} className="underline">
            Ses commentaires
          </Link>
          {isAdmin && (
            <>
              {" · "}
              <HistoryLink kind="comment" id={comment.id} subject={subject} />
            </>
          )}
        </p>
        {isReply && (
          <p className="text-sm break-words text-paper-ink">
            {repliesTo ? `En réponse à ${repliesTo}` : "En réponse à un commentaire supprimé"}
          </p>
        )}
        <CommentText text={comment.content} />
        <div className="row-actions mt-3">
          {(isPodcast || status !== "hidden") && (
            <Link
              id={editLinkId(comment.id)}
              to={replyAddress(listPath, comment.id)}
              preventScrollReset
              className="office-button"
            >
              <Icon name={isPodcast ? "pencil" : "reply"} />
              {isPodcast ? "Modifier" : "Répondre"}
              <span className="sr-only">{isPodcast ? " : la réponse du podcast" : ` à ${authorName}`}</span>
            </Link>
          )}
          {status === "visible" ? (
            <ActionButton
              label="Masquer"
              icon="eye-off"
              subject={subject}
              fields={{ intent: "hide", ids: id } satisfies Asking<typeof moderationIntents>}
            />
          ) : (
            <ActionButton
              label={status === "pending" ? "Approuver" : "Afficher"}
              icon="eye"
              subject={subject}
              fields={{ intent: "show", ids: id } satisfies Asking<typeof moderationIntents>}
            />
          )}
          <ConfirmButton label="Supprimer" icon="trash" subject={subject} {...deletionOf([comment])} />
          {!isPodcast && (
            <details className="open:w-full">
              <summary className="office-button list-none">
                <Icon name="user-x" />
                Auteur<span className="sr-only"> : {authorName}</span>
              </summary>
              <div className="row-actions mt-2">
                <ConfirmButton
                  label="Tout supprimer de cet auteur"
                  icon="trash"
                  subject={authorName}
                  {...deletionOfAuthor(comment)}
                />
                <ConfirmButton
                  label="Bloquer cet auteur"
                  icon="ban"
                  subject={authorName}
                  {...banOfAuthor(comment)}
                />
              </div>
            </details>
          )}
        </div>
      </div>
    </li>
  )
}

function replyAddress(listPath: string, id: number) {
  return `${listPath}${listPath.includes("?") ? "&" : "?"}${REPLY_TO}=${id}#${FORM}`
}
