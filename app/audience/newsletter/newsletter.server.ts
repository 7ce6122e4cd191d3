import { and, arrayContains, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm"
import { whereSince } from "#app/content/lists/content-rows.server.ts"
import { type Asked, listedRows, type ListOptions } from "#app/content/lists/listed-rows.server.ts"
import { db } from "#app/db/client.server.ts"
import { newsletterSubscribers as subscribers } from "#app/db/schema/visitors.server.ts"
import { contains } from "#app/db/search.server.ts"
import type { LetterTopic } from "#app/kit/lib/letters.ts"
import type { ConsentOrigin } from "#app/kit/lib/newsletter.ts"
import { whereAskable } from "./confirmation-requests.server.ts"
import { SUBSCRIBERS } from "./subscriber-list.ts"
import type { SubscriberState } from "./subscriber-state.ts"

const columns = {
  id: subscribers.id,
  name: subscribers.name,
  email: subscribers.email,
  createdAt: subscribers.createdAt,
  topics: subscribers.topics,
  state: sql<SubscriberState>`case when ${subscribers.suppressedAt} is not null then 'refused'
    when ${subscribers.confirmedAt} is null then 'waiting' else 'confirmed' end`,
  askedAt: subscribers.confirmationAskedAt,
  isAskable: sql<boolean>`${whereAskable}`,
}

const ORIGINS: Record<string, ConsentOrigin> = {
  commentaire: "comment",
  formulaire: "form",
  import: "import",
}

/** Of those who did not unsubscribe. */
const STATES: Record<string, SQL | undefined> = {
  confirme: and(isNotNull(subscribers.confirmedAt), isNull(subscribers.suppressedAt)),
  attente: and(isNull(subscribers.confirmedAt), isNull(subscribers.suppressedAt)),
  refuse: isNotNull(subscribers.suppressedAt),
}

export const subscriberRows = listedRows(SUBSCRIBERS, {
  table: subscribers,
  title: subscribers.email,
  always: () => isNull(subscribers.unsubscribedAt),
  search: (search) => contains(subscribers.searchText, search),
  filters: {
    origine: (origin) => eq(subscribers.consentOrigin, ORIGINS[origin] ?? "form"),
    etat: (state) => STATES[state],
    theme: (topic) => arrayContains(subscribers.topics, [topic as LetterTopic]),
    periode: whereSince(subscribers.createdAt),
  },
  sorts: {
    date: { index: [subscribers.createdAt] },
    nom: { row: sql`nullif(searchable(${subscribers.name}), '')` },
    email: { row: subscribers.email },
  },
})

/**
 * Subscribers, newest first unless another order is asked for.
 *
 * @param options.search a literal substring of address or name; empty for all
 */
export function listSubscribers(options: ListOptions) {
  const page = subscriberRows.page(options)
  return db
    .select(columns)
    .from(page)
    .innerJoin(subscribers, eq(subscribers.id, page.id))
    .orderBy(...subscriberRows.orderBy(options))
}

/** How many people are subscribed, exactly: it is the figure that this page is opened for; and in which state they are. */
export async function countAllSubscribers() {
  const count = (state?: SQL) =>
    sql`(select count(*)::int from ${subscribers} where ${and(isNull(subscribers.unsubscribedAt), state)})`
  const { rows } = await db.execute<{ all: number; waiting: number; refused: number }>(sql`
    select ${count()} as all, ${count(STATES.attente)} as waiting, ${count(STATES.refuse)} as refused`)
  return rows[0] ?? { all: 0, waiting: 0, refused: 0 }
}

/** All subscribers that the list finds, the newest first. @param only of these only, where some were chosen */
export const readSubscribers = (asked: Asked, only?: SQL) => subscriberRows.read(columns, asked, only)
