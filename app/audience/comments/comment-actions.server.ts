import { data } from "react-router"
import { undoOfDeletion } from "#app/content/bin/bin.server.ts"
import { mayNow } from "#app/accounts/auth/guard.server.ts"
import { can, isStaff } from "#app/kit/lib/rights.ts"
import type { Viewer } from "#app/accounts/auth/viewer.server.ts"
import { checkVisitorForm } from "#app/base/limits/visitor-form.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import {
  type FormResponse,
  respondFailure,
  respondInvalid,
  respondToastFailure,
  orElse,
} from "#app/kit/http/responses.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import type { FieldValues, Parsed } from "#app/kit/http/forms.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { redirectWithToast, toastHeaders } from "#app/kit/http/toast.server.ts"
import {
  AFTER,
  commentAnchor,
  NEWEST,
  OLDER,
  REPLY_TO,
  THREAD,
  threadAddress,
  viewAddress,
} from "./comment-addresses.ts"
import { CANNOT_DELETE, CANNOT_POST, CLOSED, PARENT_GONE } from "./comments.copy.ts"
import type { NewComment } from "./comments.schema.ts"
import { deletionInPlace } from "./comment-questions.ts"
import { findParent, findThread, listComments } from "./comments.server.ts"
import { commentRateLimits, placeOfNewestReply, postComment } from "./post-comment.server.ts"
import { findComments } from "./moderation.server.ts"
import { deleteComments } from "./remove-comments.server.ts"

/** What an episode's address asks to see of its discussion: a page of it, or one comment of it with all of its replies. */
export async function findDiscussion(episodeId: number, { searchParams: search }: URL) {
  const thread = search.get(THREAD)
  const found = thread !== null && (await findThread(episodeId, parseId(thread) ?? 0, search.get(AFTER)))
  return found || listComments(episodeId, search.get(OLDER))
}

/** The comment that an episode's address asks to reply to; false when it is not there, null when it asks for none. */
export async function findReplyTo(episodeId: number, { searchParams: search }: URL) {
  const asked = search.get(REPLY_TO)
  if (asked === null) return null
  return (await findParent(episodeId, parseId(asked) ?? 0)) ?? (false as const)
}

/**
 * Posts the comment that a form holds.
 *
 * @param viewer who sends it, where they are signed in
 * @param url the page's, with what it shows of the discussion
 */
export function addComment(
  values: FieldValues,
  parsed: Parsed<NewComment>,
  {
    episodeId,
    address,
    url,
    viewer,
  }: { episodeId: number; address: string; url: URL; viewer: Viewer | null },
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
      const posted = await postComment(episodeId, checked.value, {
        isStaff: viewer !== null && isStaff(viewer),
      })
      if (posted.outcome === "missing")
        return respondFailure(values, `${CANNOT_POST} : épisode non trouvé`, 404)
      if (posted.outcome === "no-parent") return respondParentGone(values)
      if (posted.outcome === "closed") return respondFailure(values, `${CANNOT_POST}. ${CLOSED}`, 403)
      if (posted.outcome === "blocked") return respondBanned(values, posted.word)
      const subscribed = siteSettings().rules.newsletterConsent === "automatic" || checked.value.newsletter
      const isPending = posted.outcome === "pending"
      const description = [
        ...(isPending ? ["Il paraîtra une fois relu par l’équipe."] : []),
        ...(subscribed ? ["Vous êtes maintenant inscrit à notre newsletter."] : []),
      ].join(" ")
      const title = isPending ? "Commentaire envoyé !" : "Commentaire posté !"
      const { parent } = checked.value
      const back =
        parent === null
          ? `/episodes/${episodeId}#${NEWEST}`
          : await replyAddress(url, { episodeId, parent, id: isPending ? undefined : posted.id })
      return redirectWithToast(back, { kind: "success", title, description: description || undefined })
    },
    () => respondFailure(values, CANNOT_POST),
  )
}

/** Where a reply is read, below what it replies to; one that waits or was there already is not. */
async function replyAddress(
  url: URL,
  { episodeId, parent, id }: { episodeId: number; parent: number; id: number | undefined },
) {
  const path = `/episodes/${episodeId}`
  const view = viewAddress(path, url.searchParams)
  if (id === undefined) return `${view}#${commentAnchor(parent)}`
  const { isInList, after } = await placeOfNewestReply(parent)
  const isAlone = url.searchParams.has(THREAD)
  const page = isInList && !isAlone ? view : threadAddress(path, parent, after)
  return `${page}#${commentAnchor(id)}`
}

/** The form comes back as one for a comment of its own. */
function respondParentGone({ parent: _gone, ...values }: FieldValues) {
  const errors = { parent: PARENT_GONE }
  return data<FormResponse>(
    { values, errors, message: { title: CANNOT_POST, description: PARENT_GONE } },
    409,
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
            {
              headers: await toastHeaders({
                kind: "success",
                title: "Commentaire supprimé",
                undo: await undoOfDeletion("comment", id),
              }),
            },
          )
        : respondToastFailure(CANNOT_DELETE, 404),
    () => respondToastFailure(CANNOT_DELETE, 500),
  )
}
