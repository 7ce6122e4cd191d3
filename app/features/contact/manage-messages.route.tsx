import { Link } from "react-router"
import { findAsked } from "#app/http/questions.server.ts"
import { loadOr } from "#app/http/public-list.server.ts"
import { formatLongTime } from "#app/lib/dates.ts"
import { readForm } from "#app/http/forms.server.ts"
import { keepForm } from "#app/form/keep-form.ts"
import { parseId } from "#app/lib/numbers.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { listAddress, parseListView } from "#app/content/list-view.ts"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { respondWithList, loadList } from "#app/content/manager.server.ts"
import { useFocusOnEdit } from "#app/content/use-focus-on-edit.ts"
import type { Route } from "./+types/manage-messages.route"
import { countMessages, findMessage, listMessages } from "./contact.server.ts"
import { runMessages } from "./message-actions.server.ts"
import { MessageFilters } from "./message-filters.tsx"
import { ARCHIVE, BOX, deletionOf, REPLY_TO, STATE, STATES } from "./message-questions.ts"
import { describeMailing, listReplies } from "./message-replies.server.ts"
import { MessageRow } from "./message-row.tsx"
import { replyAddress } from "./reply-address.ts"
import { ReplyForm } from "./reply-form.tsx"
import { describeThreads } from "./thread-words.server.ts"

const PATH = "/admin/messages"
const FILTERS = [BOX, STATE]

export async function loader({ url }: Route.LoaderArgs) {
  const [{ rows, ...page }, { value: replied }] = await Promise.all([
    loadList(url, {
      filterNames: FILTERS,
      list: ({ filters, ...options }) => listMessages({ ...options, ...readFilters(filters) }),
      count: (search, filters, most) => countMessages({ search, ...readFilters(filters) }, most),
      cannotLoad: "Impossible de charger les messages",
    }),
    loadOr(findReplied(url), undefined),
  ])
  const ids = [...rows.map(({ id }) => id), ...(replied ? [replied.id] : [])]
  const threads = describeThreads((await loadOr(listReplies(ids), [])).value)
  const askDeletion = async (parameters: URLSearchParams) => {
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
    question: await findAsked(url, { delete: askDeletion }, "Message non trouvé"),
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
  return runMessages(await readForm(request), listAddress(PATH, parseListView(url.searchParams, FILTERS)))
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["reply"])

export function meta() {
  return adminMeta("Messages")
}

export default function Messages({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, isArchive, question, replied, mailing, ...list } = loaderData
  useFocusOnEdit(replied?.id)
  const listPath = listAddress(PATH, list.view)
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
        path={PATH}
        nouns={["message", "messages"]}
        searchLabel="Rechercher dans les messages"
        emptyText="Aucun message pour le moment."
        tools={<MessageFilters path={PATH} view={list.view} />}
        aside={
          <Link to={isArchive ? PATH : `${PATH}?${BOX}=${ARCHIVE}`} className="office-button">
            {isArchive ? "Boîte de réception" : "Archives"}
          </Link>
        }
      >
        <ul className="mt-4">
          {rows.map((message) => (
            <MessageRow key={message.id} message={message} isArchive={isArchive} listPath={listPath} />
          ))}
        </ul>
      </ManagerList>
    </ManagerPage>
  )
}

function readFilters(filters: Record<string, string>) {
  return {
    isArchive: filters[BOX] === ARCHIVE,
    isDone: STATES.find(({ value }) => value === filters[STATE])?.isDone,
  }
}

/** The message that the address asks to reply to. */
async function findReplied({ searchParams }: URL) {
  const asked = searchParams.get(REPLY_TO)
  return asked === null ? undefined : findMessage(parseId(asked) ?? 0)
}
