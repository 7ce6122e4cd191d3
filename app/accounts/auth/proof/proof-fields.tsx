import { useState } from "react"
import { FieldHelp } from "#app/kit/form/field-help.tsx"
import { TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { useKnowsPasskeys } from "../use-passkeys.ts"
import { proveByPasskey } from "./proof-client.ts"
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

/** Proves who it is by a passkey, in browsers that know them. */
function PasskeyButton({ onProved }: { onProved: () => void }) {
  const isKnown = useKnowsPasskeys(false)
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function prove() {
    if (isAsking) return
    setIsAsking(true)
    const found = await proveByPasskey()
    setIsAsking(false)
    setProblem(found)
    if (!found) onProved()
  }

  if (!isKnown) return null
  return (
    <div>
      <button type="button" onClick={() => void prove()} aria-disabled={isAsking} className="office-button">
        Utiliser une clé d’accès
      </button>
      {problem && (
        <p role="alert" className="mt-1 text-sm font-semibold text-blood-dark">
          {problem}
        </p>
      )}
    </div>
  )
}
