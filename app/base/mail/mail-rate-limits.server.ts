import { countAttempt, type RateLimit } from "../limits/rate-limits.server.ts"

const HOUR_S = 3_600
const DAY_S = 86_400

const perHour = (name: string, points: number): RateLimit => ({ name, points, seconds: HOUR_S })
const perDay = (name: string, points: number): RateLimit => ({ name, points, seconds: DAY_S })

/**
 * How many mails one recipient gets at most, by what asks for them: each has its own bounds, so that nobody uses up
 * another's. A link mailed last still works while no other is mailed (docs/decisions/visitors.md).
 */
const LIMITS = {
  /** A link that confirms an account's address: valid a day. */
  confirmation: [perHour("mail-confirmation-hour", 3), perDay("mail-confirmation-day", 5)],
  /** That somebody signed in with a browser never seen before: who does knows the password. */
  browser: [perHour("mail-browser-hour", 5), perDay("mail-browser-day", 10)],
  /** A link that confirms a subscription: valid a week. */
  subscription: [perHour("mail-subscription-hour", 3), perDay("mail-subscription-day", 5)],
  /** One's own links, to choose letters and to unsubscribe: they are valid for ever. */
  "newsletter-links": [perHour("mail-newsletter-links-hour", 3), perDay("mail-newsletter-links-day", 5)],
  /** A link that opens a supporter's page on a device: valid an hour, once. */
  "supporter-link": [perHour("mail-supporter-link-hour", 3), perDay("mail-supporter-link-day", 10)],
  /** An invitation: valid a week. */
  invitation: [perHour("mail-invitation-hour", 3), perDay("mail-invitation-day", 5)],
  /** A link that confirms the other address that an account is to have: valid a day. */
  "new-email": [perHour("mail-new-email-hour", 3), perDay("mail-new-email-day", 5)],
  /** Messages sent on to the hosts, who find the others in the back office. */
  message: [perHour("mail-message-hour", 60), perDay("mail-message-day", 300)],
}
const RECOVERY_HOUR = perHour("mail-recovery-hour", 3)
const RECOVERY_DAY = perDay("mail-recovery-day", 10)
/** Once the day's are used up, by whomever: a link is valid an hour, so its owner always has one or can get one. */
const RECOVERY_AFTERWARDS = perHour("mail-recovery-afterwards", 1)

/**
 * Counts one more mail that somebody asks for. Ask before a transaction begins: it takes a connection.
 *
 * @param recipient an e-mail address in lower case; what stands behind a « + » is one mailbox
 * @returns false when it must not be sent
 */
export async function mayMail(purpose: keyof typeof LIMITS | "recovery", recipient: string) {
  const mailbox = recipient.replace(/\+[^@]*(?=@)/, "")
  if (purpose !== "recovery") return isWithin(LIMITS[purpose], mailbox)
  return (await isWithin([RECOVERY_DAY], mailbox))
    ? isWithin([RECOVERY_HOUR], mailbox)
    : isWithin([RECOVERY_AFTERWARDS], mailbox)
}

async function isWithin(limits: RateLimit[], mailbox: string) {
  for (const limit of limits) if ((await countAttempt(limit, mailbox)) > 0) return false
  return true
}
