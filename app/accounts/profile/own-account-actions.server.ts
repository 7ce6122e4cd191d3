import { eq } from "drizzle-orm"
import { countAttempt, type RateLimit, waitingText } from "#app/base/limits/rate-limits.server.ts"
import { queueMail } from "#app/base/mail/mail-queue.server.ts"
import { mayMail } from "#app/base/mail/mail-rate-limits.server.ts"
import { sendMail } from "#app/base/mail/mail.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { verifications } from "#app/db/schema/accounts.server.ts"
import type { FieldValues, Parsed } from "#app/kit/http/forms.server.ts"
import {
  orElse,
  respondFailure,
  respondInvalid,
  respondToastFailure,
  respondToClick,
} from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { signOut } from "../auth/auth.server.ts"
import type { Viewer } from "../auth/viewer.server.ts"
import { deleteUserIn } from "../users/manage-users.server.ts"
import { askForNewEmail, forgetNewEmail } from "./new-email.server.ts"
import { accountDeletedMail, newEmailMail } from "./own-account-mails.ts"

const NEW_EMAILS: RateLimit = { name: "new-email", points: 5, seconds: 3_600 }

/** Mails a link to the address that the viewer wants for their account; until it is confirmed nothing changes. */
export function askToChangeEmail(values: FieldValues, parsed: Parsed<{ email: string }>, viewer: Viewer) {
  if (!parsed.ok) return respondInvalid(parsed)
  const { email } = parsed.value
  const refuse = (reason: string) => respondInvalid({ values, errors: { email: reason } })
  if (email === viewer.email) return refuse("C’est déjà votre adresse")
  return orElse(
    async () => {
      const wait = await countAttempt(NEW_EMAILS, viewer.id)
      if (wait > 0) return respondFailure(values, waitingText(wait), 429, { "Retry-After": String(wait) })
      if (!(await mayMail("new-email", email))) return respondFailure(values, TOO_MANY_MAILS, 429)
      const link = await askForNewEmail(viewer, email)
      // Sign-up says it, too.
      if (!link) return refuse("Un compte existe déjà avec cet email")
      await sendMail(newEmailMail(email, link))
      return redirectWithToast("/admin/settings", {
        kind: "success",
        title: "Regardez vos e-mails",
        description: `Un lien a été envoyé à ${email}. Ouvrez-le ici pour confirmer.`,
      })
    },
    () => respondFailure(values, "Impossible d’envoyer le lien pour l’instant. Réessayez dans un instant."),
  )
}

/** Ends the viewer's wish for another address. */
export function cancelNewEmail(viewer: Viewer) {
  return respondToClick(async () => {
    await forgetNewEmail(viewer.id)
    return "Demande annulée"
  }, "Impossible d’annuler la demande")
}

const CANNOT_DELETE = "Impossible de supprimer votre compte"

/** Deletes the viewer's own account, unless it is the last admin's, and signs them out. */
export function leave(viewer: Viewer, headers: Headers) {
  return orElse(
    async () => {
      const outcome = await deleteOwnAccount(viewer)
      if (outcome === "last-admin") {
        return respondToastFailure(`${CANNOT_DELETE} : c’est le dernier administrateur`, 409)
      }
      const toast = {
        kind: "success",
        title: "Compte supprimé",
        description: `${MAILED} ${siteSettings().texts.goodbye}`.trim(),
      } as const
      return redirectWithToast("/", toast, await signOut(headers, undefined))
    },
    () => respondToastFailure(CANNOT_DELETE, 500),
  )
}

const TOO_MANY_MAILS = "Cette adresse a déjà reçu plusieurs liens. Réessayez plus tard."
const MAILED = "Un e-mail vous le confirme."

/** As `deleteUser`, and tells them by mail. */
function deleteOwnAccount({ id, email, role }: Viewer) {
  return db.transaction(async (tx) => {
    const outcome = await deleteUserIn(tx, id)
    if (outcome !== "done") return outcome
    await tx.delete(verifications).where(eq(verifications.value, id))
    await queueMail(tx, accountDeletedMail(getSettings().publicUrl, email))
    await record(tx, { action: "delete", kind: "user", id, title: email, before: { role } })
    return outcome
  })
}
