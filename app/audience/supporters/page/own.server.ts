import { and, eq, sql } from "drizzle-orm"
import { queueMail } from "#app/base/mail/mail-queue.server.ts"
import { mayMail } from "#app/base/mail/mail-rate-limits.server.ts"
import type { RateLimit } from "#app/base/limits/rate-limits.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { levels, supporters } from "#app/db/schema/supporters.server.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { SOUNDS_PATH } from "#app/podcast/feed-out/feed-address.ts"
import { listReservedEpisodes } from "#app/podcast/feed-out/feed-episodes.server.ts"
import { spellingsOf } from "../../newsletter/link-keys.ts"
import { isSame, type Listener, ownRank, secret, sign, soundKeysOf } from "../feed/supporter-keys.server.ts"
import { LINK_PAGE } from "../feed/supporter-paths.ts"
import { supporterLinkMail } from "./supporter-mails.ts"

/** How long a link of a mail may be followed. */
const LINK_MS = 3_600_000
/** When it was made, and who for, signed. */
const LINK_KEY = /^(\d{13})\.(\d+)-/

/** So many are to be heard on the page; the others are in the feed. */
const MOST_EPISODES = 50

const { id, email, name, feedNumber, linkNumber, until, hasFeed } = supporters

/** How often one visitor may ask for somebody's link. */
export function linkRateLimit(): RateLimit {
  return { name: "supporter-links", points: siteSettings().rules.subscriptionsPerHour, seconds: 3_600 }
}

type Linked = Listener & { linkNumber: number }

/** Another number, and all links before are void. */
const signLink = (by: string, one: Linked, at: string) =>
  `${at}.${sign(by, one, `link:${one.linkNumber}:${at}`)}`

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
    const key = signLink(by, found, String(Date.now()))
    await queueMail(tx, supporterLinkMail(to, `${getSettings().publicUrl}${LINK_PAGE}?key=${key}`))
  })
}

/** @returns whom a link is for; undefined when it was not made here, is too old, or was used */
export async function readLink(key: string): Promise<Linked | undefined> {
  for (const spelling of spellingsOf(key)) {
    const [, at = "", owner = ""] = LINK_KEY.exec(spelling) ?? []
    const ownerId = parseId(owner)
    if (ownerId === undefined || Date.now() - Number(at) >= LINK_MS) continue
    const [found] = await db.select({ id, feedNumber, linkNumber }).from(supporters).where(eq(id, ownerId))
    if (found && isSame(spelling, signLink(await secret(), found, at))) return found
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

/** All that somebody's page says of them; undefined of one who is gone, or had another feed then. */
export async function findOwn(listener: Listener | undefined) {
  if (!listener) return undefined
  const [own] = await db
    .select({ id, feedNumber, name, level: levels.name, rank: ownRank, until, hasFeed })
    .from(supporters)
    .leftJoin(levels, eq(levels.id, supporters.levelId))
    .where(isOwn(listener))
  return own
}

/** The newest episodes that only supporters hear, with the addresses of one of them. @param rank null where support has ended */
export async function listOwnEpisodes(listener: Listener, rank: number | null) {
  if (rank === null) return []
  const keyFor = await soundKeysOf(listener)
  const found = await listReservedEpisodes(rank, MOST_EPISODES)
  return found.flatMap(({ audioUrl, sound, ...episode }) => {
    const key = mediaKey(audioUrl)
    if (key && sound?.kind !== "audio") return []
    const { id, title, publishedAt, durationSeconds, hasPage } = episode
    const address = key ? audioUrl.replace("/media/", `${SOUNDS_PATH}${keyFor(key)}/`) : audioUrl
    return [{ id, title, publishedAt, durationSeconds, hasPage, address }]
  })
}

/** Gives somebody another feed: the address before, its sounds and all devices are void. @returns undefined if that was done already */
export async function renewFeed(listener: Listener): Promise<Listener | undefined> {
  const [renewed] = await db
    .update(supporters)
    .set({ feedNumber: sql`${feedNumber} + 1` })
    .where(isOwn(listener))
    .returning({ id, feedNumber })
  return renewed
}

const isOwn = (listener: Listener) => and(eq(id, listener.id), eq(feedNumber, listener.feedNumber))
