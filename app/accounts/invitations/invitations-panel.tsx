import { Form } from "react-router"
import { ListRow } from "#app/content/lists/list-row.tsx"
import type { Asking } from "#app/kit/form/asking.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { type Role, INVITED_LABELS } from "#app/kit/lib/roles.ts"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { Right } from "#app/kit/lib/rights.ts"
import { listRights } from "../rights-fields.tsx"
import type { invitationIntents } from "./invitations.schema.ts"
import type { InvitationState } from "./invitations.server.ts"

export type Invitation = {
  id: number
  email: string
  role: Role
  rights: Right[]
  /** Unless their account is gone. */
  invitedBy: string | undefined
  sentOn: string
  validUntil: string
  state: InvitationState
}

/** What is asked before an invitation is taken back. */
export function revocationOf({ id, email }: { id: number; email: string }): Question {
  return {
    question: `Retirer l’invitation de ${email} ?`,
    detail: "Son lien ne s’ouvrira plus. Vous pourrez inviter cette personne à nouveau.",
    confirmLabel: "Retirer",
    fields: { intent: "revoke", id: String(id) } satisfies Asking<typeof invitationIntents>,
  }
}

/** Who was invited and has not come yet. */
export function InvitationsPanel({ invitations }: { invitations: Invitation[] }) {
  return (
    <Panel id={INVITATIONS} title="Invitations" isPlain>
      <ul className="list-rows">
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Panel>
  )
}

const INVITATIONS = "invitations"

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { email, role, rights, invitedBy, sentOn, validUntil, state } = invitation
  const facts = [
    role === "moderator" ? `${INVITED_LABELS[role]} (${listRights(rights)})` : INVITED_LABELS[role],
    `envoyée le ${sentOn} par ${invitedBy ?? "un compte supprimé"}`,
    state === "open" && `valable jusqu’au ${validUntil}`,
  ]
  return (
    <ListRow
      subject={email}
      title={email}
      facts={facts.filter(Boolean).join(" · ")}
      state={state !== "open" && <span data-state="secondary">{STATES[state]}</span>}
      action={state !== "taken" && <RenewButton {...invitation} />}
      more={
        <ConfirmButton
          label="Retirer"
          icon="trash"
          subject={email}
          className="item-link"
          {...revocationOf(invitation)}
        />
      }
    />
  )
}

const STATES: Record<Exclude<InvitationState, "open">, string> = {
  taken: "compte déjà créé",
  expired: "expirée",
  orphaned: "sans effet",
}

/** Loads the page anew, unlike other buttons of lists: the answer may be a link to show. */
function RenewButton({ id, email }: { id: number; email: string }) {
  return (
    <Form method="post" preventScrollReset>
      <HiddenFields fields={{ intent: "renew", id: String(id) } satisfies Asking<typeof invitationIntents>} />
      <button type="submit" className="office-button">
        <Icon name="refresh-cw" />
        Renouveler
        <span className="sr-only"> : {email}</span>
      </button>
    </Form>
  )
}
