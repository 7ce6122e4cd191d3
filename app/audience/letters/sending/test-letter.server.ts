import { createTransport } from "nodemailer"
import { explainMailFailure } from "#app/base/mail/mail-failure.copy.ts"
import { reasonOf } from "#app/base/mail/mail-outcomes.server.ts"
import { smtpTransport } from "#app/base/mail/smtp.server.ts"
import type { letters } from "#app/db/schema/letters.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { freezeLetter } from "./freeze-letter.server.ts"
import { loadComposer, onlineAddress } from "./letter-message.server.ts"
import { writeToOutbox } from "./letter-outbox.server.ts"

export type TestOutcome =
  | { outcome: "sent" }
  /** Written as a file: the site has no mail server. */
  | { outcome: "outbox"; file: string }
  /** In words. */
  | { outcome: "failed"; why: string }

/**
 * Sends a letter as it is now to one address, marked as a test, at once and by a connection of its own. Its personal links lead
 * to where one subscribes: it is nobody's.
 */
export async function sendTestLetter(letter: typeof letters.$inferSelect, to: string): Promise<TestOutcome> {
  try {
    const { compose } = await loadComposer()
    const frozen = await freezeLetter(letter)
    const newsletter = `${getSettings().publicUrl}/newsletter`
    const links = { unsubscribe: newsletter, preferences: newsletter, online: onlineAddress(letter.id) }
    const mail = await compose(
      { ...letter, ...frozen, title: `[Test] ${letter.title}`, isAutomatic: false },
      { email: to, links, isOneClick: false },
    )
    const smtp = await smtpTransport()
    if (!smtp) return { outcome: "outbox", file: await writeToOutbox(mail) }
    const transport = createTransport(smtp)
    const { envelope, source: raw } = mail
    await transport.sendMail({ envelope, raw }).finally(() => transport.close())
    return { outcome: "sent" }
  } catch (error) {
    const failure = reasonOf(error)
    log.warn(failure, "test of a letter not sent")
    return { outcome: "failed", why: explainMailFailure(failure) }
  }
}
