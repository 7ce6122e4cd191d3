import { Link } from "react-router"
import { respondToClick, respondToastFailure } from "#app/http/responses.server.ts"
import { findAsked } from "#app/http/questions.server.ts"
import { formatLongTime } from "#app/lib/dates.ts"
import { readForm } from "#app/http/forms.server.ts"
import type { Asking } from "#app/form/asking.ts"
import { parseIntent } from "#app/http/intents.server.ts"
import { ofName } from "#app/lib/french.ts"
import { keepForm } from "#app/form/keep-form.ts"
import { parseId } from "#app/lib/numbers.ts"
import { ActionButton } from "#app/ui/action-button.tsx"
import { Badge } from "#app/ui/badge.tsx"
import { ConfirmButton } from "#app/ui/confirm-button.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { adminMeta } from "#app/content/admin-meta.ts"
import { HistoryLink } from "#app/content/history-link.tsx"
import { doToChosen, each, isAboutSeveral, questionAbout } from "#app/content/lists/deeds.server.ts"
import { SelectableList } from "#app/content/lists/selectable-list.tsx"
import { SelectBox } from "#app/content/lists/selection.tsx"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { respondWithList, loadList } from "#app/content/manager.server.ts"
import type { Route } from "./+types/manage-messages.route"
import { messageIntents } from "./contact.schema.ts"
import { ARCHIVE, BOX, MESSAGES } from "./message-list.ts"
import {
  deleteMessage,
  findMessage,
  listMessages,
  messageRows,
  setMessageArchived,
  setMessageRead,
} from "./contact.server.ts"
import { replyAddress } from "./reply-address.ts"

type Fields = Asking<typeof messageIntents>

function deletionOf({ id, name }: { id: number; name: string }) {
  return {
    question: `Êtes-vous sûr de vouloir supprimer le message ${ofName(name)} ?`,
    fields: { intent: "delete", id: String(id) } satisfies Fields,
  }
}

export async function loader({ url }: Route.LoaderArgs) {
  const { rows, ...page } = await loadList(url, {
    filterNames: MESSAGES,
    list: listMessages,
    count: (search, filters, most) => messageRows.count({ search, filters }, most),
    rows: messageRows,
    cannotLoad: "Impossible de charger les messages",
  })
  const ask = (name: string) => () => questionAbout(url, MESSAGES, messageRows, name)
  const askDeletion = async (parameters: URLSearchParams) => {
    if (!parameters.has("id")) return ask("delete")()
    const message = await findMessage(parseId(parameters.get("id") ?? "") ?? 0)
    return message && deletionOf(message)
  }
  return respondWithList({
    ...page,
    question: await findAsked(
      url,
      {
        ...Object.fromEntries(Object.keys(MESSAGES.deeds).map((name) => [name, ask(name)])),
        delete: askDeletion,
      },
      "Message non trouvé",
    ),
    isArchive: page.view.filters[BOX] === ARCHIVE,
    rows: rows.map(({ createdAt, ...row }) => ({
      ...row,
      createdOn: formatLongTime(createdAt),
      replyTo: replyAddress(row, formatLongTime(createdAt)),
    })),
  })
}

type Intent = keyof typeof messageIntents

/** What can be done with a message: how it is done, and what is said afterwards. */
const DEEDS: Record<Intent, { run: (id: number) => Promise<boolean>; done?: string; failed: string }> = {
  read: { run: (id) => setMessageRead(id, true), failed: "Impossible de modifier le message" },
  unread: { run: (id) => setMessageRead(id, false), failed: "Impossible de modifier le message" },
  archive: {
    run: (id) => setMessageArchived(id, true),
    done: "Message archivé",
    failed: "Impossible de modifier le message",
  },
  restore: {
    run: (id) => setMessageArchived(id, false),
    done: "Message remis dans la boîte de réception",
    failed: "Impossible de modifier le message",
  },
  delete: { run: deleteMessage, done: "Message supprimé", failed: "Impossible de supprimer le message" },
}

export async function action({ request, url }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, messageIntents)
  const { run, done = true, failed } = DEEDS[asked.intent]
  if (isAboutSeveral(form, MESSAGES))
    return doToChosen(form, url, MESSAGES, messageRows, { [asked.intent]: each(run) })
  if (!asked.ok) return respondToastFailure(failed, 400)
  const [id = 0] = asked.value.ids
  return respondToClick(async () => (await run(id)) && done, failed)
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, [])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Messages")
}

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { rows, isArchive, question, ...list } = loaderData
  return (
    <ManagerPage title="Messages" question={question}>
      <ManagerList
        {...list}
        title={isArchive ? "Archives" : "Boîte de réception"}
        path={MESSAGES.path}
        type={MESSAGES}
        nouns={MESSAGES.nouns}
        searchLabel="Rechercher dans les messages"
        emptyText="Aucun message pour le moment."
        aside={
          <Link
            to={isArchive ? MESSAGES.path : `${MESSAGES.path}?${BOX}=${ARCHIVE}`}
            className="office-button"
          >
            {isArchive ? "Boîte de réception" : "Archives"}
          </Link>
        }
      >
        <SelectableList
          {...list}
          type={MESSAGES}
          rows={rows.map(({ id, subject }) => ({ id, title: subject }))}
          only={isArchive ? ["restore", "delete"] : ["read", "unread", "archive", "delete"]}
        >
          <ul>
            {rows.map((message) => (
              <MessageRow key={message.id} message={message} isArchive={isArchive} />
            ))}
          </ul>
        </SelectableList>
      </ManagerList>
    </ManagerPage>
  )
}

type Message = Route.ComponentProps["loaderData"]["rows"][number]

function MessageRow({ message, isArchive }: { message: Message; isArchive: boolean }) {
  const { name, email, subject, isRead, createdOn, replyTo } = message
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
      </div>
      <p className="text-sm break-words text-paper-ink">
        <bdi className="font-semibold">{name}</bdi> · <span className="break-all">{email}</span> · {createdOn}{" "}
        · <HistoryLink kind="message" id={message.id} subject={about} />
      </p>
      <p className="mt-2 max-w-[75ch] break-words whitespace-pre-line">{message.message}</p>
      <div className="row-actions mt-3">
        <a href={replyTo} className="office-button">
          <Icon name="reply" />
          Répondre<span className="sr-only"> à {name}</span>
        </a>
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
