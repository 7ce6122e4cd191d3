import { Link } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { requireProof } from "#app/accounts/auth/proof/proof.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { askDeletion } from "#app/content/ask-deletion.ts"
import { runDraftAction } from "#app/content/drafts/draft-actions.server.ts"
import { doToChosen, isAboutSeveral } from "#app/content/lists/deeds.server.ts"
import { listAddress, type ListView, parseListView } from "#app/content/lists/list-view.ts"
import { ManagedPage } from "#app/content/managed-page.tsx"
import type { ManagedRow } from "#app/content/managed-type.ts"
import { EditRowLink, ListedRow } from "#app/content/manager-row.tsx"
import { loadManager, respondWithList, saveItem } from "#app/content/manager.server.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { FORM } from "#app/kit/form/use-focus-on-edit.ts"
import { LONG_TEXT_BYTES, readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { orElse, respondToastFailure, respondToClick } from "#app/kit/http/responses.server.ts"
import { formatLongDate, formatLongTime } from "#app/kit/lib/dates.ts"
import type { LetterState } from "#app/kit/lib/letters.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import type { Route } from "./+types/manage-letters.route"
import { LetterBadge } from "./letter-badge.tsx"
import { letterIntents } from "./letter-form.schema.ts"
import { LetterForm } from "./letter-form.tsx"
import { letterAddress, LETTERS } from "./letter-list.ts"
import { ALREADY_LEAVING, TOPIC_LABELS } from "./letters.copy.ts"
import * as letters from "./manage-letters.server.ts"
import { findStarted } from "./started-letter.server.ts"

export async function loader({ url }: Route.LoaderArgs) {
  const [page, started] = await Promise.all([
    loadManager(url, LETTERS, {
      rows: letters.letterRows,
      list: letters.listLetters,
      find: letters.findEditedLetter,
      describe: ({ id, topic, state, scheduledAt, publishedAt, createdAt }) => ({
        details: [
          TOPIC_LABELS[topic],
          publishedAt ? `Partie le ${formatLongDate(publishedAt)}` : `Créée le ${formatLongDate(createdAt)}`,
        ],
        address: letterAddress(id),
        state,
        leavesAt: state === "scheduled" && scheduledAt ? formatLongTime(scheduledAt) : undefined,
      }),
    }),
    findStarted(url),
  ])
  const { edited } = page
  // What has left is not edited: it is looked at.
  if (edited && !letters.isEditable(edited)) throw redirectTo(letterAddress(edited.id))
  const { mail, podcast } = siteSettings()
  return respondWithList({ ...page, started, sender: mail.senderName || podcast.name })
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await readForm(request, LONG_TEXT_BYTES)
  if (isAboutSeveral(form, LETTERS))
    return doToChosen(form, url, LETTERS, letters.letterRows, { delete: letters.removeLetters })
  const asked = parseIntent(form, letterIntents)
  const view = parseListView(url.searchParams, LETTERS)
  const editId = parseId(url.searchParams.get("edit") ?? "")
  const list = listAddress(LETTERS.path, view)
  // What is scheduled leaves by itself, with what it says by then.
  const savedId = asked.intent === "save" ? parseId(form.values.id ?? "") : undefined
  if (savedId && (await letters.isScheduled(savedId))) await requireProof(context, form)
  switch (asked.intent) {
    case "save":
      return saveItem(
        form.values,
        asked,
        LETTERS,
        {
          create: (values) => letters.createLetter(values, getViewer(context).id),
          update: letters.updateLetter,
          addressOf: () => undefined,
          pageOf: letterAddress,
        },
        list,
      )
    case "delete":
      return remove(asked.ok ? asked.value.id : 0, list, editId)
    default:
      return runDraftAction(asked, url, "letter", listAddress(LETTERS.path, view, editId))
  }
}

function remove(id: number, list: string, editId: number | undefined) {
  return orElse(
    async () => {
      const outcome = await letters.removeLetter(id)
      if (outcome === "refused") return respondToastFailure(ALREADY_LEAVING, 409)
      const back = editId === id ? list : undefined
      return respondToClick(async () => outcome === "deleted" && LETTERS.deleted, LETTERS.cannotDelete, back)
    },
    () => respondToastFailure(LETTERS.cannotDelete, 500),
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, LETTERS.title)
}

export default function ManageLetters({ loaderData, actionData }: Route.ComponentProps) {
  const { edited, filled, started, sender, view } = loaderData
  return (
    <ManagedPage
      type={LETTERS}
      page={loaderData}
      action={{ to: "/admin/newsletter", label: "Abonnés" }}
      showRow={(row) => <LetterRow key={row.id} row={row} isEdited={row.id === edited?.id} view={view} />}
      form={
        <LetterForm
          key={started?.title}
          edited={edited}
          started={started}
          isScheduled={edited?.state === "scheduled"}
          sender={sender}
          response={actionData ?? filled}
          path={LETTERS.path}
          view={view}
        />
      }
    />
  )
}

type LetterRowData = ManagedRow & { state: LetterState; leavesAt?: string }

type LetterRowProps = { row: LetterRowData; isEdited: boolean; view: ListView }

/** One letter of the list, and what can be done with it. */
function LetterRow({ row, isEdited, view }: LetterRowProps) {
  const { id, title, address, details, state, leavesAt } = row
  const isEditable = state === "draft" || state === "scheduled"
  return (
    <ListedRow
      kind="letter"
      {...{ id, title, address, details, isEdited }}
      badge={<LetterBadge state={state} scheduledFor={leavesAt} />}
    >
      {isEditable && <EditRowLink id={id} title={title} path={LETTERS.path} view={view} />}
      <Link to={`${LETTERS.path}?copy=${id}#${FORM}`} className="office-button">
        <Icon name="copy" />
        Dupliquer
        <span className="sr-only"> : {title}</span>
      </Link>
      {isEditable && (
        <ConfirmButton label="Supprimer" icon="trash" subject={title} {...askDeletion(LETTERS, row)} />
      )}
    </ListedRow>
  )
}
