import { useId } from "react"
import { TextField } from "#app/form/field.tsx"
import { fieldsOf } from "#app/form/fields-of.ts"
import { PROOF } from "./proof.copy.ts"
import type { Means } from "./proof.server.ts"

type Props = { means: Means; error?: string; children?: React.ReactNode }

const { secret } = fieldsOf<{ [PROOF]: string }>(null)

/** Whose password is asked for, and its field. `children` come between the two. */
export function ProofFields({ means: { email, hasPassword }, error, children }: Props) {
  const id = useId()
  return (
    <>
      <p>
        <label htmlFor={id} className="text-paper-ink">
          Compte&nbsp;:
        </label>{" "}
        {/* A field, so that password managers know whose password it is. */}
        <input
          id={id}
          type="email"
          value={email}
          readOnly
          autoComplete="username"
          className="w-full max-w-sm bg-transparent font-semibold"
        />
      </p>
      {children}
      {hasPassword && (
        <TextField
          label="Mot de passe"
          {...secret(PROOF)}
          error={error}
          type="password"
          required
          autoComplete="current-password"
        />
      )}
    </>
  )
}
