import { Honeypot } from "#app/base/limits/honeypot.tsx"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { PublicField, PublicForm, PublicSubmit } from "#app/kit/form/public-form.tsx"
import type { subscribeSchema } from "./subscribe.schema.ts"

type Props = {
  response: FormResponse | { sentTo: string } | undefined
  fetcher?: React.ComponentProps<typeof PublicForm>["fetcher"]
}

/** The subscription form, and what it becomes once it was sent. */
export function SubscribeFields({ response, fetcher }: Props) {
  if (response && "sentTo" in response) {
    return (
      <div role="status">
        <p className="text-lg font-bold break-words">
          Regardez vos e-mails : un lien de confirmation vient de partir vers {response.sentTo}.
        </p>
        <p className="mt-2">Rien reçu ? Regardez dans les indésirables, puis réessayez.</p>
      </div>
    )
  }
  return (
    <PublicForm
      response={response}
      fetcher={fetcher}
      action="/newsletter"
      preventScrollReset
      className="relative grid gap-4"
    >
      <Honeypot />
      <PublicField
        label="Votre adresse e-mail"
        {...fieldsOf<typeof subscribeSchema>(response).field("email")}
        type="email"
        autoComplete="email"
      />
      <PublicSubmit>S’inscrire</PublicSubmit>
    </PublicForm>
  )
}
