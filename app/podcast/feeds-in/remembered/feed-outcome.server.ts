import { sql } from "drizzle-orm"
import { feeds } from "#app/db/schema/feeds.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import type { CollectedFeed } from "../collect-items.server.ts"
import type { ImportReport } from "../feeds.schema.ts"
import type { FeedOrigin } from "../remote-feed.server.ts"
import { delayAfterSuccess } from "./feed-schedule.ts"

/** A feed as it was read: what was in it, and where it was. */
export type ReadFeed = CollectedFeed & { origin: FeedOrigin }

/** How many of the episodes that came are listed. */
const MAX_ARRIVALS = 20

/** What is known of a feed once it was imported: all but its address. */
export function afterImport(read: ReadFeed, report: ImportReport, createdIds: number[]) {
  const { title, imageUrl = null, websiteUrl = null, links = [], ttlMinutes = null } = read.channel ?? {}
  return {
    ...(title && { title }),
    imageUrl,
    websiteUrl,
    links,
    ttlMinutes,
    etag: read.origin.etag,
    lastModified: read.origin.lastModified,
    digest: read.digest,
    ...afterSuccess(ttlMinutes),
    createdCount: report.created,
    updatedCount: report.updated + report.linked,
    unchangedCount: report.unchanged,
    skippedCount: read.skipped.length + report.skipped.length,
    ...(createdIds.length > 0 && {
      arrivedAt: sql`now()`,
      arrivedCount: createdIds.length,
      arrivals: createdIds.slice(-MAX_ARRIVALS).reverse(),
    }),
  }
}

/** A feed that is what it was: everything in it counts as unchanged. */
export function afterNothingNew(ttlMinutes: number | null) {
  return {
    ...afterSuccess(ttlMinutes),
    createdCount: 0,
    updatedCount: 0,
    unchangedCount: sql`${feeds.createdCount} + ${feeds.updatedCount} + ${feeds.unchangedCount}`,
  }
}

/** Times are the database's, the one clock that all processes share. */
export function inSeconds(seconds: number) {
  return sql`now() + make_interval(secs => ${seconds})`
}

/** No reading is under way any more, nor asked for. */
export const ENDED = { askedAt: null, lease: null, leasedUntil: null }

function afterSuccess(ttlMinutes: number | null) {
  return {
    ...ENDED,
    readAt: sql`now()`,
    succeededAt: sql`now()`,
    failures: 0,
    error: null,
    dueAt: inSeconds(delayAfterSuccess(getSettings().feedIntervalMinutes, ttlMinutes)),
  }
}
