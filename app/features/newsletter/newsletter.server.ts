import { and, desc, eq, isNull, lt } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { countUpTo } from "#app/db/counting.server.ts"
import { selectPage } from "#app/db/page.server.ts"
import { newsletterSubscribers as subscribers } from "#app/db/schema/visitors.server.ts"
import { contains } from "#app/db/search.server.ts"

const columns = {
  id: subscribers.id,
  name: subscribers.name,
  email: subscribers.email,
  createdAt: subscribers.createdAt,
}

/** Subscribed, and matching. */
const matching = (search: string) =>
  and(isNull(subscribers.unsubscribedAt), search ? contains(subscribers.searchText, search) : undefined)

const orderBy = [desc(subscribers.createdAt), desc(subscribers.id)]

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
  const page = selectPage(subscribers, { where: matching(search), orderBy, limit, offset })
  return db
    .select(columns)
    .from(page)
    .innerJoin(subscribers, eq(subscribers.id, page.id))
    .orderBy(...orderBy)
}

/** How many subscribers `listSubscribers` would go through, counted up to `most`. */
export function countSubscribers(search: string, most: number) {
  return countUpTo(most, subscribers, matching(search))
}

/** How many people are subscribed, exactly: it is the figure that this page is opened for. */
export function countAllSubscribers() {
  return db.$count(subscribers, isNull(subscribers.unsubscribedAt))
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
