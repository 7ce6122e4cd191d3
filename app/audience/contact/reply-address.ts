import { quoteOf, subjectOf } from "./reply-text.ts"

type Message = { name: string; email: string; subject: string; message: string }

/** Mail programs take addresses of about this length. */
const MAX_QUOTE_LENGTH = 1_000

/** A `mailto:` link that opens a reply: addressed, with its subject and what is replied to. @param sentOn in words */
export function replyAddress({ name, email, subject, message }: Message, sentOn: string) {
  const quote = message.length > MAX_QUOTE_LENGTH ? `${message.slice(0, MAX_QUOTE_LENGTH)}…` : message
  const body = `\n\n${quoteOf({ name, message: quote }, sentOn)}`
  const fields = { subject: subjectOf(subject), body: body.replaceAll("\n", "\r\n") }
  const query = Object.entries(fields).map(
    ([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed())}`,
  )
  return `mailto:${encodeURIComponent(email.toWellFormed())}?${query.join("&")}`
}
