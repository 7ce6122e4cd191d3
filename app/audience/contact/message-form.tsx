import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { PosterArea, PosterField } from "#app/kit/form/poster-form.tsx"
import { VisitorForm } from "../../base/limits/visitor-form.tsx"
import type { messageSchema } from "./contact.schema.ts"

/** Writes to the hosts. */
export function MessageForm({ response }: { response: FormResponse | undefined }) {
  const { field } = fieldsOf<typeof messageSchema>(response)
  return (
    <VisitorForm
      intent="message"
      response={response}
      field={field}
      heading={
        <h2 id="ecrire" className="poster text-poster-sm sm:col-span-2">
          Nous écrire
        </h2>
      }
      submitLabel="Envoyer le message"
      className="mt-10 sm:p-10"
    >
      <PosterField label="Sujet" {...field("subject")} className="sm:col-span-2" />
      <PosterArea label="Message" {...field("message")} rows={8} className="sm:col-span-2" />
    </VisitorForm>
  )
}
