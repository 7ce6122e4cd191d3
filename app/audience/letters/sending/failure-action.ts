import type { MailFailure } from "#app/db/schema/mails.server.ts"

/** What the mail server did not take, and whether that is certain: false once it had all of a mail and said nothing. */
export type Failed = { failure: MailFailure; isCertain: boolean }

/**
 * What is done about it. `uncertain`: nobody knows; `refuse`: this person does not get it (`suppresses`: nor anything later); `later`: this
 * person, after a while; `hold`: everybody waits; `reject`: the mail itself was not liked, which may be everybody's; `halt`: the
 * letter pauses, until a host says otherwise.
 */
export type FailureAction =
  { is: "uncertain" | "later" | "hold" | "reject" | "halt" } | { is: "refuse"; suppresses: boolean }

/** By what the mail server says at which command (RFC 5321), and its enhanced status (RFC 3463) where it tells more. */
export function actionFor({ failure, isCertain }: Failed): FailureAction {
  const { code = "", command = "", responseCode = 0, status = "" } = failure
  if (!isCertain) return { is: "uncertain" }
  if (code === "EAUTH" || command.startsWith("AUTH"))
    return { is: isTemporary(responseCode) ? "hold" : "halt" }
  if (responseCode === 421) return { is: "hold" }
  if (command === "RCPT TO" && responseCode) return forRecipient(responseCode, status)
  if (command === "API") return { is: "refuse", suppresses: code === "EENVELOPE" }
  if (command === "MAIL FROM") return { is: isTemporary(responseCode) ? "hold" : "halt" }
  if (command === "DATA" && responseCode) return forMail(responseCode, status)
  return { is: "hold" }
}

function forRecipient(responseCode: number, status: string): FailureAction {
  if (isTemporary(responseCode)) {
    if (status.startsWith("4.2.")) return { is: "later" }
    const isThrottled = responseCode >= 452 || /^4\.[345]\./.test(status)
    return { is: isThrottled ? "hold" : "later" }
  }
  if (responseCode === 503 || responseCode === 530 || /^5\.(5\.|4\.5$)/.test(status)) return { is: "halt" }
  return { is: "refuse", suppresses: isAboutAddress(responseCode, status) }
}

function forMail(responseCode: number, status: string): FailureAction {
  if (isTemporary(responseCode)) return { is: "hold" }
  if (/^5\.[12]\./.test(status)) return { is: "refuse", suppresses: isAboutAddress(responseCode, status) }
  return { is: "reject" }
}

/** There is no such address, which no later letter changes. A full mailbox may be emptied, and a policy changed. */
function isAboutAddress(responseCode: number, status: string) {
  if (status) return /^5\.(1\.|2\.1$)/.test(status)
  return [501, 550, 551, 553].includes(responseCode)
}

const isTemporary = (responseCode: number) => responseCode >= 400 && responseCode < 500
