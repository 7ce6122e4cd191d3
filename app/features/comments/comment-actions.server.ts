import { data } from "react-router"
import { answerFailure, answerInvalid, answerToastFailure, orElse } from "#app/http/responses.server.ts"
import { findAsked } from "#app/http/questions.server.ts"
import type { FieldValues, Parsed } from "#app/http/forms.server.ts"
import { parseId } from "#app/lib/numbers.ts"
import { redirectWithToast, toastHeaders } from "#app/http/toast.server.ts"
import { options } from "#site"
import type { Viewer } from "../auth/viewer.server.ts"
import { checkVisitorForm } from "../limits/visitor-form.server.ts"
import { can } from "../auth/permissions.schema.ts"
import { CANNOT_DELETE, CANNOT_POST } from "./comments.copy.ts"
import type { NewComment } from "./comments.schema.ts"
import { deletionInPlace } from "./comment-questions.ts"
import { COMMENT_LIMITS, postComment } from "./comments.server.ts"
import { deleteComments, findComments } from "./moderation.server.ts"

/** Posts the comment that a form holds. @param back where the page then goes */
export function addComment(
  values: FieldValues,
  parsed: Parsed<NewComment>,
  { episodeId, address, back }: { episodeId: number; address: string; back: string },
) {
  return orElse(
    async () => {
      const checked = await checkVisitorForm(values, parsed, {
        invalidTitle: "Validation échouée",
        failure: CANNOT_POST,
        limits: COMMENT_LIMITS,
        address,
      })
      if (!checked.ok) return checked.answer
      const posted = await postComment(episodeId, checked.value)
      if (posted.outcome === "missing")
        return answerFailure(values, `${CANNOT_POST} : épisode non trouvé`, 404)
      if (posted.outcome === "blocked") return answerBlocked(values, posted.word)
      const subscribed = options.newsletterConsent === "automatic" || checked.value.newsletter
      const isPending = posted.outcome === "pending"
      const description = [
        ...(isPending ? ["Il paraîtra une fois relu par l’équipe."] : []),
        ...(subscribed ? ["Vous êtes maintenant inscrit à notre newsletter."] : []),
      ].join(" ")
      const title = isPending ? "Commentaire envoyé !" : "Commentaire posté !"
      return redirectWithToast(back, { kind: "success", title, description: description || undefined })
    },
    () => answerFailure(values, CANNOT_POST),
  )
}

function answerBlocked(values: FieldValues, word: string | undefined) {
  if (word === undefined)
    return answerFailure(values, `${CANNOT_POST} : cette adresse ne peut plus commenter.`, 403)
  const errors = { content: `« ${word} » n’est pas accepté ici. Reformulez, puis publiez à nouveau.` }
  return answerInvalid({ values, errors })
}

/** The question that an episode's address asks for, for those who may delete; to others it asks nothing. */
export function findQuestion(viewer: Viewer | null, url: URL) {
  if (!can(viewer, "moderation")) return null
  return findAsked(
    url,
    {
      "delete-comment": async (parameters) => {
        const [comment] = await findComments([parseId(parameters.get("id") ?? "") ?? 0])
        return comment && deletionInPlace(comment)
      },
    },
    "Commentaire non trouvé",
  )
}

/** Deletes one comment, for those who may. */
export function deleteComment(parsed: Parsed<{ id: number }>, viewer: Viewer | null) {
  if (!can(viewer, "moderation")) return answerToastFailure(`${CANNOT_DELETE} : accès refusé`, 403)
  if (!parsed.ok) return answerToastFailure(CANNOT_DELETE, 404)
  const { id } = parsed.value
  return orElse(
    async () =>
      (await deleteComments([id])) > 0
        ? data(
            { deletedId: id },
            { headers: await toastHeaders({ kind: "success", title: "Commentaire supprimé" }) },
          )
        : answerToastFailure(CANNOT_DELETE, 404),
    () => answerToastFailure(CANNOT_DELETE, 500),
  )
}
