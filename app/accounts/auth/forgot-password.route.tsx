import { Link } from "react-router"
import { waitingText } from "#app/base/limits/rate-limits.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import { respondFailure, respondFirstError, orElse } from "#app/kit/http/responses.server.ts"
import { clientAddressContext } from "#app/kit/http/client-address.server.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import type { Route } from "./+types/forgot-password.route"
import { countPasswordReset } from "./attempts.server.ts"
import { PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import { AuthForm, EmailField } from "./auth-form.tsx"
import { forgottenPasswordSchema } from "./auth.schema.ts"
import { requestPasswordReset } from "./auth.server.ts"

export { responseHeaders as headers }

export async function action({ context, request }: Route.ActionArgs) {
  const parsed = (await readForm(request)).parse(forgottenPasswordSchema)
  if (!parsed.ok) return respondFirstError(parsed)
  const { email } = parsed.value
  return orElse(
    async () => {
      const wait = await countPasswordReset(context.get(clientAddressContext))
      if (wait > 0) {
        return respondFailure({ email }, waitingText(wait), 429, { "Retry-After": String(wait) })
      }
      await requestPasswordReset(email)
      return { sentTo: email }
    },
    () =>
      respondFailure({ email }, "Impossible d’envoyer le lien pour l’instant. Réessayez dans un instant."),
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args)

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Mot de passe oublié",
    description: "Recevoir un lien pour choisir un nouveau mot de passe.",
    path: "/auth/forgot-password",
    noIndex: true,
  })
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  if (actionData && "sentTo" in actionData) {
    return (
      <PaperSheet title="Regardez vos e-mails">
        <p role="status" className="mt-6 text-lg break-words">
          Si un compte existe pour {actionData.sentTo}, un lien y a été envoyé. Il ne sert qu’une fois et
          reste valable une heure.
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
      <AuthForm response={actionData} submitLabel="Recevoir le lien" elsewhere={BACK}>
        <EmailField field={fieldsOf<typeof forgottenPasswordSchema>(actionData).field} />
      </AuthForm>
    </PaperSheet>
  )
}

const BACK = { to: "/auth", label: "Retour à la connexion" }
