import { Form } from "react-router"
import type { Asking } from "#app/kit/form/asking.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { type Role, INVITED_LABELS } from "#app/kit/lib/roles.ts"
import { Badge } from "#app/kit/ui/badge.tsx"
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
    <Panel id={INVITATIONS} title="Invitations">
      <table className="office-table">
        <thead>
          <tr>
            <th scope="col">Email</th>
            <th scope="col">Rôle</th>
            <th scope="col">Envoyée</th>
            <th scope="col">Valable jusqu’au</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {invitations.map((invitation) => (
            <tr key={invitation.id}>
              <td data-label="Email">
                <p className="font-semibold break-all">{invitation.email}</p>
              </td>
              <td data-label="Rôle">
                <Badge variant="outline">{INVITED_LABELS[invitation.role]}</Badge>
                {invitation.role === "moderator" && (
                  <span className="block text-sm text-paper-ink">{listRights(invitation.rights)}</span>
                )}
              </td>
              <td data-label="Envoyée">
                <p>
                  le {invitation.sentOn}{" "}
                  <span className="block text-sm break-all text-paper-ink">
                    par {invitation.invitedBy ?? "un compte supprimé"}
                  </span>
                </p>
              </td>
              <td data-label="Valable jusqu’au">
                {invitation.state === "open" ? (
                  invitation.validUntil
                ) : (
                  <Badge variant="secondary">{STATES[invitation.state]}</Badge>
                )}
              </td>
              <td>
                <div className="row-actions">
                  {invitation.state !== "taken" && <RenewButton {...invitation} />}
                  <ConfirmButton
                    label="Retirer"
                    icon="trash"
                    subject={invitation.email}
                    {...revocationOf(invitation)}
                  />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

const INVITATIONS = "invitations"

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
