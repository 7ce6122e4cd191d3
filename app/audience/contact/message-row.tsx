import { Link } from "react-router"
import { HistoryLink } from "#app/content/history-link.tsx"
import { ListRow, RowStart } from "#app/content/lists/list-row.tsx"
import { editLinkId, FORM } from "#app/kit/form/use-focus-on-edit.ts"
import type { Asking } from "#app/kit/form/asking.ts"
import { ofName } from "#app/kit/lib/french.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import type { messageIntents } from "./contact.schema.ts"
import { deletionOf, REPLY_TO } from "./message-questions.ts"
import { MessageThread } from "./message-thread.tsx"
import type { ThreadReply } from "./thread-words.server.ts"

type Props = {
  message: {
    id: number
    name: string
    email: string
    subject: string
    message: string
    isRead: boolean
    isDone: boolean
    createdOn: string
    replies: ThreadReply[]
  }
  isArchive: boolean
  /** The list as it is. */
  listPath: string
}

type Fields = Asking<typeof messageIntents>

/** One message of the list, what was replied to it, and what can be done with it. */
export function MessageRow({ message, isArchive, listPath }: Props) {
  const { name, email, subject, isRead, isDone, createdOn, replies } = message
  const id = String(message.id)
  const about = `le message ${ofName(name)}`
  const action = { subject: about, className: "item-link" }
  return (
    <ListRow
      id={message.id}
      subject={about}
      isNew={!isRead}
      title={
        <>
          <h3>{subject}</h3> <RowStart text={message.message} />
        </>
      }
      whole={
        <>
          <p className="mt-1.5 max-w-[75ch] wrap-anywhere whitespace-pre-line">{message.message}</p>
          <MessageThread replies={replies} />
        </>
      }
      facts={
        <>
          <bdi>{name}</bdi> · {email} · {createdOn}
          {replies.length > 0 && ` · ${countReplies(replies.length)}`}
        </>
      }
      state={<MessageState message={message} />}
      action={
        <Link
          id={editLinkId(message.id)}
          to={`${listPath}${listPath.includes("?") ? "&" : "?"}${REPLY_TO}=${id}#${FORM}`}
          preventScrollReset
          title="Répondre"
          className="icon-button"
        >
          <Icon name="reply" />
          <span className="icon-word">Répondre</span>
          <span className="sr-only"> à {name}</span>
        </Link>
      }
      more={
        <>
          <ActionButton
            {...action}
            label={isDone ? "Remettre à traiter" : "Marquer comme traité"}
            icon={isDone ? "rotate-ccw" : "check"}
            fields={{ intent: isDone ? "undone" : "done", id } satisfies Fields}
          />
          {!isArchive && (
            <ActionButton
              {...action}
              label={isRead ? "Marquer comme non lu" : "Marquer comme lu"}
              icon={isRead ? "mail" : "mail-open"}
              fields={{ intent: isRead ? "unread" : "read", id } satisfies Fields}
            />
          )}
          <ActionButton
            {...action}
            label={isArchive ? "Remettre en réception" : "Archiver"}
            icon={isArchive ? "archive-restore" : "archive"}
            fields={{ intent: isArchive ? "restore" : "archive", id } satisfies Fields}
          />
          <HistoryLink kind="message" id={message.id} subject={about} icon="history" className="item-link" />
          <ConfirmButton {...action} label="Supprimer" icon="trash" {...deletionOf(message)} />
        </>
      }
    />
  )
}

function countReplies(count: number) {
  return count > 1 ? `${count} réponses` : "1 réponse"
}

/** What somebody has to do about it comes before what was done. */
function MessageState({ message: { isRead, isDone, replies } }: Pick<Props, "message">) {
  return (
    <>
      {replies.some(({ isProblem }) => isProblem) && <span data-state="secondary">Réponse non partie</span>}
      {!isRead && <span data-state="secondary">Non lu</span>}
      {isDone && <span data-state="outline">Traité</span>}
    </>
  )
}
