import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { codesRenewal } from "./questions.ts"
import { RENEWAL } from "./use-new-codes.ts"

/** From here on it is time for new ones. */
const FEW = 3

export function RecoveryCodesPanel({ left }: { left: number }) {
  return (
    <Panel
      title="Codes de secours"
      aside={<ConfirmButton label="Renouveler" icon="refresh-cw" fetcherKey={RENEWAL} {...codesRenewal()} />}
    >
      <p>
        {left === 0 && "Il ne vous reste aucun code."}
        {left === 1 && "Il vous reste 1 code."}
        {left > 1 && `Il vous reste ${left} codes.`}
      </p>
      {left <= FEW && (
        <p role="status" className="office-alert mt-3 font-semibold">
          Renouvelez vos codes : sans eux, la perte de votre second facteur vous laisserait dehors.
        </p>
      )}
    </Panel>
  )
}
