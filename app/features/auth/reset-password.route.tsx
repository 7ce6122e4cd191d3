import { data, Form, Link, useNavigation } from "react-router"
import { type FieldErrors, readForm } from "#app/lib/forms.server.ts"
import { redirectWithToast } from "#app/lib/toast.server.ts"
import { FormFailure, PaperField, PaperSubmit } from "#app/ui/paper-form.tsx"
import { pageMeta } from "../site/page-meta.ts"
import type { Route } from "./+types/reset-password.route"
import { PaperSheet } from "#app/ui/paper-sheet.tsx"
import { newPasswordSchema } from "./auth.schema.ts"
import { resetPassword } from "./auth.server.ts"
import { deviceHeader } from "./device.server.ts"

export async function action({ request, url }: Route.ActionArgs) {
  const parsed = (await readForm(request)).parse(newPasswordSchema)
  if (!parsed.ok) {
    const [description] = Object.values(parsed.errors)
    return data({ failure: { title: "Erreur de validation", description }, errors: parsed.errors }, 400)
  }
  const owner = await resetPassword(url.searchParams.get("token") ?? "", parsed.value.password)
  if (!owner) {
    const description = "Ce lien a déjà servi ou n’est plus valable. Demandez-en un nouveau."
    return data({ failure: { title: "Lien expiré", description }, errors: NO_ERRORS }, 400)
  }
  const toast = {
    kind: "success",
    title: "Mot de passe modifié",
    description: "Connectez-vous avec votre nouveau mot de passe.",
  } as const
  return redirectWithToast("/auth", toast, new Headers({ "Set-Cookie": await deviceHeader(owner.email) }))
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Nouveau mot de passe",
    description: "Choisir un nouveau mot de passe.",
    path: "/auth/reset-password",
    noIndex: true,
  })
}

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const { failure, errors = NO_ERRORS } = actionData ?? {}
  return (
    <PaperSheet title="Nouveau mot de passe">
      <Form method="post" noValidate className="mt-6 grid gap-5">
        <FormFailure failure={failure} />
        <PaperField
          label="Nouveau mot de passe"
          name="password"
          type="password"
          autoComplete="new-password"
          hint="8 caractères au moins, dont une majuscule, une minuscule et un chiffre"
          error={errors.password}
        />
        <PaperField
          label="Confirmer le mot de passe"
          name="confirmation"
          type="password"
          autoComplete="new-password"
          error={errors.confirmation}
        />
        <PaperSubmit isSending={useNavigation().formMethod === "POST"}>Enregistrer</PaperSubmit>
        <Link
          to="/auth/forgot-password"
          className="inline-flex min-h-11 items-center justify-center underline"
        >
          Demander un nouveau lien
        </Link>
      </Form>
    </PaperSheet>
  )
}

const NO_ERRORS: FieldErrors = {}
