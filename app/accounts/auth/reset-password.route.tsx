import { data } from "react-router"
import {
  respondFailure,
  respondFirstError,
  type FormResponse,
  orElse,
} from "#app/kit/http/responses.server.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import type { Route } from "./+types/reset-password.route"
import { PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import { AuthForm, NewPasswordFields } from "./auth-form.tsx"
import { newPasswordSchema } from "./auth.schema.ts"
import { findOwner, resetPassword } from "./auth.server.ts"
import { rememberDevice } from "./device.server.ts"
import { findWeakness } from "./weak-passwords.server.ts"

export async function action({ request, url }: Route.ActionArgs) {
  const parsed = (await readForm(request)).parse(newPasswordSchema)
  // Typed passwords are never sent back.
  if (!parsed.ok) return respondFirstError({ values: {}, errors: parsed.errors })
  return orElse(
    async () => {
      const token = url.searchParams.get("token") ?? ""
      const { password } = parsed.value
      const weakness = await findWeakness(password, (await findOwner(token))?.email ?? "")
      if (weakness) return respondFirstError({ values: {}, errors: { password: weakness } })
      const owner = await resetPassword(token, password)
      if (!owner) return data<FormResponse>({ values: {}, errors: {}, message: EXPIRED }, 400)
      const headers = new Headers()
      await rememberDevice(request, owner.email, headers)
      return redirectWithToast("/auth", CHANGED, headers)
    },
    () =>
      respondFailure({}, "Impossible de changer le mot de passe pour l’instant. Réessayez dans un instant."),
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args)

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Nouveau mot de passe",
    description: "Choisir un nouveau mot de passe.",
    path: "/auth/reset-password",
    noIndex: true,
  })
}

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const { secret } = fieldsOf<typeof newPasswordSchema>(actionData)
  return (
    <PaperSheet title="Nouveau mot de passe">
      <AuthForm response={actionData} submitLabel="Enregistrer" elsewhere={ANOTHER}>
        <NewPasswordFields label="Nouveau mot de passe" secret={secret} />
      </AuthForm>
    </PaperSheet>
  )
}

const ANOTHER = { to: "/auth/forgot-password", label: "Demander un nouveau lien" }

const EXPIRED = {
  title: "Lien expiré",
  description: "Ce lien a déjà servi ou n’est plus valable. Demandez-en un nouveau.",
}

const CHANGED = {
  kind: "success",
  title: "Mot de passe modifié",
  description: "Connectez-vous avec votre nouveau mot de passe.",
} as const
