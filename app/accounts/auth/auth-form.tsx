import { Link } from "react-router"
import type { BoundField } from "#app/kit/form/fields-of.ts"
import { PublicField, PublicForm, PublicSubmit } from "#app/kit/form/public-form.tsx"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { PASSWORD_RULES } from "./auth.copy.ts"

type Props = {
  response: FormResponse | undefined
  submitLabel: string
  /** Another way on, below. */
  elsewhere?: { to: string; label: string }
  children: React.ReactNode
}

/** What the sheets of the sign-in ask for. */
export function AuthForm({ response, submitLabel, elsewhere, children }: Props) {
  return (
    <PublicForm response={response} className="mt-6 grid gap-5">
      {children}
      <PublicSubmit>{submitLabel}</PublicSubmit>
      {elsewhere && (
        <Link to={elsewhere.to} className="inline-flex min-h-11 items-center justify-center underline">
          {elsewhere.label}
        </Link>
      )}
    </PublicForm>
  )
}

type EmailProps = {
  field: (name: "email") => BoundField
  /** The browser may offer passkeys here, too. */
  takesPasskeys?: boolean
}

export function EmailField({ field, takesPasskeys = false }: EmailProps) {
  const autoComplete = takesPasskeys ? "username webauthn" : "username"
  return <PublicField label="Email" {...field("email")} type="email" autoComplete={autoComplete} />
}

type NewPasswordProps = {
  label: string
  secret: (name: "password" | "confirmation") => Omit<BoundField, "defaultValue">
}

/** A password to choose, typed twice. */
export function NewPasswordFields({ label, secret }: NewPasswordProps) {
  return (
    <>
      <PublicField
        label={label}
        {...secret("password")}
        type="password"
        autoComplete="new-password"
        hint={PASSWORD_RULES}
      />
      <PublicField
        label="Confirmer le mot de passe"
        {...secret("confirmation")}
        type="password"
        autoComplete="new-password"
      />
    </>
  )
}
