import { data, Form, Link, useNavigation } from "react-router"
import { answerFailure, type FormAnswer, orElse } from "#app/http/responses.server.ts"
import { readForm } from "#app/http/forms.server.ts"
import { keepForm } from "#app/form/keep-form.ts"
import { redirectWithToast } from "#app/http/toast.server.ts"
import { FormFailure, PaperField, PaperSubmit } from "#app/form/paper-form.tsx"
import { pageMeta } from "#app/ui/page-meta.ts"
import type { Route } from "./+types/reset-password.route"
import { PaperSheet } from "#app/ui/paper-sheet.tsx"
import { newPasswordSchema } from "./auth.schema.ts"
import { resetPassword } from "./auth.server.ts"
import { deviceHeader } from "./device.server.ts"

export async function action({ request, url }: Route.ActionArgs) {
  const parsed = (await readForm(request)).parse(newPasswordSchema)
  // Typed passwords are never sent back.
  const refuse = (errors: FormAnswer["errors"], title: string, description: string) =>
    data<FormAnswer>({ values: {}, errors, message: { title, description } }, 400)
  if (!parsed.ok) {
    return refuse(parsed.errors, "Erreur de validation", Object.values(parsed.errors)[0] ?? "")
  }
  return orElse(
    async () => {
      const owner = await resetPassword(url.searchParams.get("token") ?? "", parsed.value.password)
      if (!owner) {
        return refuse(
          {},
          "Lien expiré",
          "Ce lien a déjà servi ou n’est plus valable. Demandez-en un nouveau.",
        )
      }
      return redirectWithToast(
        "/auth",
        CHANGED,
        new Headers({ "Set-Cookie": await deviceHeader(owner.email) }),
      )
    },
    () =>
      answerFailure({}, "Impossible de changer le mot de passe pour l’instant. Réessayez dans un instant."),
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
  const { errors = {}, message } = actionData ?? {}
  return (
    <PaperSheet title="Nouveau mot de passe">
      <Form method="post" noValidate className="mt-6 grid gap-5">
        <FormFailure failure={message} />
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

const CHANGED = {
  kind: "success",
  title: "Mot de passe modifié",
  description: "Connectez-vous avec votre nouveau mot de passe.",
} as const
