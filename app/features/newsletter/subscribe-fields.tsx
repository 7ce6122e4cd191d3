import { Form as PageForm, type FormProps } from "react-router"
import type { FormAnswer } from "#app/http/responses.server.ts"
import { FormFailure, PaperField, PaperSubmit } from "#app/form/paper-form.tsx"
import { HumanCheck } from "../limits/honeypot.tsx"

type Props = {
  answer: FormAnswer | { sentTo: string } | undefined
  isSending: boolean
  /** Another one than the page's own, such as a fetcher's. */
  Form?: React.ComponentType<FormProps>
}

/** The subscription form, and what it becomes once it was sent. */
export function SubscribeFields({ answer, isSending, Form = PageForm }: Props) {
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
    <Form method="post" action="/newsletter" noValidate preventScrollReset className="relative grid gap-4">
      <FormFailure failure={answer?.message} />
      <HumanCheck />
      <PaperField
        label="Votre adresse e-mail"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={answer?.values.email}
        error={answer?.errors.email}
      />
      <PaperSubmit isSending={isSending}>S’inscrire</PaperSubmit>
    </Form>
  )
}
