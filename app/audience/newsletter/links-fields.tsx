import { Honeypot } from "#app/base/limits/honeypot.tsx"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { PublicField, PublicForm, PublicSubmit } from "#app/kit/form/public-form.tsx"
import type { subscribeSchema } from "./subscribe.schema.ts"

/** Asks for one's own links by mail, and what the form becomes once it was sent. */
export function LinksFields({ response }: { response: FormResponse | { askedFor: string } | undefined }) {
  if (response && "askedFor" in response) {
    return (
      <div role="status">
        <p className="text-lg font-bold break-words">
          Si {response.askedFor} est inscrite à la newsletter, ses liens viennent de partir vers elle.
        </p>
        <p className="mt-2">
          Rien reçu ? Regardez dans les indésirables, ou essayez une autre adresse : la nôtre ne répond qu’à
          celles de la liste.
        </p>
      </div>
    )
  }
  return (
    <PublicForm response={response} action="/newsletter/links" className="relative grid gap-4">
      <Honeypot />
      <PublicField
        label="L’adresse qui reçoit la newsletter"
        {...fieldsOf<typeof subscribeSchema>(response).field("email")}
        type="email"
        autoComplete="email"
      />
      <PublicSubmit>Recevoir mes liens</PublicSubmit>
    </PublicForm>
  )
}
