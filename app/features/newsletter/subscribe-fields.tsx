import type { FormAnswer } from "#app/http/responses.server.ts"
import { fieldsOf } from "#app/form/fields-of.ts"
import { PosterField, PosterForm, PosterSubmit } from "#app/form/poster-form.tsx"
import { HumanCheck } from "../limits/honeypot.tsx"
import type { subscribeSchema } from "./subscribe.schema.ts"

type Props = {
  answer: FormAnswer | { sentTo: string } | undefined
  fetcher?: React.ComponentProps<typeof PosterForm>["fetcher"]
}

/** The subscription form, and what it becomes once it was sent. */
export function SubscribeFields({ answer, fetcher }: Props) {
  if (answer && "sentTo" in answer) {
    return (
      <div role="status">
        <p className="text-lg font-bold break-words">
          Regardez vos e-mails : un lien de confirmation vient de partir vers {answer.sentTo}.
        </p>
        <p className="mt-2">Rien reçu ? Regardez dans les indésirables, puis réessayez.</p>
      </div>
    )
  }
  return (
    <PosterForm
      answer={answer}
      fetcher={fetcher}
      action="/newsletter"
      preventScrollReset
      className="relative grid gap-4"
    >
      <HumanCheck />
      <PosterField
        label="Votre adresse e-mail"
        {...fieldsOf<typeof subscribeSchema>(answer).field("email")}
        type="email"
        autoComplete="email"
      />
      <PosterSubmit>S’inscrire</PosterSubmit>
    </PosterForm>
  )
}
