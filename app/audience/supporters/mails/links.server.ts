import { and, eq, sql } from "drizzle-orm"
import { queueMail } from "#app/base/mail/mail-queue.server.ts"
import { mayMail } from "#app/base/mail/mail-rate-limits.server.ts"
import type { RateLimit } from "#app/base/limits/rate-limits.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { supporters } from "#app/db/schema/supporters.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { isSameText } from "#app/kit/lib/same-text.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { spellingsOf } from "../../newsletter/link-keys.ts"
import { type Listener, secret, sign } from "../feed/supporter-keys.server.ts"
import { LINK_PAGE } from "../feed/supporter-paths.ts"
import { supporterLinkMail } from "./supporter-mails.ts"

/** How long a link may be followed that somebody asked for. */
const LINK_MS = 3_600_000
/** Until when it is good, and who for, signed. */
const LINK_KEY = /^(\d{13})\.(\d+)-/

const { id, email, feedNumber, linkNumber } = supporters

/** How often one visitor may ask for somebody's link. */
export function linkRateLimit(): RateLimit {
  return { name: "supporter-links", points: siteSettings().rules.subscriptionsPerHour, seconds: 3_600 }
}

type Linked = Listener & { linkNumber: number }

/** Another number, and all links before are void. @param end in milliseconds since 1970 */
const signLink = (by: string, one: Linked, end: string) =>
  `${end}.${sign(by, one, `link:${one.linkNumber}:${end}`)}`

/** The address by which somebody's page is opened, once and for so long. @param by the secret that signs it */
export function linkFor(by: string, one: Linked, lastsMs: number) {
  const key = signLink(by, one, String(Date.now() + lastsMs))
  return `${getSettings().publicUrl}${LINK_PAGE}?key=${key}`
}

/**
 * Mails a supporter the link to their page. To whom is none nothing is mailed: the page says the same to everybody.
 *
 * @param to in lower case
 */
export async function sendLink(to: string) {
  if (!(await mayMail("supporter-link", to))) return
  const by = await secret()
  await db.transaction(async (tx) => {
    const [found] = await tx.select({ id, feedNumber, linkNumber }).from(supporters).where(eq(email, to))
    if (!found) return
    await queueMail(tx, supporterLinkMail(to, linkFor(by, found, LINK_MS)))
  })
}

/** @returns whom a link is for; undefined when it was not made here, is too old, or was used */
export async function readLink(key: string): Promise<Linked | undefined> {
  for (const spelling of spellingsOf(key)) {
    const [, end = "", owner = ""] = LINK_KEY.exec(spelling) ?? []
    const ownerId = parseId(owner)
    if (ownerId === undefined || Date.now() >= Number(end)) continue
    const [found] = await db.select({ id, feedNumber, linkNumber }).from(supporters).where(eq(id, ownerId))
    if (found && isSameText(spelling, signLink(await secret(), found, end))) return found
  }
  return undefined
}

/** Uses a link up, of two at once one. @returns as `readLink` */
export async function spendLink(key: string): Promise<Listener | undefined> {
  const found = await readLink(key)
  if (!found) return undefined
  const [spent] = await db
    .update(supporters)
    .set({ linkNumber: sql`${linkNumber} + 1` })
    .where(and(eq(id, found.id), eq(linkNumber, found.linkNumber)))
    .returning({ id, feedNumber })
  return spent
}
