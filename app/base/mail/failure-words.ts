import type { MailFailure } from "#app/db/schema/mails.server.ts"

/** Why a mail was not taken, in the mail server's own codes: « RCPT TO 550 ». */
export function wordsOf({ command, code, responseCode }: MailFailure) {
  return [command, responseCode ?? code].filter(Boolean).join(" ") || null
}
