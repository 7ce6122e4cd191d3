import { data, Form, Link, useNavigation } from "react-router"
import { answerHeaders } from "#app/lib/answer-headers.ts"
import { clientAddressContext } from "#app/lib/client-address.server.ts"
import { readForm } from "#app/lib/forms.server.ts"
import { FormFailure, PaperField, PaperSubmit } from "#app/ui/paper-form.tsx"
import { pageMeta } from "../site/page-meta.ts"
import type { Route } from "./+types/forgot-password.route"
import { countPasswordReset } from "./attempts.server.ts"
import { waitingText } from "../limits/limits.server.ts"
import { PaperSheet } from "#app/ui/paper-sheet.tsx"
import { forgottenPasswordSchema } from "./auth.schema.ts"
import { requestPasswordReset } from "./auth.server.ts"

export { answerHeaders as headers }

export async function action({ context, request }: Route.ActionArgs) {
  const parsed = (await readForm(request)).parse(forgottenPasswordSchema)
  if (!parsed.ok) {
    const failure = { title: "Erreur de validation", description: parsed.errors.email }
    return data({ isSent: false, failure, error: parsed.errors.email, email: parsed.values.email ?? "" }, 400)
  }
  const { email } = parsed.value
  const wait = await countPasswordReset(context.get(clientAddressContext))
  if (wait > 0) {
    const failure = { title: "Erreur", description: waitingText(wait) }
    const headers = { "Retry-After": String(wait) }
    return data({ isSent: false, failure, error: undefined, email }, { status: 429, headers })
  }
  await requestPasswordReset(email)
  return data({ isSent: true, failure: undefined, error: undefined, email })
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Mot de passe oublié",
    description: "Recevoir un lien pour choisir un nouveau mot de passe.",
    path: "/auth/forgot-password",
    noIndex: true,
  })
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const isSending = useNavigation().formMethod === "POST"
  if (actionData?.isSent) {
    return (
      <PaperSheet title="Regardez vos e-mails">
        <p role="status" className="mt-6 text-lg break-words">
          Si un compte existe pour {actionData.email}, un lien y a été envoyé. Il ne sert qu’une fois et reste
          valable une heure.
        </p>
        <p className="mt-4 text-paper-ink">Rien reçu ? Regardez dans les indésirables, puis réessayez.</p>
        <Link to="/auth" className="button button-ink mt-8">
          Retour à la connexion
        </Link>
      </PaperSheet>
    )
  }
  return (
    <PaperSheet title="Mot de passe oublié">
      <p className="mt-4 text-lg">
        Donnez l’adresse de votre compte : vous y recevrez un lien pour choisir un nouveau mot de passe.
      </p>
      <Form method="post" noValidate className="mt-6 grid gap-5">
        <FormFailure failure={actionData?.failure} />
        <PaperField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={actionData?.email}
          error={actionData?.error}
        />
        <PaperSubmit isSending={isSending}>Recevoir le lien</PaperSubmit>
        <Link to="/auth" className="inline-flex min-h-11 items-center justify-center underline">
          Retour à la connexion
        </Link>
      </Form>
    </PaperSheet>
  )
}
