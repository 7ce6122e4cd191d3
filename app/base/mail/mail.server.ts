import { randomUUID } from "node:crypto"
import { mkdir, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { createTransport } from "nodemailer"
import { log } from "#app/kit/lib/log.server.ts"
import { outboxFolder } from "#app/kit/lib/outbox.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { siteSettings } from "../settings/site-settings.server.ts"
import { dkimOptions } from "./dkim.server.ts"
import { noteFailedMail } from "./failed-mails.server.ts"
import { noteOutcome, reasonOf } from "./mail-outcomes.server.ts"
import { mailSender, smtpTransport } from "./smtp.server.ts"

type Sending = { id?: string; createdAt?: Date; signal?: AbortSignal }

export type Mail = {
  to: string
  subject: string
  text: string
  replyTo?: string | null
  /** Where one `POST` unsubscribes (RFC 8058). */
  unsubscribeUrl?: string | null
  /** The identifiers of the mails that it follows, the first one first: mail programs show them together. */
  follows?: string[]
}

/**
 * Sends a mail with SMTP when the site has it, else writes it as an `.eml` file to the outbox in the data folder.
 *
 * @param mail plain text; addresses and subject are encoded, so that nothing in them becomes a header
 * @param signal gives up what is under way
 * @param id the mail's own: sent again with the same one, it is recognised by mail programs and overwrites its file
 * @throws what the mail server or the disk answered
 */
export async function sendMail(mail: Mail, about: Sending = {}) {
  try {
    await deliver(mail, about)
  } catch (error) {
    await noteOutcome("failed", reasonOf(error))
    throw error
  }
  await noteOutcome("sent")
}

async function deliver(
  { to, subject, text, replyTo, unsubscribeUrl, follows = [] }: Mail,
  { id = randomUUID() as string, createdAt = new Date(), signal }: Sending = {},
) {
  const { dataDir, publicUrl } = getSettings()
  const messageId = (mail: string) => `<${mail}@${new URL(publicUrl).hostname}>`
  const message = {
    from: mailSender(),
    to: { name: "", address: to },
    replyTo: replyTo ? { name: "", address: replyTo } : undefined,
    messageId: messageId(id),
    inReplyTo: follows.map(messageId).at(-1),
    references: follows.map(messageId),
    date: createdAt,
    subject,
    text: `${text}\n\n-- \n${siteSettings().podcast.name}\n`,
    headers: unsubscribeUrl
      ? {
          "List-Unsubscribe": `<${unsubscribeUrl}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
      : undefined,
  }
  const smtp = await smtpTransport()
  if (smtp) {
    const transport = createTransport(smtp)
    const dkim = await dkimOptions()
    await transport.sendMail({ ...message, dkim, signal }).finally(() => transport.close())
    return
  }
  const { message: eml } = await createTransport({ streamTransport: true, buffer: true }).sendMail(message)
  const outbox = outboxFolder(dataDir)
  await mkdir(outbox, { recursive: true })
  const name = `${createdAt.toISOString().replaceAll(":", "-")}-${id.slice(0, 8)}.eml`
  const file = join(outbox, name)
  // Whoever looks into the outbox finds whole mails.
  const partial = join(dataDir, `${name}.partial`)
  try {
    // Links in it open accounts: for the owner of the data folder only.
    await writeFile(partial, eml, { mode: 0o600 })
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  log.info({ file }, "mail written to the outbox")
}

/**
 * Sends without making anybody wait, so that the time an answer takes tells nothing; a failure is logged, and shown to the
 * hosts. For links that open accounts: they are kept nowhere, and whoever asked for one can ask again.
 */
export function sendMailSoon(mail: Mail) {
  sendMail(mail).catch((error: unknown) => {
    log.error(error, "mail not sent")
    return noteFailedMail(mail, reasonOf(error))
  })
}
