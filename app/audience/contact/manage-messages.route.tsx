import { Link } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { questionAbout } from "#app/content/lists/bulk-actions.server.ts"
import { listAddress } from "#app/content/lists/list-view.ts"
import { SelectableList } from "#app/content/lists/selectable-list.tsx"
import { binLink } from "#app/content/bin-link.ts"
import { csvAddress } from "#app/content/managed-type.ts"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { loadList, respondWithList } from "#app/content/lists/load-list.server.ts"
import type { Asking } from "#app/kit/form/asking.ts"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { TextArea } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { FORM, useFocusOnEdit } from "#app/kit/form/use-focus-on-edit.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { Route } from "./+types/manage-messages.route"
import type { messageIntents, replySchema } from "./contact.schema.ts"
import { findMessage, listMessages, measureMessages, messageRows } from "./contact.server.ts"
import { runMessages } from "./message-actions.server.ts"
import { ARCHIVE, BOX, MESSAGES } from "./message-list.ts"
import { deletionOf, REPLY_TO } from "./message-questions.ts"
import { describeMailing, listReplies } from "./message-replies.server.ts"
import { MessageRow } from "./message-row.tsx"
import { MessageThread } from "./message-thread.tsx"
import { replyAddress } from "./reply-address.ts"
import { describeThreads, type ThreadReply } from "./thread-words.server.ts"

export async function loader({ url }: Route.LoaderArgs) {
  const [{ rows, ...page }, { value: replied }] = await Promise.all([
    loadList(url, {
      filterNames: MESSAGES,
      list: listMessages,
      measure: measureMessages,
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
        ...Object.fromEntries(Object.keys(MESSAGES.bulkActions).map((name) => [name, ask(name)])),
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
  useFocusOnEdit(replied?.id, "text")
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
        isPlain
        more={[binLink("message")]}
        csv={csvAddress(MESSAGES.path)}
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
          <ul className="list-rows">
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

type ReplyFormProps = {
  message: {
    id: number
    name: string
    email: string
    message: string
    createdOn: string
    replies: ThreadReply[]
    /** For who rather writes with their own mail program. */
    mailto: string
  }
  mailing: { sendsMail: boolean; answersTo: string }
  /** The list as it was. */
  back: string
  response: FormResponse | undefined
}

/** Replies to a message by mail. */
function ReplyForm({ message, mailing, back, response }: ReplyFormProps) {
  const { id, name, email, createdOn, replies, mailto } = message
  const { field, tick } = fieldsOf<typeof replySchema>(response, { isDone: true })
  const title = `Répondre à ${name}`
  const unseen: Asking<typeof messageIntents> = {
    intent: "reply",
    id: String(id),
    known: response?.values.known ?? String(replies.length),
  }
  return (
    <Panel id={FORM} title={title} className="manager-form">
      <blockquote className="border-l-4 border-blood pl-4">
        <p className="text-sm text-paper-ink">
          Son message du {createdOn}, de <span className="break-all">{email}</span>
        </p>
        <p className="mt-1 break-words whitespace-pre-line">{message.message}</p>
      </blockquote>
      <MessageThread replies={replies} />
      <div className="mt-5">
        <EditForm key={id} response={response} aria-label={title}>
          <HiddenFields fields={unseen} />
          {!mailing.sendsMail && (
            <p className="office-alert font-semibold">
              Ce site n’envoie pas encore d’e-mails : votre réponse sera écrite dans la boîte d’envoi du
              serveur (le dossier outbox), et ne partira pas.
            </p>
          )}
          <TextArea
            label="Réponse"
            {...field("text")}
            rows={8}
            required
            hint={`Envoyée par e-mail à ${email}, avec son message cité en dessous. Si cette personne répond, ce sera à ${mailing.answersTo}, et non sur cette page.`}
          />
          <CheckboxField label="Marquer le message comme traité" {...tick("isDone")} />
          <div className="manager-form-end flex flex-wrap gap-3">
            <SubmitButton pendingText="Envoi...">Envoyer la réponse</SubmitButton>
            <Link to={back} preventScrollReset className="office-button">
              Annuler
            </Link>
            <a href={mailto} className="office-button">
              Répondre avec ma messagerie
            </a>
          </div>
        </EditForm>
      </div>
    </Panel>
  )
}
