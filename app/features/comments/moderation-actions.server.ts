import { listAddress, parseListView } from "#app/content/list-view.ts"
import { doToChosen, together } from "#app/content/lists/deeds.server.ts"
import {
  respondToClick,
  respondFailure,
  respondInvalid,
  respondToastFailure,
  orElse,
} from "#app/http/responses.server.ts"
import type { FieldValues, Parsed, SentForm } from "#app/http/forms.server.ts"
import { parseIntent } from "#app/http/intents.server.ts"
import { redirectWithToast } from "#app/http/toast.server.ts"
import { addBan, removeBan } from "./bans.server.ts"
import { CANNOT_DELETE } from "./comments.copy.ts"
import { moderationIntents } from "./moderation.schema.ts"
import { COMMENTS } from "./moderation-list.ts"
import {
  banAuthor,
  commentRows,
  deleteComments,
  deleteCommentsOfAuthor,
  setCommentsStatus,
} from "./moderation.server.ts"

const CANNOT_BAN = "Impossible de bloquer cet auteur"

/** Does what a form of the moderators' page asks for. */
export function moderate(form: SentForm, url: URL) {
  const asked = parseIntent(form, moderationIntents)
  switch (asked.intent) {
    case "delete":
    case "hide":
    case "show":
      return doToChosen(form, url, COMMENTS, commentRows, {
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
      return ban(form.values, asked, listAddress(COMMENTS.path, parseListView(url.searchParams, COMMENTS)))
  }
}

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
