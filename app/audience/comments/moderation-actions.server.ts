import { listAddress, parseListView } from "#app/content/lists/list-view.ts"
import { runBulkAction, together } from "#app/content/lists/bulk-actions.server.ts"
import {
  respondToClick,
  respondFailure,
  respondInvalid,
  respondToastFailure,
  orElse,
} from "#app/kit/http/responses.server.ts"
import type { FieldValues, Parsed, SentForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { addBan, removeBan } from "./bans.server.ts"
import { CANNOT_DELETE } from "./comments.copy.ts"
import { moderationIntents } from "./moderation.schema.ts"
import { COMMENTS } from "./moderation-list.ts"
import { banAuthor, commentRows, setCommentsStatus } from "./moderation.server.ts"
import { editPodcastReply, replyAsPodcast } from "./podcast-replies.server.ts"
import { deleteComments, deleteCommentsOfAuthor } from "./remove-comments.server.ts"

const CANNOT_REPLY = "Impossible de répondre"
const CANNOT_BAN = "Impossible de bloquer cet auteur"

/** Does what a form of the moderators' page asks for. */
export function moderate(form: SentForm, url: URL) {
  const asked = parseIntent(form, moderationIntents)
  switch (asked.intent) {
    case "delete":
    case "hide":
    case "show":
      return runBulkAction(form, url, COMMENTS, commentRows, {
        delete: together(deleteComments),
        hide: together((ids) => setCommentsStatus(ids, "hidden")),
        show: together((ids) => setCommentsStatus(ids, "visible")),
      })
    case "delete-author":
      return onOne(
        asked,
        async (id) =>
          counted(await deleteCommentsOfAuthor(id), ["Commentaire supprimé", "commentaires supprimés"]),
        CANNOT_DELETE,
      )
    case "ban-author":
      return onOne(asked, async (id) => (await banAuthor(id)) && "Auteur bloqué", CANNOT_BAN)
    case "unban":
      return onOne(
        asked,
        async (id) => (await removeBan(id)) && "Blocage levé",
        "Impossible de lever le blocage",
      )
    case "ban":
      return ban(form.values, asked, backTo(url))
    case "reply":
      return reply(form.values, asked, backTo(url))
    case "edit-reply":
      return editReply(form.values, asked, backTo(url))
  }
}

/** Where a saved form goes: the list as it was. */
const backTo = ({ searchParams }: URL) => listAddress(COMMENTS.path, parseListView(searchParams, COMMENTS))

type Words = readonly [one: string, many: string]

/** « Commentaire supprimé », « 3 commentaires supprimés »; nothing for none. */
function counted(count: number, [one, many]: Words) {
  if (count === 0) return undefined
  return count === 1 ? one : `${count.toLocaleString("fr-FR")} ${many}`
}

function onOne(
  parsed: Parsed<{ id: number }>,
  work: (id: number) => Promise<string | false | undefined>,
  failed: string,
) {
  return parsed.ok ? respondToClick(() => work(parsed.value.id), failed) : respondToastFailure(failed, 400)
}

function ban(values: FieldValues, parsed: Parsed<{ value: string }>, back: string) {
  if (!parsed.ok) return respondInvalid(parsed)
  const { value } = parsed.value
  return orElse(
    async () =>
      (await addBan(value.includes("@") ? "email" : "word", value))
        ? redirectWithToast(back, {
            kind: "success",
            title: value.includes("@") ? "Adresse bloquée" : "Mot bloqué",
          })
        : respondFailure(values, "La liste des blocages est pleine : levez-en un d’abord.", 409),
    () => respondFailure(values, "Impossible d’enregistrer le blocage"),
  )
}

function reply(values: FieldValues, parsed: Parsed<{ id: number; content: string }>, back: string) {
  if (!parsed.ok) return respondInvalid(parsed)
  const { id, content } = parsed.value
  return orElse(
    async () => {
      const replied = await replyAsPodcast(id, content)
      if (replied.outcome === "missing")
        return respondFailure(values, `${CANNOT_REPLY} : ce commentaire n’est plus là.`, 404)
      if (replied.outcome === "hidden")
        return respondFailure(
          values,
          `${CANNOT_REPLY} : ce commentaire est masqué. Affichez-le d’abord.`,
          409,
        )
      const title = replied.approved ? "Réponse publiée, commentaire approuvé" : "Réponse publiée"
      return redirectWithToast(back, { kind: "success", title })
    },
    () => respondFailure(values, CANNOT_REPLY),
  )
}

function editReply(
  values: FieldValues,
  parsed: Parsed<{ id: number; content: string; was: string }>,
  back: string,
) {
  if (!parsed.ok) return respondInvalid(parsed)
  const { id, ...change } = parsed.value
  return orElse(
    async () => {
      const edited = await editPodcastReply(id, change)
      if (edited.outcome === "missing")
        return respondFailure(values, `${CANNOT_EDIT} : elle n’est plus là.`, 404)
      if (edited.outcome === "same")
        return respondFailure(values, `${CANNOT_EDIT} : le podcast a déjà répondu la même chose ici.`, 409)
      if (edited.outcome === "stale")
        return respondFailure({ ...values, was: edited.content }, `${CHANGED} « ${edited.content} »`, 409)
      return redirectWithToast(back, { kind: "success", title: "Réponse modifiée" })
    },
    () => respondFailure(values, CANNOT_EDIT),
  )
}

const CANNOT_EDIT = "Impossible de modifier la réponse"
const CHANGED =
  "Quelqu’un d’autre l’a modifiée entre-temps. Votre saisie est intacte : enregistrez à nouveau pour la garder. Actuellement :"
