import { data } from "react-router"
import { respondFailure, respondInvalid, respondToastFailure, orElse } from "#app/http/responses.server.ts"
import { findAsked } from "#app/http/questions.server.ts"
import type { FieldValues, Parsed } from "#app/http/forms.server.ts"
import { parseId } from "#app/lib/numbers.ts"
import { redirectWithToast, toastHeaders } from "#app/http/toast.server.ts"
import type { Viewer } from "../auth/viewer.server.ts"
import { checkVisitorForm } from "../limits/visitor-form.server.ts"
import { mayNow } from "../auth/guard.server.ts"
import { can } from "../auth/permissions.schema.ts"
import { siteSettings } from "../settings/site-settings.server.ts"
import { CANNOT_DELETE, CANNOT_POST, CLOSED } from "./comments.copy.ts"
import type { NewComment } from "./comments.schema.ts"
import { deletionInPlace } from "./comment-questions.ts"
import { commentRateLimits, postComment } from "./comments.server.ts"
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
        limits: commentRateLimits(),
        address,
      })
      if (!checked.ok) return checked.response
      const posted = await postComment(episodeId, checked.value)
      if (posted.outcome === "missing")
        return respondFailure(values, `${CANNOT_POST} : épisode non trouvé`, 404)
      if (posted.outcome === "closed") return respondFailure(values, `${CANNOT_POST}. ${CLOSED}`, 403)
      if (posted.outcome === "blocked") return respondBanned(values, posted.word)
      const subscribed = siteSettings().rules.newsletterConsent === "automatic" || checked.value.newsletter
      const isPending = posted.outcome === "pending"
      const description = [
        ...(isPending ? ["Il paraîtra une fois relu par l’équipe."] : []),
        ...(subscribed ? ["Vous êtes maintenant inscrit à notre newsletter."] : []),
      ].join(" ")
      const title = isPending ? "Commentaire envoyé !" : "Commentaire posté !"
      return redirectWithToast(back, { kind: "success", title, description: description || undefined })
    },
    () => respondFailure(values, CANNOT_POST),
  )
}

function respondBanned(values: FieldValues, word: string | undefined) {
  if (word === undefined)
    return respondFailure(values, `${CANNOT_POST} : cette adresse ne peut plus commenter.`, 403)
  const errors = { content: `« ${word} » n’est pas accepté ici. Reformulez, puis publiez à nouveau.` }
  return respondInvalid({ values, errors })
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
export async function deleteComment(parsed: Parsed<{ id: number }>, viewer: Viewer | null) {
  if (!(await mayNow(viewer, "moderation")))
    return respondToastFailure(`${CANNOT_DELETE} : accès refusé`, 403)
  if (!parsed.ok) return respondToastFailure(CANNOT_DELETE, 404)
  const { id } = parsed.value
  return orElse(
    async () =>
      (await deleteComments([id])) > 0
        ? data(
            { deletedId: id },
            { headers: await toastHeaders({ kind: "success", title: "Commentaire supprimé" }) },
          )
        : respondToastFailure(CANNOT_DELETE, 404),
    () => respondToastFailure(CANNOT_DELETE, 500),
  )
}
