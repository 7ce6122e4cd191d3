import { Link } from "react-router"
import { HistoryLink } from "#app/content/history-link.tsx"
import { SelectBox } from "#app/content/lists/selection.tsx"
import { editLinkId, FORM } from "#app/kit/form/use-focus-on-edit.ts"
import type { Asking } from "#app/kit/form/asking.ts"
import { ofName } from "#app/kit/lib/french.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
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
  return (
    <li
      className={`relative border-t border-rule py-4 pl-9 ${isRead ? "" : "shadow-[inset_0.25rem_0_0_var(--color-blood)]"}`}
    >
      <SelectBox id={message.id} subject={about} className="absolute top-4 left-0 ml-0!" />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className={`min-w-0 break-words ${isRead ? "font-semibold" : "font-extrabold"}`}>{subject}</h3>
        {!isRead && <Badge>Non lu</Badge>}
        {isDone && <Badge variant="outline">Traité</Badge>}
      </div>
      <p className="text-sm break-words text-paper-ink">
        <bdi className="font-semibold">{name}</bdi> · <span className="break-all">{email}</span> · {createdOn}{" "}
        · <HistoryLink kind="message" id={message.id} subject={about} />
      </p>
      <p className="mt-2 max-w-[75ch] break-words whitespace-pre-line">{message.message}</p>
      <MessageThread replies={replies} />
      <div className="row-actions mt-3">
        <Link
          id={editLinkId(message.id)}
          to={`${listPath}${listPath.includes("?") ? "&" : "?"}${REPLY_TO}=${id}#${FORM}`}
          preventScrollReset
          className="office-button"
        >
          <Icon name="reply" />
          Répondre<span className="sr-only"> à {name}</span>
        </Link>
        <ActionButton
          label={isDone ? "Remettre à traiter" : "Marquer comme traité"}
          icon={isDone ? "rotate-ccw" : "check"}
          subject={about}
          fields={{ intent: isDone ? "undone" : "done", id } satisfies Fields}
        />
        {!isArchive && (
          <ActionButton
            label={isRead ? "Marquer comme non lu" : "Marquer comme lu"}
            icon={isRead ? "mail" : "mail-open"}
            subject={about}
            fields={{ intent: isRead ? "unread" : "read", id } satisfies Fields}
          />
        )}
        <ActionButton
          label={isArchive ? "Remettre en réception" : "Archiver"}
          icon={isArchive ? "archive-restore" : "archive"}
          subject={about}
          fields={{ intent: isArchive ? "restore" : "archive", id } satisfies Fields}
        />
        <ConfirmButton label="Supprimer" icon="trash" subject={about} {...deletionOf(message)} />
      </div>
    </li>
  )
}
