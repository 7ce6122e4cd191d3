import { FieldHelp } from "#app/kit/form/field-help.tsx"
import { TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { PasskeyButton } from "../passkey-button.tsx"
import { reauthenticationByPasskey } from "./reauthentication-client.ts"
import { REAUTHENTICATION_FIELD } from "./reauthentication.copy.ts"
import type { Means } from "./reauthentication.server.ts"

type Props = {
  means: Means
  /** What is wrong with the password. */
  error?: string
  /** Called when a passkey was enough. */
  onReauthenticated: () => void
  isWaiting?: boolean
  /** What leads back. */
  cancel: React.ReactNode
}

const { secret } = fieldsOf<{ [REAUTHENTICATION_FIELD]: string }>(null)

/** Asks for the account's password, or a passkey of it. */
export function ReauthenticationFields({
  means,
  error,
  onReauthenticated,
  isWaiting = false,
  cancel,
}: Props) {
  const { email, hasPassword, hasPasskey } = means
  return (
    <>
      <p>
        <span className="block text-paper-ink">Votre compte</span>
        <strong className="font-semibold break-all">{email}</strong>
      </p>
      {/* So that password managers know whose password it is. */}
      <input type="email" value={email} readOnly hidden autoComplete="username" />
      {hasPassword && (
        <TextField
          label="Mot de passe"
          {...secret(REAUTHENTICATION_FIELD)}
          error={error}
          type="password"
          required
          autoComplete="current-password"
        />
      )}
      {hasPasskey && (
        <PasskeyButton ceremony={reauthenticationByPasskey(onReauthenticated)} className="office-button">
          Utiliser une clé d’accès
        </PasskeyButton>
      )}
      {!hasPassword && (
        <noscript>
          <p>Ce compte n’a pas de mot de passe&nbsp;: ses clés d’accès demandent JavaScript.</p>
        </noscript>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        {/* Behind the field, which has the focus first. */}
        <div className="mr-auto">
          <FieldHelp label="cette question">
            Ce que vous allez faire donne ou retire un accès, ou emporte des données. Le site s’assure que
            c’est bien vous, et non quelqu’un devant un écran resté ouvert.
          </FieldHelp>
        </div>
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
