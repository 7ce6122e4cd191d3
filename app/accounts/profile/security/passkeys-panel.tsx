import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { NewPasskeyForm } from "./new-passkey-form.tsx"
import { passkeyRemoval } from "./questions.ts"
import { RenamePasskeyButton } from "./rename-passkey-button.tsx"
import type { SecurityResponse } from "./security-actions.server.ts"

type Passkey = { id: string; name: string; addedOn: string; usedOn: string | null }
type Props = {
  passkeys: Passkey[]
  /** How many there may be. */
  max: number
  isOnly: boolean
  browser: string
  response: SecurityResponse | undefined
}

export function PasskeysPanel({ passkeys, max, isOnly, browser, response }: Props) {
  return (
    <Panel title="Clés d’accès">
      <p className="max-w-[70ch]">
        Une clé d’accès (passkey) vous connecte sans mot de passe, par l’empreinte, le visage ou le code de
        votre appareil, ou par une clé de sécurité. Ajoutez-en une par appareil.
      </p>
      {passkeys.length > 0 && (
        <ul className="mt-3 divide-y divide-rule">
          {passkeys.map((passkey) => (
            <li
              key={passkey.id}
              className="flex min-h-17 flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
            >
              <div className="min-w-0">
                <p className="font-semibold break-words">{passkey.name}</p>
                <p className="text-sm text-paper-ink">
                  Ajoutée le {passkey.addedOn} ·{" "}
                  {passkey.usedOn ? `utilisée le ${passkey.usedOn}` : "pas encore utilisée"}
                </p>
              </div>
              <div className="row-actions">
                <RenamePasskeyButton passkey={passkey} response={response} />
                <ConfirmButton
                  label="Retirer"
                  icon="trash"
                  subject={passkey.name}
                  {...passkeyRemoval(passkey, isOnly)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      {passkeys.length < max ? (
        <NewPasskeyForm key={passkeys.length} proposedName={browser} />
      ) : (
        <p className="mt-4">
          Vous avez {max} clés d’accès, le plus possible : retirez-en une pour en ajouter.
        </p>
      )}
    </Panel>
  )
}
