import { countAttempts, type RateLimit, waitingText } from "#app/base/limits/rate-limits.server.ts"
import { sendMail } from "#app/base/mail/mail.server.ts"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { ofName } from "#app/kit/lib/french.ts"
import { explainMailError, type MailError, type MailFailure } from "./mail-failure.ts"

/** How a test ended. `outbox`: without a mail server it became a file. */
export type TestOutcome =
  | { outcome: "sent" | "outbox"; to: string }
  | ({ outcome: "failed" } & MailFailure)
  | { outcome: "limited"; title: string; wait: number }

/** A server that goes on talking slowly is not waited for either. */
const LONGEST_MS = 25_000
const TEST_RATE_LIMITS: RateLimit[] = [
  { name: "mail-test-minutes", points: 5, seconds: 600 },
  { name: "mail-test-day", points: 30, seconds: 86_400 },
]

/** Sends a mail to an admin themself, now and without the queue, and tells what came of it. */
export async function sendTestMail({ id, email }: { id: string; email: string }): Promise<TestOutcome> {
  const wait = await countAttempts(TEST_RATE_LIMITS, id)
  if (wait > 0) return { outcome: "limited", title: waitingText(wait), wait }
  const { name } = siteSettings().podcast
  const mail = {
    to: email,
    subject: `Essai d’envoi ${ofName(name)}`,
    text: `Cet e-mail montre que le site ${ofName(name)} sait en envoyer.\n\nS’il est arrivé dans les indésirables, publiez les enregistrements SPF, DKIM et DMARC que donne la page « E-mails » du site.`,
  }
  try {
    await sendMail(mail, { signal: AbortSignal.timeout(LONGEST_MS) })
    return { outcome: sendsRealMail() ? "sent" : "outbox", to: email }
  } catch (error) {
    const { code, originalCode, command, responseCode, response, message } = error as MailError
    log.warn({ code, originalCode, command, responseCode }, "test mail not sent")
    const failure = explainMailError({ code, originalCode, command, responseCode, response, message })
    return { outcome: "failed", ...failure }
  }
}
