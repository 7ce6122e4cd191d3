import { Link } from "react-router"
import { findAsked } from "#app/kit/http/questions.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { listAddress } from "#app/content/lists/list-view.ts"
import { questionAbout } from "#app/content/lists/deeds.server.ts"
import { SelectableList } from "#app/content/lists/selectable-list.tsx"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { respondWithList, loadList } from "#app/content/manager.server.ts"
import { useFocusOnEdit } from "#app/kit/form/use-focus-on-edit.ts"
import type { Route } from "./+types/manage-messages.route"
import { findMessage, listMessages, messageRows } from "./contact.server.ts"
import { runMessages } from "./message-actions.server.ts"
import { ARCHIVE, BOX, MESSAGES } from "./message-list.ts"
import { deletionOf, REPLY_TO } from "./message-questions.ts"
import { describeMailing, listReplies } from "./message-replies.server.ts"
import { MessageRow } from "./message-row.tsx"
import { replyAddress } from "./reply-address.ts"
import { ReplyForm } from "./reply-form.tsx"
import { describeThreads } from "./thread-words.server.ts"

export async function loader({ url }: Route.LoaderArgs) {
  const [{ rows, ...page }, { value: replied }] = await Promise.all([
    loadList(url, {
      filterNames: MESSAGES,
      list: listMessages,
      count: (search, filters, most) => messageRows.count({ search, filters }, most),
      rows: messageRows,
      cannotLoad: "Impossible de charger les messages",
    }),
    loadOr(findReplied(url), undefined),
  ])
  const ids = [...rows.map(({ id }) => id), ...(replied ? [replied.id] : [])]
  const threads = describeThreads((await loadOr(listReplies(ids), [])).value)
  const ask = (name: string) => () => questionAbout(url, MESSAGES, messageRows, name)
  const askDeletion = async (parameters: URLSearchParams) => {
    if (!parameters.has("id")) return ask("delete")()
    const message = await findMessage(parseId(parameters.get("id") ?? "") ?? 0)
    return message && deletionOf(message)
  }
  const described = <Row extends { id: number; createdAt: Date }>({ createdAt, ...row }: Row) => ({
    ...row,
    createdOn: formatLongTime(createdAt),
    replies: threads.get(row.id) ?? [],
  })
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
    rows: rows.map((row) => described(row)),
    mailing: describeMailing(),
    replied: replied && {
      ...described(replied),
      mailto: replyAddress(replied, formatLongTime(replied.createdAt)),
    },
  })
}

export async function action({ request, url }: Route.ActionArgs) {
  return runMessages(await readForm(request), url)
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["reply"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Messages")
}

export default function Messages({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, isArchive, question, replied, mailing, ...list } = loaderData
  useFocusOnEdit(replied?.id)
  const listPath = listAddress(MESSAGES.path, list.view)
  return (
    <ManagerPage
      title="Messages"
      question={question}
      form={
        replied && (
          <ReplyForm message={replied} mailing={mailing} back={listPath} response={actionData ?? undefined} />
        )
      }
    >
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
          only={
            isArchive
              ? ["done", "undone", "restore", "delete"]
              : ["read", "unread", "done", "undone", "archive", "delete"]
          }
        >
          <ul>
            {rows.map((message) => (
              <MessageRow key={message.id} message={message} isArchive={isArchive} listPath={listPath} />
            ))}
          </ul>
        </SelectableList>
      </ManagerList>
    </ManagerPage>
  )
}

/** The message that the address asks to reply to. */
async function findReplied({ searchParams }: URL) {
  const asked = searchParams.get(REPLY_TO)
  return asked === null ? undefined : findMessage(parseId(asked) ?? 0)
}
