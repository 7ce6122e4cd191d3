import { countAttempts, type RateLimit, waitingText } from "#app/base/limits/rate-limits.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { codeOf, explainMailboxError, type MailboxFailure } from "./mailbox-failure.ts"
import { nameMailbox, withMailbox } from "./mailbox.server.ts"

/** How a test ended. `none`: no server is set; `no-folder`: the one to put things away in is missing. */
export type MailboxTest =
  | { outcome: "read"; folder: string; mails: number }
  | { outcome: "no-folder"; folder: string }
  | { outcome: "none" }
  | ({ outcome: "failed" } & MailboxFailure)
  | { outcome: "limited"; title: string; wait: number }

/** A server that goes on talking slowly is not waited for either. */
const LONGEST_MS = 45_000
const TEST_RATE_LIMITS: RateLimit[] = [
  { name: "mailbox-test-minutes", points: 5, seconds: 600 },
  { name: "mailbox-test-day", points: 30, seconds: 86_400 },
]

/** Opens the mailbox as it is set, without reading a mail, and tells what came of it. @param userId who asks */
export async function testMailbox(userId: string): Promise<MailboxTest> {
  if (!nameMailbox()) return { outcome: "none" }
  const wait = await countAttempts(TEST_RATE_LIMITS, userId)
  if (wait > 0) return { outcome: "limited", title: waitingText(wait), wait }
  const { imapFolder, imapDone } = siteSettings().returns
  try {
    return await withMailbox(async (client) => {
      const { exists } = await client.mailboxOpen(imapFolder, { readOnly: true })
      const hasDone = imapDone === "" || (await client.list()).some(({ path }) => path === imapDone)
      return hasDone
        ? { outcome: "read", folder: imapFolder, mails: exists }
        : { outcome: "no-folder", folder: imapDone }
    }, AbortSignal.timeout(LONGEST_MS))
  } catch (error) {
    log.warn({ code: codeOf(error) }, "bounce mailbox not opened")
    return { outcome: "failed", ...explainMailboxError(error) }
  }
}
