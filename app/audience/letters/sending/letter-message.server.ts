import { createTransport } from "nodemailer"
import { dkimOptions } from "#app/base/mail/dkim.server.ts"
import { mailSender } from "#app/base/mail/smtp.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import type { letters } from "#app/db/schema/letters.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { type Links, loadLinks } from "../../newsletter/newsletter-links.server.ts"
import { type PersonalLinks, personalise } from "../template/personal-links.ts"

/** What mails are made of, of a letter that was frozen. */
export type SentLetter = Pick<
  typeof letters.$inferSelect,
  "id" | "title" | "senderName" | "topic" | "sentHtml" | "sentText"
> & { isAutomatic: boolean }

/** A mail as it is handed over: for one person, signed. */
export type ReadyMail = {
  messageId: string
  envelope: { from: string; to: string; size: number }
  source: Buffer
}

type Addressed = {
  email: string
  links: PersonalLinks
  messageId?: string
  /** Where one `POST` unsubscribes (RFC 8058); a test has none. */
  isOneClick: boolean
}

const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" })

/** What makes the mails of a letter; load it once for many, outside of transactions. */
export async function loadComposer() {
  const [links, dkim] = await Promise.all([loadLinks(), dkimOptions()])
  return {
    linksOf: (letterId: number, subscriberId: number) => personalLinks(links, letterId, subscriberId),
    compose: (letter: SentLetter, addressed: Addressed) => compose(letter, addressed, dkim),
  }
}

export type Composer = Awaited<ReturnType<typeof loadComposer>>

function personalLinks(links: Links, letterId: number, subscriberId: number): PersonalLinks {
  return {
    unsubscribe: links.toUnsubscribe(subscriberId),
    preferences: links.toPreferences(subscriberId),
    online: onlineAddress(letterId),
  }
}

/** Where a letter can be read by everybody, if it is archived. */
export const onlineAddress = (letterId: number) => `${getSettings().publicUrl}/lettres/${letterId}`

async function compose(
  letter: SentLetter,
  { email, links, messageId, isOneClick }: Addressed,
  dkim: Awaited<ReturnType<typeof dkimOptions>>,
): Promise<ReadyMail> {
  const sender = mailSender()
  const made = await composer.sendMail({
    from: { name: letter.senderName || sender.name, address: sender.address },
    to: { name: "", address: email },
    messageId,
    subject: letter.title,
    html: personalise(letter.sentHtml ?? "", links),
    text: personalise(letter.sentText ?? "", links),
    headers: {
      ...listHeaders(letter),
      ...(isOneClick && oneClickHeaders(links)),
      // Some services put a Message-ID of their own in its place: what comes back is known by this one then.
      ...(messageId && { "X-Letter-ID": messageId }),
    },
    dkim,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const source = made.message as Buffer
  // With the domain as mail servers take it.
  const to = made.envelope.to[0] ?? email
  return { messageId: made.messageId, envelope: { from: envelopeSender(), to, size: source.length }, source }
}

/** Where what cannot be delivered comes back to. */
export function envelopeSender() {
  return siteSettings().returns.returnAddress || mailSender().address
}

/** By these mail programs sort, and automatic answers stay away. */
function listHeaders({ id, topic, isAutomatic }: SentLetter) {
  const { hostname } = new URL(getSettings().publicUrl)
  return {
    "List-Id": `${siteSettings().podcast.name.replace(/[<>"\\]/g, "")} <lettres.${hostname}>`,
    "Feedback-ID": `${id}:${topic}:lettres:${hostname}`,
    Precedence: "bulk",
    ...(isAutomatic && { "Auto-Submitted": "auto-generated" }),
  }
}

const oneClickHeaders = ({ unsubscribe }: PersonalLinks) => ({
  "List-Unsubscribe": `<${unsubscribe}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
})
