import type { FormResponse } from "#app/http/responses.server.ts"
import { fieldsOf } from "#app/form/fields-of.ts"
import { PosterArea } from "#app/form/poster-form.tsx"
import { VisitorForm } from "../limits/visitor-form.tsx"
import { usePodcast } from "../settings/use-podcast.ts"
import { CONSENT } from "../newsletter/newsletter.copy.ts"
import type { commentSchema } from "./comments.schema.ts"

/** Posts a comment. */
export function CommentForm({ response }: { response: FormResponse | undefined }) {
  const { asksConsent } = usePodcast()
  const { field, tick } = fieldsOf<typeof commentSchema>(response)
  const { name, defaultChecked } = tick("newsletter")
  return (
    <VisitorForm
      intent="comment"
      response={response}
      field={field}
      heading={
        <h3 id="commenter" className="poster text-2xl sm:col-span-2">
          Laisser un commentaire
        </h3>
      }
      emailHint="Votre adresse ne sera jamais affichée."
      submitLabel="Publier"
      className="sm:p-8"
    >
      <PosterArea label="Commentaire" {...field("content")} rows={5} className="sm:col-span-2" />
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
