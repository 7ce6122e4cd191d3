import { desc, eq, inArray, sql } from "drizzle-orm"
import type { PgUpdateSetSource } from "drizzle-orm/pg-core"
import { type AuditEntry, record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import { feeds } from "#app/db/schema/feeds.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import type { ImportReport } from "../feeds.schema.ts"
import { nameFeed, normalizeFeedAddress } from "./feed-address.ts"
import { isLeased } from "./feed-lease.server.ts"
import { afterImport, type ReadFeed } from "./feed-outcome.server.ts"

/** More than any house has. */
const MAX_LISTED = 50

/**
 * Remembers a feed that a host imported by its address, in the import's own transaction; not one without episodes. One
 * whose automatic reading had failed is read again from now on; one that the hosts stopped stays stopped.
 */
export function rememberFeed(read: ReadFeed) {
  return async (tx: Transaction, report: ImportReport, createdIds: number[]) => {
    const url = normalizeFeedAddress(read.origin.address)
    if (url === undefined || read.items.length === 0) return
    const values = afterImport(read, report, createdIds)
    const [known] = await tx.select({ id: feeds.id }).from(feeds).where(eq(feeds.url, url))
    const [feed] = await tx
      .insert(feeds)
      .values({ url, ...values })
      .onConflictDoUpdate({
        target: feeds.url,
        set: { ...values, isAutomatic: sql`${feeds.isAutomatic} or ${feeds.error} is not null` },
      })
      .returning(told)
    if (feed && !known) await record(tx, { ...deedOn(feed), action: "create" })
  }
}

/** The remembered feeds, newest first, at most 50, each with the newest episodes that came the last time that any did. */
export async function listFeeds() {
  const rows = await db
    .select({
      id: feeds.id,
      url: feeds.url,
      title: feeds.title,
      imageUrl: feeds.imageUrl,
      websiteUrl: feeds.websiteUrl,
      links: feeds.links,
      isAutomatic: feeds.isAutomatic,
      isReading: sql<boolean>`${feeds.askedAt} is not null or ${isLeased}`,
      dueAt: feeds.dueAt,
      readAt: feeds.readAt,
      succeededAt: feeds.succeededAt,
      failures: feeds.failures,
      error: feeds.error,
      createdCount: feeds.createdCount,
      updatedCount: feeds.updatedCount,
      unchangedCount: feeds.unchangedCount,
      skippedCount: feeds.skippedCount,
      arrivedAt: feeds.arrivedAt,
      arrivedCount: feeds.arrivedCount,
      arrivals: feeds.arrivals,
    })
    .from(feeds)
    .orderBy(desc(feeds.createdAt), desc(feeds.id))
    .limit(MAX_LISTED)
  const ids = rows.flatMap(({ arrivals }) => arrivals)
  const arrived = ids.length === 0 ? [] : await listArrived(ids)
  return rows.map(({ arrivals, ...feed }) => ({
    ...feed,
    arrivals: arrived.filter(({ id }) => arrivals.includes(id)),
  }))
}

/** Asks for a feed to be read now, whole, whatever is known of it. @returns false when there is no such feed */
export function askForReading(id: number) {
  return change(id, { askedAt: sql`now()` })
}

/** @returns false when there is no such feed */
export function stopReading(id: number) {
  return change(id, { isAutomatic: false })
}

/** Lets a feed be read by itself again, beginning now. @returns false when there is no such feed */
export function resumeReading(id: number) {
  return change(id, { isAutomatic: true, askedAt: sql`now()` })
}

/** Forgets a feed; its episodes stay. A reading under way changes nothing any more. @returns false when there is none */
export function forgetFeed(id: number) {
  return db.transaction(async (tx) => {
    const [gone] = await tx.delete(feeds).where(eq(feeds.id, id)).returning(told)
    if (gone) await record(tx, { ...deedOn(gone), action: "delete" })
    return gone !== undefined
  })
}

function change(id: number, values: PgUpdateSetSource<typeof feeds>) {
  return db.transaction(async (tx) => {
    const [before] = await tx.select(told).from(feeds).where(eq(feeds.id, id)).for("update")
    if (!before) return false
    const [after] = await tx.update(feeds).set(values).where(eq(feeds.id, id)).returning(told)
    await record(tx, {
      ...deedOn(before),
      action: "update",
      before: statesOf(before),
      after: after && statesOf(after),
    })
    await wakeJob(tx, "feeds")
    return true
  })
}

const told = {
  id: feeds.id,
  url: feeds.url,
  title: feeds.title,
  isAutomatic: feeds.isAutomatic,
  askedAt: feeds.askedAt,
}
type Told = Pick<typeof feeds.$inferSelect, keyof typeof told>

const deedOn = (feed: Told) =>
  ({ kind: "feed", id: feed.id, title: nameFeed(feed) }) satisfies Partial<AuditEntry>

const statesOf = ({ isAutomatic, askedAt }: Told) => ({ isAutomatic, askedAt })

function listArrived(ids: number[]) {
  return db
    .select({ id: episodes.id, title: episodes.title, guest: episodes.guest })
    .from(episodes)
    .where(inArray(episodes.id, ids))
    .orderBy(desc(episodes.publishedAt), desc(episodes.id))
}
