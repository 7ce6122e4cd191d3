import { randomUUID } from "node:crypto"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { createTransport } from "nodemailer"
import { log } from "#app/lib/log.server.ts"
import { getSettings } from "#app/lib/settings.server.ts"
import { site } from "#site"

export type Mail = { to: string; subject: string; text: string }

/** Without SMTP, mails are files: people who set the site up alone still get their links. */
export function sendsRealMail() {
  return getSettings().smtpUrl !== undefined
}

/**
 * Sends a mail with SMTP when the site has it, else writes it as an `.eml` file to the outbox in the data folder.
 *
 * @param mail plain text; addresses and subject are encoded, so that nothing in them becomes a header
 * @throws what the mail server or the disk answered
 */
export async function sendMail({ to, subject, text }: Mail) {
  const { smtpUrl, mailFrom, dataDir } = getSettings()
  const message = {
    from: mailFrom,
    to: { name: "", address: to },
    subject,
    text: `${text}\n\n-- \n${site.name}\n`,
  }
  if (smtpUrl) {
    await createTransport(smtpUrl).sendMail(message)
    return
  }
  const { message: eml } = await createTransport({ streamTransport: true, buffer: true }).sendMail(message)
  const outbox = join(dataDir, "outbox")
  await mkdir(outbox, { recursive: true })
  const file = join(
    outbox,
    `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID().slice(0, 8)}.eml`,
  )
  // Links in it open accounts: for the owner of the data folder only.
  await writeFile(file, eml, { mode: 0o600 })
  log.info({ file }, "mail written to the outbox")
}

/** Sends without making anybody wait, so that the time an answer takes tells nothing; a failure is logged. */
export function sendMailSoon(mail: Mail) {
  sendMail(mail).catch((error: unknown) => log.error(error, "mail not sent"))
}
