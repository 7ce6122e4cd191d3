import type { Attachment, Email } from "postal-mime"
import type { MailFailure } from "#app/db/schema/mails.server.ts"
import type { ReturnKind } from "#app/lib/letters.ts"
import { judgeDelivery, readDeliveryStatus, readFields, type ReadStatus } from "./delivery-status.ts"
import { judgePlainBounce } from "./plain-bounce.ts"

/** What a mail in the mailbox of returns says. */
export type Return = {
  kind: ReturnKind
  failure: MailFailure
  /** The head of the mail that it is about, where that is given back. */
  returned: string
}

/** What stands behind is the letter itself. */
const MAX_PART = 64_000
/** Three are usual. */
const MAX_NESTING = 8
const MAX_HEADERS = 200_000

/**
 * Reads a mail that mail servers send about another one: a bounce (RFC 3464, and what qmail and Exim wrote before it), or a
 * complaint (RFC 5965).
 *
 * @param raw its beginning, of bounded size
 * @returns undefined for any other mail, for one that tells of a delay, and for what cannot be read
 */
export async function readReturn(raw: Uint8Array): Promise<Return | undefined> {
  const email = await parse(raw)
  if (!email) return undefined
  const part = (type: RegExp) => email.attachments.find(({ mimeType }) => type.test(mimeType))
  const returned = headOf(
    textOf(part(/^(?:message\/(?:rfc822|global|rfc822-headers)|text\/rfc822-headers)$/)),
  )
  const feedback = part(/^message\/feedback-report$/)
  if (feedback)
    return isComplaint(textOf(feedback)) ? { kind: "complaint", failure: {}, returned } : undefined
  const status = part(/^message\/(?:global-)?delivery-status$/)
  if (status) {
    const judged = readDeliveryStatus(textOf(status)).flatMap((one) => judgeDelivery(one) ?? [])
    return judged[0] && { ...toReturn(judged[0]), returned: returned || headOf(copyIn(email.text)) }
  }
  const plain = judgePlainBounce(email)
  return plain && { ...toReturn(plain.status), returned: returned || headOf(plain.copy) }
}

function toReturn({ kind, ...codes }: ReadStatus): Pick<Return, "kind" | "failure"> {
  return { kind, failure: { command: "BOUNCE", ...codes } }
}

/** What people say with a button of their mail program (RFC 5965, 7.3); not what is said of signatures, or against it. */
function isComplaint(text: string) {
  const type = readFields(text.replaceAll("\r\n", "\n")).get("feedback-type")?.toLowerCase() ?? ""
  return ["abuse", "fraud", "opt-out"].includes(type)
}

async function parse(raw: Uint8Array): Promise<Email | undefined> {
  const { default: PostalMime } = await import("postal-mime")
  try {
    return await PostalMime.parse(raw, {
      forceRfc822Attachments: true,
      maxNestingDepth: MAX_NESTING,
      maxHeadersSize: MAX_HEADERS,
    })
  } catch {
    // Nested or headed beyond all bounds: no mail server writes so.
    return undefined
  }
}

function textOf(part: Attachment | undefined) {
  if (!part) return ""
  const { content } = part
  return typeof content === "string"
    ? content.slice(0, MAX_PART)
    : Buffer.from(content instanceof ArrayBuffer ? new Uint8Array(content) : content)
        .subarray(0, MAX_PART)
        .toString("latin1")
}

/** Up to the first empty line, long headers on one line each. */
function headOf(message: string) {
  const [head = ""] = message
    .trimStart()
    .replaceAll("\r\n", "\n")
    .split(/\n[ \t]*\n/, 1)
  return head.replaceAll(/\n[ \t]+/g, " ")
}

/** Some mail servers quote the head in what they say in words. */
function copyIn(text: string | undefined) {
  const at = /^(?:message-id|received|return-path):/im.exec((text ?? "").slice(0, MAX_PART))
  return at ? (text ?? "").slice(at.index, MAX_PART) : ""
}
