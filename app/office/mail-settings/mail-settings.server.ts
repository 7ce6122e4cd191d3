import { eq } from "drizzle-orm"
import { z } from "zod"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { groupIntents } from "#app/base/settings/group-page.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import type { FieldValues } from "#app/kit/http/forms.server.ts"
import { respondInvalid } from "#app/kit/http/responses.server.ts"

/** What the page of mails does. */
export const mailIntents = { ...groupIntents("mail"), test: z.object({}), "renew-dkim": z.object({}) }

type Sent = Record<string, unknown>

/** A password that is stored goes to the server that it was typed for, and to no other. @returns the answer that asks for it */
export function refuseServerChange(values: FieldValues, { smtpHost, smtpUser, smtpPassword }: Sent) {
  const now = siteSettings().mail
  const isElsewhere = typeof smtpHost === "string" && smtpHost !== "" && smtpHost !== now.smtpHost
  if (!isElsewhere || smtpPassword || now.smtpPassword === "" || smtpUser === "") return undefined
  const error = "Le serveur d’envoi a changé : tapez le mot de passe du nouveau"
  return respondInvalid({ values, errors: { smtpPassword: error } })
}

/**
 * With a mail server, whoever signs in has to have confirmed their address. Who had an account before could not: they
 * count as confirmed, or a typing mistake in these settings would shut everybody out.
 */
export async function startConfirming({ smtpHost }: Sent) {
  if (!smtpHost || sendsRealMail()) return
  await db.update(users).set({ emailVerified: true }).where(eq(users.emailVerified, false))
}
