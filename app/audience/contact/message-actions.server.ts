import { undoOfDeletion } from "#app/content/bin/bin.server.ts"
import { listAddress, parseListView } from "#app/content/lists/list-view.ts"
import { runBulkAction, each, isAboutSeveral } from "#app/content/lists/bulk-actions.server.ts"
import type { FieldValues, Parsed, SentForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import {
  orElse,
  respondFailure,
  respondInvalid,
  respondToastFailure,
  respondToClick,
} from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { messageIntents, type ReplyValues } from "./contact.schema.ts"
import {
  deleteMessage,
  messageRows,
  setMessageArchived,
  setMessageDone,
  setMessageRead,
} from "./contact.server.ts"
import { MESSAGES } from "./message-list.ts"
import { MAX_REPLIES, replyToMessage, resendReply } from "./message-replies.server.ts"

type Click = Exclude<keyof typeof messageIntents, "reply" | "resend">

const CANNOT_CHANGE = "Impossible de modifier le message"
const CANNOT_REPLY = "Impossible de répondre"

/** What can be done with a message: how it is done, and what is said afterwards. */
const ROW_ACTIONS: Record<Click, { run: (id: number) => Promise<boolean>; done?: string; failed: string }> = {
  read: { run: (id) => setMessageRead(id, true), failed: CANNOT_CHANGE },
  unread: { run: (id) => setMessageRead(id, false), failed: CANNOT_CHANGE },
  archive: { run: (id) => setMessageArchived(id, true), done: "Message archivé", failed: CANNOT_CHANGE },
  restore: {
    run: (id) => setMessageArchived(id, false),
    done: "Message remis dans la boîte de réception",
    failed: CANNOT_CHANGE,
  },
  done: { run: (id) => setMessageDone(id, true), done: "Message traité", failed: CANNOT_CHANGE },
  undone: { run: (id) => setMessageDone(id, false), done: "Message à traiter", failed: CANNOT_CHANGE },
  delete: { run: deleteMessage, done: "Message supprimé", failed: "Impossible de supprimer le message" },
}

/** Does what a form of the messages' page asks for. */
export function runMessages(form: SentForm, url: URL) {
  const asked = parseIntent(form, messageIntents)
  switch (asked.intent) {
    case "reply":
      return reply(form.values, asked, listAddress(MESSAGES.path, parseListView(url.searchParams, MESSAGES)))
    case "resend":
      if (!asked.ok) return respondToastFailure(CANNOT_RESEND, 400)
      return respondToClick(async () => (await resendReply(asked.value.reply)) && RESENT, CANNOT_RESEND)
    default: {
      const { run, done = true, failed } = ROW_ACTIONS[asked.intent]
      if (isAboutSeveral(form, MESSAGES))
        return runBulkAction(form, url, MESSAGES, messageRows, { [asked.intent]: each(run) })
      if (!asked.ok) return respondToastFailure(failed, 400)
      const [id = 0] = asked.value.ids
      return respondToClick(async () => {
        if (!(await run(id))) return false
        return asked.intent === "delete" && done !== true
          ? { title: done, undo: await undoOfDeletion("message", id) }
          : done
      }, failed)
    }
  }
}

const RESENT = "La réponse repart"
const CANNOT_RESEND = "Impossible de renvoyer la réponse"

function reply(values: FieldValues, parsed: Parsed<ReplyValues>, back: string) {
  if (!parsed.ok) return respondInvalid(parsed)
  const { id, ...written } = parsed.value
  return orElse(
    async () => {
      const replied = await replyToMessage(id, written)
      switch (replied.outcome) {
        case "missing":
          return respondFailure(values, `${CANNOT_REPLY} : ce message n’est plus là.`, 404)
        case "full":
          return respondFailure(values, `${CANNOT_REPLY} : ${FULL}`, 409)
        case "stale":
          return respondFailure({ ...values, known: String(replied.count) }, MEANWHILE, 409)
        case "sent":
          return redirectWithToast(back, {
            kind: "success",
            title: written.isDone ? "Réponse enregistrée, message traité" : "Réponse enregistrée",
          })
      }
    },
    () => respondFailure(values, CANNOT_REPLY),
  )
}

const FULL = `ce message a déjà ${MAX_REPLIES} réponses. Continuez avec votre messagerie.`
const MEANWHILE =
  "Quelqu’un d’autre a répondu entre-temps : lisez sa réponse ci-dessus. La vôtre n’est pas partie ; envoyez à nouveau si elle a encore lieu d’être."
