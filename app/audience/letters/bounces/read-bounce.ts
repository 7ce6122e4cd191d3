import type { MailFailure } from "#app/db/schema/mails.server.ts"
import type { BounceKind } from "#app/kit/lib/letters.ts"
import { judgeDelivery, readDeliveryStatus, readFields, type ReadStatus } from "./delivery-status.ts"
import { decodePart, readMail } from "./mail-parts.ts"
import { judgePlainBounce } from "./plain-bounce.ts"

/** What a mail in the bounce mailbox says. */
export type Bounce = {
  kind: BounceKind
  failure: MailFailure
  /** The head of the mail that it is about, where that is given back. */
  originalHead: string
}

/** What stands behind is the letter itself. */
const MAX_PART = 64_000

/**
 * Reads a mail that mail servers send about another one: a bounce (RFC 3464, and what qmail and Exim wrote before it), or a
 * complaint (RFC 5965).
 *
 * @param raw its beginning, of bounded size
 * @returns undefined for any other mail, for one that tells of a delay, and for what cannot be read
 */
export function readBounce(raw: Uint8Array): Bounce | undefined {
  const { fields, parts } = readMail(Buffer.from(raw).toString("latin1"))
  const textOf = (type: RegExp) => {
    const part = parts.find((one) => type.test(one.type))
    return part && decodePart(part).slice(0, MAX_PART)
  }
  const originalHead = headOf(
    textOf(/^(?:message\/(?:rfc822|global|rfc822-headers)|text\/rfc822-headers)$/) ?? "",
  )
  const feedback = textOf(/^message\/feedback-report$/)
  if (feedback !== undefined)
    return isComplaint(feedback) ? { kind: "complaint", failure: {}, originalHead } : undefined
  const status = textOf(/^message\/(?:global-)?delivery-status$/)
  const words = textOf(/^text\/plain$/) ?? ""
  if (status !== undefined) {
    const judged = readDeliveryStatus(status).flatMap((one) => judgeDelivery(one) ?? [])
    return judged[0] && { ...toBounce(judged[0]), originalHead: originalHead || headOf(copyIn(words)) }
  }
  const plain = judgePlainBounce(fields.get("from") ?? "", words)
  return plain && { ...toBounce(plain.status), originalHead: originalHead || headOf(plain.copy) }
}

function toBounce({ kind, ...codes }: ReadStatus): Pick<Bounce, "kind" | "failure"> {
  return { kind, failure: { command: "BOUNCE", ...codes } }
}

/** What people say with a button of their mail program (RFC 5965, 7.3); not what is said of signatures, or against it. */
function isComplaint(text: string) {
  const type = readFields(text).get("feedback-type")?.toLowerCase() ?? ""
  return ["abuse", "fraud", "opt-out"].includes(type)
}

/** Up to the first empty line, long headers on one line each. */
function headOf(message: string) {
  const [head = ""] = message.trimStart().split(/\n[ \t]*\n/, 1)
  return head.replaceAll(/\n[ \t]+/g, " ")
}

/** Some mail servers quote the head in what they say in words. */
function copyIn(text: string) {
  const at = /^(?:message-id|received|return-path):/im.exec(text)
  return at ? text.slice(at.index) : ""
}
