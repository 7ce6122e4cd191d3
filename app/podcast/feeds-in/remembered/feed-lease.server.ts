import { and, asc, eq, inArray, ne, sql } from "drizzle-orm"
import type { PgUpdateSetSource } from "drizzle-orm/pg-core"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { feeds } from "#app/db/schema/feeds.server.ts"
import type { ImportReport } from "../feeds.schema.ts"
import type { FeedOrigin } from "../remote-feed.server.ts"
import { nameFeed, normalizeFeedAddress } from "./feed-address.ts"
import { afterImport, afterNothingNew, ENDED, inSeconds, type ReadFeed } from "./feed-outcome.server.ts"

/** Who has taken a feed has this long to read it; after that it was killed, and the feed is anybody's again. */
const LEASE = sql`interval '15 minutes'`

/** How much earlier than another one's a statement may have begun that waited for it: its `now()` lies that far behind. */
const SLACK = sql`interval '1 minute'`

/** A time further ahead than any lease was written by a clock that has been put back since. */
export const isLeased = sql<boolean>`coalesce(${feeds.leasedUntil} between now() and now() + ${LEASE} + ${SLACK}, false)`

/** A feed that this process reads, and what was known of it before. */
export type TakenFeed = NonNullable<Awaited<ReturnType<typeof takeFeed>>>

/** Another process took the feed over, or the hosts forgot it: what was read of it is not to be written. */
export class LeaseLostError extends Error {
  override name = "LeaseLostError"
}

/**
 * Takes a feed that hosts asked to have read or, `withDue`, that is due, so that no other process reads it meanwhile. One
 * whose last reading lies ahead counts as due: the clock was put back.
 */
export async function takeFeed(withDue: boolean) {
  const isTime = sql`${feeds.dueAt} <= now() or ${feeds.readAt} > now() + ${SLACK}`
  const isDue = sql`${withDue} and ${feeds.isAutomatic} and (${isTime})`
  const next = db
    .select({ id: feeds.id })
    .from(feeds)
    .where(sql`(${feeds.askedAt} is not null or ${isDue}) and not ${isLeased}`)
    .orderBy(asc(feeds.askedAt), asc(feeds.dueAt))
    .limit(1)
    .for("update", { skipLocked: true })
  const [taken] = await db
    .update(feeds)
    .set({ lease: sql`gen_random_uuid()`, leasedUntil: sql`now() + ${LEASE}` })
    .where(inArray(feeds.id, next))
    .returning({
      id: feeds.id,
      lease: feeds.lease,
      url: feeds.url,
      isAsked: sql<boolean>`${feeds.askedAt} is not null`,
      etag: feeds.etag,
      lastModified: feeds.lastModified,
      digest: feeds.digest,
      ttlMinutes: feeds.ttlMinutes,
      failures: feeds.failures,
    })
  return taken
}

/** Gives a feed back unread: it is due as it was. */
export async function giveBack(feed: TakenFeed) {
  await db.update(feeds).set({ lease: null, leasedUntil: null }).where(isHeld(feed))
}

/** Writes down that a feed is what it was. Throws a LeaseLostError. @param origin what its server says of it now */
export async function settleUnchanged(feed: TakenFeed, { address, etag, lastModified }: FeedOrigin) {
  const validators = { ...(etag && { etag }), ...(lastModified && { lastModified }) }
  await db.transaction((tx) =>
    settle(tx, feed, address, { ...validators, ...afterNothingNew(feed.ttlMinutes) }),
  )
}

/** Writes down what a feed brought, in the import's own transaction. Throws a LeaseLostError, which undoes the import. */
export function settleImport(feed: TakenFeed, read: ReadFeed) {
  return (tx: Transaction, report: ImportReport, createdIds: number[]) =>
    settle(tx, feed, read.origin.address, afterImport(read, report, createdIds))
}

/** Reads a feed no more by itself that leads to this site: the podcast has moved in, and what is written here holds. */
export async function settleMovedHere(feed: TakenFeed) {
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .update(feeds)
      .set({ ...ENDED, readAt: sql`now()`, failures: 0, error: null, isAutomatic: false })
      .where(isHeld(feed))
      .returning({ title: feeds.title, url: feeds.url })
    if (!ended) return
    const states = { before: { isAutomatic: true }, after: { isAutomatic: false } }
    await record(tx, { action: "update", kind: "feed", id: feed.id, title: nameFeed(ended), ...states })
  })
}

/** Writes down why a feed could not be read. @param goOn false ends its automatic reading */
export async function settleFailure(feed: TakenFeed, error: string, delaySeconds: number, goOn: boolean) {
  await db
    .update(feeds)
    .set({
      ...ENDED,
      readAt: sql`now()`,
      failures: sql`${feeds.failures} + 1`,
      error,
      dueAt: inSeconds(delaySeconds),
      ...(!goOn && { isAutomatic: false }),
    })
    .where(isHeld(feed))
}

function isHeld({ id, lease }: TakenFeed) {
  return and(eq(feeds.id, id), eq(feeds.lease, lease ?? ""))
}

async function settle(
  tx: Transaction,
  feed: TakenFeed,
  address: string,
  values: PgUpdateSetSource<typeof feeds>,
) {
  const [held] = await tx.select({ id: feeds.id }).from(feeds).where(isHeld(feed)).for("update")
  if (!held) throw new LeaseLostError("the feed is no longer ours")
  const url = normalizeFeedAddress(address) ?? feed.url
  // Another feed that is remembered by this address is the same one.
  if (url !== feed.url) await tx.delete(feeds).where(and(eq(feeds.url, url), ne(feeds.id, feed.id)))
  await tx
    .update(feeds)
    .set({ url, ...values })
    .where(eq(feeds.id, feed.id))
}
