import { sendMail } from "#app/base/mail/mail.server.ts"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import type { Trial } from "#app/base/mail/try-server.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { ofName } from "#app/kit/lib/french.ts"
import { explainMailError, type MailError } from "./mail-failure.ts"

/** A server that goes on talking slowly is not waited for either. */
const LONGEST_MS = 25_000

/** Sends a mail to an admin themself, now and without the queue, and tells what came of it: without a mail server it is a file. */
export async function sendTestMail(email: string): Promise<Trial> {
  const { name } = siteSettings().podcast
  const mail = {
    to: email,
    subject: `Essai d’envoi ${ofName(name)}`,
    text: `Cet e-mail montre que le site ${ofName(name)} sait en envoyer.\n\nS’il est arrivé dans les indésirables, publiez les enregistrements SPF, DKIM et DMARC que donne la page « E-mails » du site.`,
  }
  try {
    await sendMail(mail, { signal: AbortSignal.timeout(LONGEST_MS) })
    return sendsRealMail()
      ? { outcome: "worked", title: `E-mail envoyé à ${email}.`, advice: TAKEN }
      : { outcome: "worked", title: "Fichier écrit.", advice: "Sans serveur d’envoi, rien n’est parti." }
  } catch (error) {
    const { code, originalCode, command, responseCode, response, message } = error as MailError
    log.warn({ code, originalCode, command, responseCode }, "test mail not sent")
    const failure = explainMailError({ code, originalCode, command, responseCode, response, message })
    return { outcome: "failed", ...failure }
  }
}

const TAKEN = "Le serveur d’envoi l’a accepté : regardez votre boîte, et les indésirables."
