import { Link } from "react-router"
import type { Asking } from "#app/kit/form/asking.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { PASSWORD_RULES } from "../auth/auth.copy.ts"
import type { changePasswordSchema } from "../auth/auth.schema.ts"
import type { settingsIntents } from "./settings.schema.ts"

type Props = {
  /** Who joined with a passkey has none. */
  hasPassword: boolean
  response: FormResponse | undefined
}

export function PasswordForm({ hasPassword, response }: Props) {
  const { secret } = fieldsOf<typeof changePasswordSchema>(response)
  if (!hasPassword) {
    return (
      <Panel id="mot-de-passe" title="Mot de passe">
        <p className="max-w-[75ch]">
          Votre compte n’a pas de mot de passe : vous entrez par votre clé d’accès.{" "}
          <Link to="/auth/forgot-password" className="underline">
            Recevoir un lien pour en choisir un
          </Link>
        </p>
      </Panel>
    )
  }
  return (
    <Panel id="mot-de-passe" title="Mot de passe">
      <EditForm response={response} aria-label="Mot de passe">
        <HiddenFields fields={{ intent: "password" } satisfies Asking<typeof settingsIntents>} />
        <div className="grid gap-5 xl:grid-cols-3">
          <TextField
            label="Mot de passe actuel"
            {...secret("current")}
            type="password"
            required
            autoComplete="current-password"
          />
          <TextField
            label="Nouveau mot de passe"
            {...secret("password")}
            type="password"
            required
            autoComplete="new-password"
            hint={PASSWORD_RULES}
          />
          <TextField
            label="Confirmer le mot de passe"
            {...secret("confirmation")}
            type="password"
            required
            autoComplete="new-password"
          />
        </div>
        <div>
          <SubmitButton pendingText="Enregistrement...">Changer le mot de passe</SubmitButton>
        </div>
      </EditForm>
    </Panel>
  )
}
