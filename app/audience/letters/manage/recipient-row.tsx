import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import type { RecipientState } from "#app/kit/lib/letters.ts"
import { askToResend } from "./letter-page.copy.ts"
import { fields } from "./letter-page.schema.ts"
import { NOT_SENT, RECIPIENT_LABELS } from "./recipient-list.ts"

export type Recipient = {
  id: number
  email: string | null
  name: string | null
  state: RecipientState
  /** The letter was stopped before it was their turn. */
  isOver: boolean
  /** Nobody has said yet what becomes of it. */
  isAsked: boolean
  when: string
  retryAt: string
  why: string
  cameBack: { why: string; at: string } | null
}

type Props = { recipient: Recipient; isStopped: boolean }

/** One recipient of a letter, and what came of it. */
export function RecipientRow({ recipient, isStopped }: Props) {
  const { id, email, name, state, isOver, isAsked, when, retryAt, why, cameBack } = recipient
  const who = email ?? "Abonné effacé"
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-t border-rule py-3">
      <div className="min-w-0 flex-[1_1_16rem]">
        {name && <p className="font-semibold break-words">{name}</p>}
        <p className="text-sm break-all text-paper-ink">{who}</p>
        {why && <p className="text-sm">{why}</p>}
        {retryAt && <p className="text-sm text-paper-ink">Nouvel essai le {retryAt}</p>}
        {cameBack && (
          <p className="text-sm">
            Revenu le {cameBack.at}. {cameBack.why}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-sm text-paper-ink">
          <Badge variant={state === "sent" ? "default" : state === "refused" ? "secondary" : "outline"}>
            {isOver ? NOT_SENT : RECIPIENT_LABELS[state]}
          </Badge>{" "}
          {when}
        </p>
        {isAsked && (
          <div className="row-actions w-auto">
            {!isStopped && (
              <ConfirmButton label="Envoyer à nouveau" icon="send" subject={who} {...askToResend(1, id)} />
            )}
            <ActionButton
              label="Laisser ainsi"
              subject={who}
              fields={fields("settle", { how: "leave", recipient: String(id) })}
            />
          </div>
        )}
      </div>
    </li>
  )
}
