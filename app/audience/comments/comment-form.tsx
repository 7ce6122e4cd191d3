import { VisitorForm } from "#app/base/limits/visitor-form.tsx"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { PublicTextArea } from "#app/kit/form/public-form.tsx"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import { CONSENT } from "../newsletter/newsletter.copy.ts"
import { commentAnchor, FORM } from "./comment-addresses.ts"
import type { ReplyTo } from "./comment-entry.tsx"
import { PARENT_GONE } from "./comments.copy.ts"
import type { commentSchema } from "./comments.schema.ts"

type Props = {
  response: FormResponse | undefined
  /** What is replied to, if anything. */
  replyTo: ReplyTo | null
  /** What was to be replied to is not there. */
  isParentGone: boolean
  path: string
  onCancelReply: () => void
}

/** Posts a comment, or a reply to one. */
export function CommentForm({ response, replyTo, isParentGone, path, onCancelReply }: Props) {
  const { asksConsent } = usePodcast()
  const { field, tick } = fieldsOf<typeof commentSchema>(response)
  const { name, defaultChecked } = tick("newsletter")
  return (
    <VisitorForm
      intent="comment"
      response={response}
      field={field}
      heading={
        <h3 id={FORM} className="poster scroll-mt-28 text-2xl break-words sm:col-span-2">
          {replyTo ? `Répondre à ${replyTo.authorName}` : "Laisser un commentaire"}
        </h3>
      }
      intro={
        <>
          {replyTo && (
            <div className="sm:col-span-2">
              <input type="hidden" name={field("parent").name} value={replyTo.id} />
              <blockquote className="line-clamp-3 border-l-4 border-blood-dark pl-4 wrap-anywhere text-paper-ink">
                {replyTo.content}
              </blockquote>
              <PageLink
                to={`${path}#${commentAnchor(replyTo.id)}`}
                onClick={(event) => {
                  event.preventDefault()
                  onCancelReply()
                }}
                className="inline-flex min-h-11 items-center underline"
              >
                Ne plus répondre
              </PageLink>
            </div>
          )}
          {isParentGone && !response?.message && (
            <p className="border-l-8 border-blood-dark bg-paper-shade px-4 py-3 sm:col-span-2">
              {PARENT_GONE}
            </p>
          )}
        </>
      }
      emailHint="Votre adresse ne sera jamais affichée."
      submitLabel="Publier"
      className="sm:p-8"
    >
      <PublicTextArea label="Commentaire" {...field("content")} rows={5} className="sm:col-span-2" />
      <div className="sm:col-span-2">
        {asksConsent ? (
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <input type="checkbox" name={name} defaultChecked={defaultChecked} className="tick" />
            {CONSENT.checkbox}
          </label>
        ) : (
          <p className="text-sm text-paper-ink">{CONSENT.comment}</p>
        )}
      </div>
    </VisitorForm>
  )
}
