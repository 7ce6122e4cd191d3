import { useId } from "react"
import { TextField } from "#app/form/field.tsx"
import { fieldsOf } from "#app/form/fields-of.ts"
import { PasskeyButton } from "./passkey-button.tsx"
import { PROOF } from "./proof.copy.ts"
import type { Means } from "./proof.server.ts"

type Props = {
  means: Means
  /** What is wrong with the password. */
  error?: string
  /** Called when a passkey was enough. */
  onProved: () => void
  isWaiting?: boolean
  /** What leads back. */
  cancel: React.ReactNode
}

const { secret } = fieldsOf<{ [PROOF]: string }>(null)

/** Asks for the account's password, or a passkey of it. */
export function ProofFields({ means, error, onProved, isWaiting = false, cancel }: Props) {
  const { email, hasPassword, hasPasskey } = means
  const id = useId()
  return (
    <>
      <div>
        <label htmlFor={id} className="text-paper-ink">
          Votre compte
        </label>
        {/* A field, so that password managers know whose password it is. */}
        <input
          id={id}
          type="email"
          value={email}
          readOnly
          autoComplete="username"
          className="block w-full bg-transparent font-semibold text-ellipsis"
        />
      </div>
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
      {hasPasskey && <PasskeyButton onProved={onProved} />}
      {!hasPassword && (
        <noscript>
          <p>Ce compte n’a pas de mot de passe&nbsp;: ses clés d’accès demandent JavaScript.</p>
        </noscript>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {cancel}
        {hasPassword && (
          <button type="submit" aria-disabled={isWaiting} className="office-button office-button-main">
            {isWaiting ? "Vérification..." : "Continuer"}
          </button>
        )}
      </div>
    </>
  )
}
