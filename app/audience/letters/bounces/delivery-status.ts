import type { BounceKind } from "#app/kit/lib/letters.ts"

/** What a mail server says of one recipient (https://www.rfc-editor.org/rfc/rfc3464#section-2.3). */
export type DeliveryStatus = { action: string; status: string; diagnostic: string }

/** What it means: the code of RFC 3463, and what the mail server answered. */
export type ReadStatus = { kind: BounceKind; status?: string; responseCode?: number }

/** More recipients than one are not ours: each letter has one. */
const MAX_RECIPIENTS = 20
const MAX_DIAGNOSTIC = 2_000

/** The fields of a `message/delivery-status`, of each recipient it names. */
export function readDeliveryStatus(text: string): DeliveryStatus[] {
  return text
    .split(/\n[ \t]*\n/)
    .map(readFields)
    .filter((fields) => fields.has("final-recipient") || fields.has("action") || fields.has("status"))
    .slice(0, MAX_RECIPIENTS)
    .map((fields) => ({
      action: (fields.get("action") ?? "").split(/[\s(;]/, 1)[0]?.toLowerCase() ?? "",
      status: fields.get("status") ?? "",
      diagnostic: (fields.get("diagnostic-code") ?? "").slice(0, MAX_DIAGNOSTIC),
    }))
}

/** A block of fields as mails have them, the first of each name. */
export function readFields(block: string) {
  const fields = new Map<string, string>()
  for (const line of block.replaceAll(/\n[ \t]+/g, " ").split("\n")) {
    const colon = line.indexOf(":")
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    if (name !== "" && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

/** What came of a mail; undefined where it was delivered, or is still on its way. */
export function judgeDelivery({ action, status, diagnostic }: DeliveryStatus): ReadStatus | undefined {
  const isFailed = action === "failed" || (action === "" && /^[45]\./.test(status))
  return isFailed ? judgeAnswer(`${status} ${diagnostic}`) : undefined
}

/** By the codes in what a mail server said, and by its words only where the codes say nothing. */
export function judgeAnswer(answer: string): ReadStatus {
  const codes = [...answer.matchAll(/(?<![\d.])([45])\.(\d{1,3})\.(\d{1,3})(?![\d.])/g)]
  // `5.0.0` is what servers say that have no better one.
  const code = (codes.find(([, , subject]) => subject !== "0") ?? codes[0])?.[0]
  const reply = /(?<![\d.])([45][0-5]\d)(?![\d.])/.exec(answer)?.[1]
  const isFinal = (code ?? reply ?? "").startsWith("5")
  return {
    kind: judge(code?.slice(2) ?? "", isFinal, answer),
    ...(code && { status: code }),
    ...(reply && { responseCode: Number(reply) }),
  }
}

/**
 * By subject and detail of RFC 3463 and its registry (https://www.iana.org/assignments/smtp-enhanced-status-codes).
 * `4.1` and `4.310` are what Exchange Online says of recipients and domains that do not exist.
 */
const HARD = new Set(["1.1", "1.2", "1.3", "1.6", "1.10", "2.1", "4.1", "4.4", "4.310", "7.13", "7.17"])
/** The sender, the size, the content or the rules: another letter may pass. */
const BLOCKED = /^(?:1\.[78]|2\.3|3\.4|5\.\d+|6\.\d+|7\.\d+)$/
const NOBODY =
  /\b(?:user unknown|unknown (?:user|recipient|address|local part)|no such (?:user|recipient|mailbox|address|person)|no mailbox here|(?:user|recipient|mailbox|account|address)\b.{0,60}?\b(?:does(?: not|n't) exist|not found|is disabled|is inactive|is unknown)|invalid (?:recipient|mailbox)|mailbox unavailable)/i

function judge(detail: string, isFinal: boolean, answer: string): BounceKind {
  if (!isFinal) return detail.startsWith("7.") ? "blocked" : "soft"
  if (HARD.has(detail)) return "hard"
  if (detail === "2.2") return "soft"
  // Codes of rules and of the protocol are also given for addresses that do not exist.
  if (/^(?:|[057]\.\d+|1\.0|2\.0)$/.test(detail) && NOBODY.test(answer)) return "hard"
  return BLOCKED.test(detail) ? "blocked" : "soft"
}
