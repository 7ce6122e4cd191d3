import { mayMail } from "#app/base/mail/mail-rate-limits.server.ts"
import { sendMail } from "#app/base/mail/mail.server.ts"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import type { FieldValues, Parsed } from "#app/kit/http/forms.server.ts"
import {
  orElse,
  respondFailure,
  respondInvalid,
  respondToastFailure,
  respondWithToast,
} from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import type { Role } from "#app/kit/lib/roles.ts"
import type { Viewer } from "../auth/viewer.server.ts"
import { invitationMail } from "./invitation-mails.ts"
import type { Invite } from "./invitations.schema.ts"
import { findInvitation, invite, renewInvitation, revokeInvitation } from "./invitations.server.ts"

type Invited = { email: string; role: Role; link: string; expiresAt: Date }

/** Invites who the form names. */
export function sendInvitation(values: FieldValues, parsed: Parsed<Invite>, viewer: Viewer) {
  if (!parsed.ok) return respondInvalid(parsed)
  const { email } = parsed.value
  return orElse(
    async () => {
      if (!(await mayMail("invitation", email))) return respondFailure(values, TOO_MANY_MAILS, 429)
      const invited = await invite(parsed.value, viewer.id)
      if (invited.outcome === "invited") return deliver(invited, viewer)
      if (invited.outcome === "full") return respondFailure(values, FULL, 409)
      return respondInvalid({ values, errors: { email: EXISTS } })
    },
    () => respondFailure(values, CANNOT_INVITE),
  )
}

/** Sends an invitation again, with another link. */
export function resendInvitation(parsed: Parsed<{ id: number }>, viewer: Viewer) {
  if (!parsed.ok) return respondToastFailure(CANNOT_RENEW, 400)
  const { id } = parsed.value
  return orElse(
    async () => {
      const known = await findInvitation(id)
      if (!known) return respondToastFailure(GONE, 404)
      if (!(await mayMail("invitation", known.email))) return respondToastFailure(TOO_MANY_MAILS, 429)
      const renewed = await renewInvitation(id, viewer.id)
      if (renewed.outcome === "invited") return deliver(renewed, viewer)
      return renewed.outcome === "missing" ? respondToastFailure(GONE, 404) : respondToastFailure(EXISTS, 409)
    },
    () => respondToastFailure(CANNOT_RENEW, 500),
  )
}

/** Takes an invitation back. */
export function withdrawInvitation(parsed: Parsed<{ id: number }>) {
  if (!parsed.ok) return respondToastFailure(CANNOT_REVOKE, 400)
  return orElse(
    async () => {
      const isRevoked = await revokeInvitation(parsed.value.id)
      return isRevoked ? respondWithToast("Invitation retirée") : respondToastFailure(GONE, 404)
    },
    () => respondToastFailure(CANNOT_REVOKE, 500),
  )
}

/** Mails the link. Where no mail leaves, who invites sees it, this once, to hand it over. */
async function deliver(invited: Invited, viewer: Viewer) {
  const { email, link } = invited
  try {
    await sendMail(invitationMail(invited, viewer.email))
    if (sendsRealMail()) {
      return await redirectWithToast("/admin/users", {
        kind: "success",
        title: "Invitation envoyée",
        description: "Le lien reste valable une semaine.",
      })
    }
  } catch (error) {
    log.error(error, "invitation not mailed")
  }
  return { handOver: { email, link } }
}

const EXISTS = "Un compte existe déjà avec cet email"
const FULL =
  "Cent invitations attendent déjà une réponse. Retirez celles qui ne servent plus, puis réessayez."
const GONE = "Cette invitation n’existe plus"
const TOO_MANY_MAILS = "Cette adresse a déjà reçu plusieurs invitations. Réessayez plus tard."
const CANNOT_INVITE = "Impossible d’envoyer l’invitation"
const CANNOT_RENEW = "Impossible de renouveler l’invitation"
const CANNOT_REVOKE = "Impossible de retirer l’invitation"
