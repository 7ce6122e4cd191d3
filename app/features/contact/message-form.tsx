import { Form, useNavigation } from "react-router"
import type { FormAnswer } from "#app/http/responses.server.ts"
import { FormFailure, PaperArea, PaperField, PaperSubmit } from "#app/form/paper-form.tsx"
import { useClearedForm } from "#app/form/use-cleared-form.ts"
import { HumanCheck } from "../limits/honeypot.tsx"

const INTENT = "message"

/** Writes to the hosts; refused, it keeps what was typed. */
export function MessageForm({ answer }: { answer: FormAnswer | undefined }) {
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
      aria-labelledby="ecrire"
      className="sheet on-paper relative mt-10 grid gap-5 overflow-hidden p-5 sm:grid-cols-2 sm:p-10"
    >
      <h2 id="ecrire" className="poster text-poster-sm sm:col-span-2">
        Nous écrire
      </h2>
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
        defaultValue={values?.email}
        error={errors.email}
      />
      <div className="sm:col-span-2">
        <PaperField label="Sujet" name="subject" defaultValue={values?.subject} error={errors.subject} />
      </div>
      <div className="sm:col-span-2">
        <PaperArea
          label="Message"
          name="message"
          rows={8}
          defaultValue={values?.message}
          error={errors.message}
        />
      </div>
      <div className="sm:col-span-2 sm:max-w-xs">
        <PaperSubmit isSending={isSending}>Envoyer le message</PaperSubmit>
      </div>
    </Form>
  )
}
