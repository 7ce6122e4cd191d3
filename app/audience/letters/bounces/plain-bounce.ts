import { judgeAnswer, type ReadStatus } from "./delivery-status.ts"

/** How qmail and Exim begin what they say in words only, and where the mail that they give back begins. */
const FORMS = [
  {
    said: /^Hi\. This is the qmail-send program at /m,
    copy: /^-{3} Below this line is a copy of the message/m,
  },
  {
    said: /^This message was created automatically by mail delivery software/m,
    copy: /^-{4,} This is a copy of (?:the|your) message/m,
  },
]
/** They try again, and say so. */
const DELAY = /\b(?:will be retried|has not yet been delivered|will continue to try|no action is required)\b/i

type Plain = { status: ReadStatus; copy: string }

/**
 * What mail servers say that do not keep to RFC 3464, only where it is certain: from a mail server, in a form that is known, and
 * with a code.
 *
 * @param from as its head says; @param said what it says in words
 */
export function judgePlainBounce(from: string, said: string): Plain | undefined {
  if (!isMailServer(addressIn(from) ?? "")) return undefined
  const form = FORMS.find((one) => one.said.test(said))
  const at = form?.copy.exec(said)
  if (!at || DELAY.test(said.slice(0, at.index))) return undefined
  const notice = said.slice(0, at.index)
  const status = judgeAnswer(notice)
  if (!status.status && !status.responseCode) return undefined
  const copy = said.slice(at.index)
  return { status, copy: copy.slice(copy.indexOf("\n") + 1) }
}

/** Whom bounces come from. */
export function isMailServer(address: string) {
  return address === "" || /^(?:mailer-daemon|postmaster)(?:@|$)/i.test(address)
}

/** `Mail <a@b>`, `a@b` or `a@b (Mail)`. @returns undefined where there is none */
export function addressIn(from: string) {
  const open = from.lastIndexOf("<")
  const close = from.indexOf(">", open)
  if (open !== -1) return close === -1 ? undefined : from.slice(open + 1, close).trim()
  return from.split(/[ \t]/).find((word) => word.includes("@"))
}
