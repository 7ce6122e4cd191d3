import { and, count, desc, isNull, lt, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { newsletterSubscribers as subscribers } from "#app/db/visitors-schema.server.ts"
import { contains } from "#app/db/search.server.ts"

const columns = {
  id: subscribers.id,
  name: subscribers.name,
  email: subscribers.email,
  createdAt: subscribers.createdAt,
}

/** Subscribed, and matching. */
const matching = (search: string) =>
  and(
    isNull(subscribers.unsubscribedAt),
    search
      ? contains(sql`searchable(${subscribers.email} || E'\n' || ${subscribers.name})`, search)
      : undefined,
  )

/**
 * Subscribers, newest first.
 *
 * @param options.search a literal substring of address or name; empty for all
 */
export function listSubscribers({
  search,
  limit,
  offset,
}: {
  search: string
  limit: number
  offset: number
}) {
  return db
    .select(columns)
    .from(subscribers)
    .where(matching(search))
    .orderBy(desc(subscribers.createdAt), desc(subscribers.id))
    .limit(limit)
    .offset(offset)
}

/** How many subscribers `listSubscribers` would go through. */
export async function countSubscribers(search: string) {
  const [row] = await db.select({ total: count() }).from(subscribers).where(matching(search))
  return row?.total ?? 0
}

const BATCH = 1_000

/** All subscribers that match, newest first, a batch at a time: never all of them in memory. */
export async function* readSubscribers(search: string) {
  let last: number | undefined
  do {
    const rows = await db
      .select(columns)
      .from(subscribers)
      .where(and(matching(search), last === undefined ? undefined : lt(subscribers.id, last)))
      .orderBy(desc(subscribers.id))
      .limit(BATCH)
    yield* rows
    last = rows.length === BATCH ? rows.at(-1)?.id : undefined
  } while (last !== undefined)
}
