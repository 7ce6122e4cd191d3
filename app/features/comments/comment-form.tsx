import { Form, useNavigation } from "react-router"
import type { FormAnswer } from "#app/http/responses.server.ts"
import { FormFailure, PaperArea, PaperField, PaperSubmit } from "#app/form/paper-form.tsx"
import { useClearedForm } from "#app/form/use-cleared-form.ts"
import { options } from "#site"
import { HumanCheck } from "../limits/honeypot.tsx"
import { CONSENT } from "../newsletter/newsletter.copy.ts"

/** What the form's own submission is told apart by. */
const INTENT = "comment"

/** Posts a comment; refused, it keeps what was typed. */
export function CommentForm({ answer }: { answer: FormAnswer | undefined }) {
  const { formData, state } = useNavigation()
  const isSending = formData?.get("intent") === INTENT && state !== "idle"
  const form = useClearedForm(isSending, answer !== undefined)
  const { values, errors = {}, message } = answer ?? {}
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      preventScrollReset
      aria-labelledby="commenter"
      className="sheet on-paper relative grid gap-5 overflow-hidden p-5 sm:grid-cols-2 sm:p-8"
    >
      <h3 id="commenter" className="poster text-2xl sm:col-span-2">
        Laisser un commentaire
      </h3>
      <div className="empty:hidden sm:col-span-2">
        <FormFailure failure={message} />
      </div>
      <input type="hidden" name="intent" value={INTENT} />
      <HumanCheck />
      <PaperField
        label="Nom"
        name="name"
        autoComplete="name"
        defaultValue={values?.name}
        error={errors.name}
      />
      <PaperField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        hint="Votre adresse ne sera jamais affichée."
        defaultValue={values?.email}
        error={errors.email}
      />
      <div className="sm:col-span-2">
        <PaperArea
          label="Commentaire"
          name="content"
          rows={5}
          defaultValue={values?.content}
          error={errors.content}
        />
      </div>
      <div className="sm:col-span-2">
        {options.newsletterConsent === "automatic" ? (
          <p className="text-sm text-paper-ink">{CONSENT.comment}</p>
        ) : (
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              name="newsletter"
              defaultChecked={values?.newsletter === "on"}
              className="tick"
            />
            {CONSENT.checkbox}
          </label>
        )}
      </div>
      <div className="sm:col-span-2 sm:max-w-xs">
        <PaperSubmit isSending={isSending}>Publier</PaperSubmit>
      </div>
    </Form>
  )
}
