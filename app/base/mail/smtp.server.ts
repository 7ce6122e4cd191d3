import { createTransport } from "nodemailer"
import type SMTPTransport from "nodemailer/lib/smtp-transport/index.js"
import { decrypt } from "#app/db/encryption.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { mailFromOf } from "../settings/started-mail.ts"
import { siteSettings } from "../settings/site-settings.server.ts"

/** Without SMTP, mails are files: people who set the site up alone still get their links. */
export function sendsRealMail() {
  return getSettings().smtpUrl !== undefined || siteSettings().mail.smtpHost !== ""
}

/** A mail server that does not answer holds up one mail for this long at most, not the ten minutes of the default. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * How the mail server is reached, by what the site was started with, else by what hosts set; undefined without one.
 *
 * @throws Error when the password cannot be read: it was encrypted with another secret
 */
export async function smtpTransport(): Promise<(SMTPTransport.Options & { url?: string }) | undefined> {
  const { smtpUrl } = getSettings()
  if (smtpUrl) return { url: smtpUrl, ...TIMEOUTS }
  const { smtpHost, smtpPort, smtpSecurity, smtpUser, smtpPassword } = siteSettings().mail
  if (smtpHost === "") return undefined
  const pass = smtpPassword && (await decrypt(smtpPassword, "mail.smtpPassword"))
  return {
    host: smtpHost,
    port: smtpPort,
    secure: smtpSecurity === "tls",
    requireTLS: smtpSecurity === "starttls",
    ignoreTLS: smtpSecurity === "none",
    auth: smtpUser ? { user: smtpUser, pass } : undefined,
    ...TIMEOUTS,
  }
}

/** The mail server's host and port; undefined where mails are files. */
export function nameMailServer() {
  const { smtpHost, smtpPort } = siteSettings().mail
  return sendsRealMail() ? `${smtpHost}:${smtpPort}` : undefined
}

/** Connects to the mail server and signs in, as for a mail. @throws what it answered instead */
export async function greetMailServer() {
  const smtp = await smtpTransport()
  if (!smtp) return
  const transport = createTransport(smtp)
  await transport.verify().finally(() => transport.close())
}

/** Who mails come from. */
export function mailSender() {
  const { mailFrom, publicUrl } = getSettings()
  if (mailFrom) return mailFromOf(mailFrom)
  const { senderName, senderAddress } = siteSettings().mail
  return {
    name: senderName || siteSettings().podcast.name,
    address: senderAddress || `noreply@${new URL(publicUrl).hostname}`,
  }
}

/** The domain that mails come from, in lower case. */
export function senderDomain() {
  const { address } = mailSender()
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase()
}
